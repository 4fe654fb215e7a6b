//! The memory of Redis that a match needs: while it is played, and after its end.

use tinsel_catalog::{GameId, testkit::GameSetup};
use tinsel_harness::{Choice, Replica, TestMatch, creating, usual_tables};
use tinsel_store_testkit::RedisServer;

/// Number of matches of each setup.
const MATCHES: u64 = 20;

/// Plays matches of every setup of a game, and prints the largest memory per match during play, and that after the end.
pub async fn measure(game: GameId) {
    for setup in usual_tables(game) {
        eprintln!("bench store_sizes {game}: playing {MATCHES} matches of {}", setup.name);
        let redis = RedisServer::start();
        let replica = Replica::on(&redis).await;
        let (live, finished, seats, revisions) = play(&redis, &replica, &setup).await;
        println!(
            "bench store_sizes {game} setup={} seats={seats} revisions={revisions} live_bytes={live} \
             finished_bytes={finished}",
            setup.name
        );
    }
}

/// Bytes per match at most during play, bytes per match at the end, seats, and average number of revisions.
async fn play(redis: &RedisServer, replica: &Replica, setup: &GameSetup) -> (u64, u64, usize, u64) {
    let api = replica.api();
    // The first match also creates the scripts and the indexes.
    TestMatch::of_players(&[api], &creating(setup, ""))
        .await
        .play(&[api], Choice::Bot(0))
        .await;
    let before = used(redis).await;
    let per_match = async || used(redis).await.saturating_sub(before) / MATCHES;
    let mut matches = Vec::new();
    for _ in 0..MATCHES {
        matches.push(TestMatch::of_players(&[api], &creating(setup, "")).await);
    }
    let mut live = per_match().await;
    let mut open: Vec<_> = matches.iter().zip(0..).collect();
    let (seats, mut revisions) = (matches[0].players().len(), 0);
    while !open.is_empty() {
        let mut still = Vec::new();
        for (playing, seed) in open {
            let state = playing.state(api, None).await.r#match.unwrap();
            if playing.is_over(api).await {
                revisions += state.revision;
            } else {
                playing.play_step(&[api], Choice::Bot(seed)).await;
                still.push((playing, seed));
            }
        }
        live = live.max(per_match().await);
        open = still;
    }
    (live, per_match().await, seats, revisions / MATCHES)
}

/// The memory that Redis uses, in bytes.
async fn used(redis: &RedisServer) -> u64 {
    let client = redis::Client::open(redis.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let info: redis::InfoDict = redis::cmd("INFO")
        .arg("memory")
        .query_async(&mut connection)
        .await
        .unwrap();
    info.get("used_memory").unwrap()
}
