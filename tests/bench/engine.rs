//! Games alone: random matches on one core, without a server.

use std::time::{Duration, Instant};

use tinsel_catalog::GameId;
use tinsel_engine::Seed;
use tinsel_harness::{configured, creating};

/// For how long matches of a game are played.
const FOR: Duration = Duration::from_secs(3);

/// Plays matches of random legal actions at the usual table, and prints how fast.
pub fn measure(game: GameId) {
    let options = configured(&creating(&game.testkit().tables()[0], "")).options;
    let (began, mut matches, mut actions) = (Instant::now(), 0u64, 0u64);
    while began.elapsed() < FOR {
        actions += play(game, &options, matches);
        matches += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "bench engine {game} matches_per_s={:.0} actions_per_s={:.0}",
        matches as f64 / seconds,
        actions as f64 / seconds,
    );
}

/// Plays one match; gives how many actions it took.
fn play(game: GameId, options: &[u8], number: u64) -> u64 {
    let entropy = |actions: u64| {
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&number.to_le_bytes());
        entropy[8..16].copy_from_slice(&actions.to_le_bytes());
        entropy
    };
    let started = game.game().start(options, Seed::new(entropy(0)));
    let (mut playing, mut actions) = (started.unwrap().after, 0);
    while let Some(seat) = playing.owing().iter().next() {
        actions += 1;
        let action = playing.random(seat, entropy(actions)).unwrap();
        playing = playing.act(seat, &action).unwrap().after;
    }
    actions
}
