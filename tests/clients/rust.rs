//! The library for Rust.

use std::fs;

use tinsel_harness::{binary, example, tinsel};

use crate::library::{self, Library};

/// The crate `tinsel-client`.
struct Rust;

impl Library for Rust {
    fn example(&self, name: &str) -> Vec<String> {
        vec![example(name).display().to_string()]
    }
}

#[tokio::test]
async fn it_passes_every_check() {
    library::passes_every_check(&Rust).await;
}

#[tokio::test]
async fn it_plays_while_a_server_is_replaced() {
    library::plays_while_a_server_is_replaced(&Rust).await;
}

#[tokio::test]
async fn it_plays_while_its_only_server_restarts() {
    library::plays_while_its_only_server_restarts(&Rust).await;
}

#[tokio::test]
async fn it_plays_over_silent_connections() {
    library::plays_over_silent_connections(&Rust).await;
}

#[tokio::test]
async fn the_first_bot_plays() {
    library::the_first_bot_plays(&Rust, "crates/client/examples/first_bot.rs").await;
}

#[tokio::test]
async fn it_plays_over_tls() {
    library::plays_over_tls(&Rust).await;
}

#[test]
fn the_command_reports_as_text_and_as_junit() {
    let folder = library::empty_folder("junit");
    let file = folder.join("report.xml").display().to_string();
    let forgetful = binary("tinsel-forgetful-client").display().to_string();
    let checks = [
        "--only",
        "join",
        "--only",
        "lost_response",
        "--limit",
        "10",
        "--junit",
        &file,
    ];
    let exit = tinsel(&[&["conformance"][..], &checks, &["--", &forgetful]].concat());
    assert_eq!(exit.code, Some(1), "{}", exit.stderr);
    assert!(exit.stdout.contains("ok      join "), "{}", exit.stdout);
    assert!(exit.stdout.contains("FAILED  lost_response "), "{}", exit.stdout);
    assert!(
        exit.stdout.contains("send the same request_id and the same content"),
        "{}",
        exit.stdout
    );
    assert!(exit.stdout.contains("1 passed, 1 failed"), "{}", exit.stdout);
    let junit = fs::read_to_string(file).unwrap();
    assert!(junit.contains(r#"<testcase name="join""#), "{junit}");
    assert!(
        junit.contains("<failure message=\"the repeated call differs"),
        "{junit}"
    );
}
