//! Trains a dictionary for packed matches of a game.

use prost::Message;
use tinsel_catalog::GameId;
use tinsel_harness::{Choice, Operator, TestMatch, World, creating, usual_setups};
use tinsel_service::Settings;
use tinsel_store::{Packed, Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;

/// Number of matches of each setup.
const MATCHES: u64 = 40;

/// A larger one gains a further 1 to 7 %.
const BYTES_MAX: usize = 16 * 1024;

/// Trains a dictionary with this ID from matches of all setups of a game, and writes it to a file.
pub async fn train(game: GameId, id: u32, file: &str) {
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let world = World::with(store, 5, Settings::default()).await;
    world.sweep().await;
    let mut matches = Vec::new();
    for setup in usual_setups(game) {
        eprintln!("bench dictionary {game}: playing {MATCHES} matches of {}", setup.name);
        for seed in 0..MATCHES {
            let table = TestMatch::of_players(&[world.api()], &creating(&setup, "")).await;
            table.play(&[world.api()], Choice::Bot(seed)).await;
            matches.push(table.match_id);
        }
    }
    let responses = Settings::default().retention.responses.as_millis();
    world.clock().pass(u64::try_from(responses).unwrap());
    world.sweep().await;
    let mut operator = Operator::of(&redis);
    let sample = |id: &String| Packed::decompress(&operator.field(id, "p")).unwrap().encode_to_vec();
    let samples: Vec<_> = matches.iter().map(sample).collect();
    let mut dictionary = zstd::dict::from_samples(&samples, BYTES_MAX).unwrap();
    dictionary[4..8].copy_from_slice(&id.to_le_bytes());
    std::fs::write(file, dictionary).unwrap();
}
