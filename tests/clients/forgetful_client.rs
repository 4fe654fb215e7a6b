//! A mutant of the library for Rust, which draws a new idempotency key for each attempt, and waits on silent
//! connections: the program under test of `tinsel conformance`.

#![allow(clippy::disallowed_methods, reason = "the kit sets the environment")]

use std::{env, error::Error, time::Duration};

use tinsel_client::{Client, Error::Unavailable, Options};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // With one server and a long backoff, the library makes one attempt for each call, and this program retries.
    let options = Options {
        backoff: Duration::from_secs(60),
        backoff_max: Duration::from_secs(60),
        ping_after: Duration::from_secs(3600),
        attempt: Duration::from_secs(3600),
        ..Options::default()
    };
    let servers = env::var("TINSEL_SERVERS")?;
    let client = Client::with_options(servers.split(',').take(1), options)?;
    let seat = client.join(&env::var("TINSEL_MATCH")?, "Tess").await?;
    let mut turns = seat.turns();
    while let Some(turn) = turns.next().await? {
        while let Err(error) = turn.play_default().await {
            if !matches!(error, Unavailable { .. }) {
                return Err(error.into());
            }
        }
    }
    Ok(())
}
