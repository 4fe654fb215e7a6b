//! The library for Rust.

use std::{fs, process::Command};

use tinsel_harness::{binary, example, root, tinsel};

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

/// The packages of the library build in an empty folder, without the repository, and have its licence. A program with a
/// wrong type does not.
#[test]
fn its_packages_build_without_the_repository() {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    const PACKAGES: [&str; 3] = ["tinsel-messages", "tinsel-proto", "tinsel-client"];
    let folder = library::empty_folder("rust-packages");
    let mut package = Command::new("cargo");
    package.args([
        "package",
        "--offline",
        "--quiet",
        "--no-verify",
        "--allow-dirty",
        "--exclude-lockfile",
        "--target-dir",
    ]);
    package
        .arg(&folder)
        .args(PACKAGES.map(|name| format!("--package={name}")));
    library::run_to_its_end(package.current_dir(root()));

    let (mut dependencies, mut patches) = (String::new(), String::new());
    for name in PACKAGES {
        let mut unpack = Command::new("tar");
        unpack.args(["-xzf", &format!("package/{name}-{VERSION}.crate")]);
        library::run_to_its_end(unpack.current_dir(&folder));
        assert!(folder.join(format!("{name}-{VERSION}/LICENSE")).is_file(), "{name}");
        dependencies += &format!("{name} = \"{VERSION}\"\n");
        patches += &format!("{name} = {{ path = \"{name}-{VERSION}\" }}\n");
    }
    let manifest = format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{dependencies}fastrand = \"2\"\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n[patch.crates-io]\n{patches}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    fs::create_dir(folder.join("src")).unwrap();
    let example = fs::read_to_string(folder.join(format!("tinsel-client-{VERSION}/examples/first_bot.rs"))).unwrap();
    let check = |program: &str| {
        fs::write(folder.join("src/main.rs"), program).unwrap();
        let mut check = Command::new("cargo");
        check.args(["check", "--offline", "--quiet"]).current_dir(&folder);
        // The packages of this program stay for the next run.
        check
            .env("CARGO_TARGET_DIR", folder.with_extension("target"))
            .output()
            .unwrap()
    };
    let right = check(&example);
    assert!(right.status.success(), "{}", String::from_utf8_lossy(&right.stderr));
    let wrong = check(&example.replace("turn.answer(choice.answer)", "turn.answer(\"nonsense\")"));
    let stderr = String::from_utf8_lossy(&wrong.stderr);
    assert!(!wrong.status.success() && stderr.contains("E0308"), "{stderr}");
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
