//! The program under test of `tinsel conformance`: joins the match of the environment and plays the default answers.

#![allow(clippy::disallowed_methods, reason = "the kit sets the environment")]

use std::{env, time::Duration};

use tinsel_client::{ApiKey, Client, Error, Options, Tls};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let milliseconds = |name: &str| Some(Duration::from_millis(env::var(name).ok()?.parse().ok()?));
    let usual = Options::default();
    let options = Options {
        api_key: env::var("TINSEL_API_KEY").ok().map(ApiKey::new),
        attempt: milliseconds("TINSEL_ATTEMPT_MS").unwrap_or(usual.attempt),
        deadline: milliseconds("TINSEL_DEADLINE_MS").unwrap_or(usual.deadline),
        silence: milliseconds("TINSEL_SILENCE_MS").unwrap_or(usual.silence),
        ping_after: milliseconds("TINSEL_PING_MS").unwrap_or(usual.ping_after),
        ping_timeout: milliseconds("TINSEL_PING_MS").unwrap_or(usual.ping_timeout),
        tls: Tls {
            ca: env::var("TINSEL_CA").ok().map(std::fs::read).transpose()?,
            ..Tls::default()
        },
        ..usual
    };
    let servers = env::var("TINSEL_SERVERS")?;
    let client = Client::with_options(servers.split(','), options)?;
    let seat = client.join(&env::var("TINSEL_MATCH")?, "Tess").await?;
    let mut turns = seat.turns();
    while let Some(turn) = turns.next().await? {
        turn.play_default().await.map(|_| ()).or_else(unless_stale)?;
    }
    Ok(())
}

/// Ignores a refusal because the match has changed: the next turn follows.
fn unless_stale(error: Error) -> Result<(), Error> {
    if error.is_stale() { Ok(()) } else { Err(error) }
}
