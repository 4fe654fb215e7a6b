//! The library for Rust.

use tinsel_harness::example;

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
async fn the_first_bot_plays() {
    library::the_first_bot_plays(&Rust, "crates/client/examples/first_bot.rs").await;
}
