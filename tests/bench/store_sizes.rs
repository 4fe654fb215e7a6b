//! The memory of Redis that a match needs: while it is played, after its end, and packed.

use tinsel_catalog::{GameId, testkit::GameSetup};
use tinsel_harness::{Api, Choice, TestMatch, World, creating, usual_tables};
use tinsel_service::Settings;
use tinsel_store::{Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;

/// Number of matches of each setup.
const MATCHES: u64 = 20;

/// Bytes of Redis per match.
struct Sizes {
    /// The largest number during play.
    live: u64,
    finished: u64,
    packed: u64,
    seats: usize,
    /// The average number of revisions.
    revisions: u64,
}

/// Plays matches of every setup of a game, and prints the memory per match and per revision.
pub async fn measure(game: GameId) {
    for setup in usual_tables(game) {
        eprintln!("bench store_sizes {game}: playing {MATCHES} matches of {}", setup.name);
        let redis = RedisServer::start();
        let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
        let world = World::new(store, 1).await;
        world.sweep().await;
        let sizes = play(&redis, &world, &setup).await;
        let Sizes {
            live,
            finished,
            packed,
            seats,
            revisions,
        } = sizes;
        let per_revision = finished / revisions.max(1);
        println!(
            "bench store_sizes {game} setup={} seats={seats} revisions={revisions} live_bytes={live} \
             finished_bytes={finished} finished_bytes_per_revision={per_revision} packed_bytes={packed} \
             packed_share={:.2}",
            setup.name,
            ratio(packed, finished)
        );
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes of some kB")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

async fn play(redis: &RedisServer, world: &World, setup: &GameSetup) -> Sizes {
    let api = world.api();
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
    let (live, revisions) = play_together(api, &matches, per_match).await;
    let finished = per_match().await;
    let responses = Settings::default().retention.responses.as_millis();
    world.clock().pass(u64::try_from(responses).unwrap());
    world.sweep().await;
    Sizes {
        live,
        finished,
        packed: per_match().await,
        seats: matches[0].players().len(),
        revisions: revisions / MATCHES,
    }
}

/// Plays all matches to their end, one step of each in turn. Returns the largest number of bytes per match on the way, and the
/// number of all revisions.
async fn play_together(api: &Api, matches: &[TestMatch], per_match: impl AsyncFn() -> u64) -> (u64, u64) {
    let (mut live, mut revisions) = (per_match().await, 0);
    let mut open: Vec<_> = matches.iter().zip(0..).collect();
    while !open.is_empty() {
        let mut still = Vec::new();
        for (playing, seed) in open {
            if playing.is_over(api).await {
                revisions += playing.state(api, None).await.r#match.unwrap().revision;
            } else {
                playing.play_step(&[api], Choice::Bot(seed)).await;
                still.push((playing, seed));
            }
        }
        live = live.max(per_match().await);
        open = still;
    }
    (live, revisions)
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
