//! The memory of Redis that a match needs: while it is played, after its end, and packed; the size of its archived copy; and
//! the times to pack it, to archive it, and to read a past revision from each location.

use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_catalog::{GameId, testkit::GameSetup};
use tinsel_harness::{Api, Choice, TestMatch, World, creating, usual_setups};
use tinsel_proto::v1::GetMatchRequest;
use tinsel_service::Settings;
use tinsel_store::{Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;
use tokio::time::Instant;

use crate::archiving::Folder;

/// Number of matches of each setup.
const MATCHES: u64 = 20;

/// The revision that is read. Every match has more.
const REVISION: u64 = 10;

/// Plays matches of every setup of a game, and prints bytes and microseconds per match.
pub async fn measure(game: GameId) {
    for setup in usual_setups(game) {
        eprintln!("bench store_sizes {game}: playing {MATCHES} matches of {}", setup.name);
        measure_setup(game, &setup).await;
    }
}

async fn measure_setup(game: GameId, setup: &GameSetup) {
    let (redis, folder) = (RedisServer::start(), Folder::new());
    let world = async |seed| {
        let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
        let archive = Archive::open(folder.path(), ArchiveOptions::default()).unwrap();
        let world = World::archived(store, seed, Settings::default(), archive).await;
        world.sweep().await;
        world
    };
    let played_in = world(1).await;
    let api = played_in.api();
    let mut matches = Vec::new();
    for _ in 0..MATCHES {
        matches.push(TestMatch::of_players(&[api], &creating(setup, "")).await);
    }
    let per_match = async || memory(&redis, &matches).await / MATCHES;
    let (live, revisions) = play_together(api, &matches, per_match).await;
    let revisions = revisions / MATCHES;
    let finished = per_match().await;
    let finished_read = read_us(&world(2).await, &matches).await;

    let Settings { retention, .. } = Settings::default();
    let pack = upkeep_us(&played_in, retention.responses).await;
    let packed = per_match().await;
    let packed_read = read_us(&world(3).await, &matches).await;
    let archive = upkeep_us(&played_in, retention.finished).await;
    let archived = folder.bytes() / MATCHES;
    let archived_read = read_us(&world(4).await, &matches).await;

    let seats = matches[0].players().len();
    let per_revision = |bytes: u64| bytes / revisions.max(1);
    println!(
        "bench store_sizes {game} setup={} seats={seats} revisions={revisions} live_bytes={live} \
         finished_bytes={finished} packed_bytes={packed} archived_bytes={archived} bytes_per_revision={}/{}/{}/{} \
         pack_us={pack} archive_us={archive} read_us={finished_read}/{packed_read}/{archived_read}",
        setup.name,
        per_revision(live),
        per_revision(finished),
        per_revision(packed),
        per_revision(archived),
    );
}

/// The time to read a revision of a match that is in no cache, in microseconds.
async fn read_us(world: &World, matches: &[TestMatch]) -> u64 {
    let begin = Instant::now();
    for table in matches {
        let read = GetMatchRequest {
            at_revision: Some(REVISION),
            ..table.getting()
        };
        world.api().ask(&read, None).await.unwrap();
    }
    per_match_us(begin)
}

/// The time for the upkeep of a match that is due after `passed`, in microseconds.
async fn upkeep_us(world: &World, passed: std::time::Duration) -> u64 {
    world.clock().pass(u64::try_from(passed.as_millis()).unwrap());
    let begin = Instant::now();
    world.sweep().await;
    per_match_us(begin)
}

fn per_match_us(begin: Instant) -> u64 {
    u64::try_from(begin.elapsed().as_micros()).unwrap() / MATCHES
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

/// The memory of these matches in Redis, in bytes: `MEMORY USAGE`.
async fn memory(redis: &RedisServer, matches: &[TestMatch]) -> u64 {
    let client = redis::Client::open(redis.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let mut bytes = 0;
    for table in matches {
        let shard = table.match_id.split('-').next().unwrap();
        let key = format!("tinsel:{{s{shard}}}:match:{}", table.match_id);
        let mut command = redis::cmd("MEMORY");
        command.arg("USAGE").arg(key).arg("SAMPLES").arg(0);
        bytes += command.query_async::<u64>(&mut connection).await.unwrap();
    }
    bytes
}
