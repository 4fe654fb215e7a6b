//! Many small finished matches: the memory and the archive that they need, and the time until two servers have archived them.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use futures_util::{StreamExt, future, stream};
use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_harness::{World, created};
use tinsel_proto::v1::AbortMatchRequest;
use tinsel_service::Settings;
use tinsel_store::{Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;
use tokio::time::Instant;

/// Number of matches that are created concurrently.
const AT_ONCE: usize = 64;

/// A folder for an archive, removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let path = std::env::temp_dir().join(format!("tinsel-bench-archive-{}", std::process::id()));
        let _: Result<(), _> = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// The number of bytes of all archived matches.
    pub(crate) fn bytes(&self) -> u64 {
        fn of(folder: &Path) -> u64 {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let sizes = entries.map(|entry| match entry.metadata().unwrap() {
                metadata if metadata.is_dir() => of(&entry.path()),
                metadata => metadata.len(),
            });
            sizes.sum()
        }
        of(&self.0.join("matches"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _: Result<(), _> = fs::remove_dir_all(&self.0);
    }
}

async fn world(redis: &RedisServer, folder: &Folder, seed: u64) -> World {
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let archive = Archive::open(folder.path(), ArchiveOptions::default()).unwrap();
    let mut settings = Settings::default();
    settings.limits.open_matches = 0;
    World::archived(store, seed, settings, archive).await
}

/// Creates and aborts this number of matches.
async fn create(world: &World, matches: u64) {
    let ending = stream::iter(0..matches).map(|number| async move {
        let host = world.api().ask(&created(""), None).await.unwrap();
        let abort = AbortMatchRequest {
            match_id: host.match_id,
            ..AbortMatchRequest::default()
        };
        world.api().ask(&abort, Some(&host.host_token)).await.unwrap();
        number
    });
    let mut ending = ending.buffer_unordered(AT_ONCE);
    while let Some(number) = ending.next().await {
        // So that no rate limit is reached.
        world.clock().pass(1);
        if number % (matches / 10).max(1) == 0 {
            eprintln!("bench archiving: {number} of {matches} matches created");
        }
    }
}

/// Lets two servers pack and archive this number of matches.
pub async fn measure(matches: u64) {
    let (redis, folder) = (RedisServer::start(), Folder::new());
    let worlds = [1, 2].map(|seed| world(&redis, &folder, seed));
    let worlds = future::join_all(worlds).await;
    let sweep = async || drop(future::join_all(worlds.iter().map(World::sweep)).await);
    // Each server learns of the other.
    sweep().await;
    sweep().await;
    let begin = Instant::now();
    create(&worlds[0], matches).await;
    let created_s = begin.elapsed().as_secs();
    let finished = used_memory(&redis).await;
    let Settings { retention, .. } = Settings::default();
    let upkeep = async |passed: Duration| {
        for world in &worlds {
            world.clock().pass(u64::try_from(passed.as_millis()).unwrap());
        }
        let begin = Instant::now();
        sweep().await;
        begin.elapsed().as_secs_f64()
    };
    let packed_s = upkeep(retention.responses).await;
    let packed = used_memory(&redis).await;
    eprintln!("bench archiving: packed in {packed_s:.0} s");
    let archived_s = upkeep(retention.finished).await;
    let left = used_memory(&redis).await;
    println!(
        "bench archiving matches={matches} created_s={created_s} finished_bytes={finished} packed_bytes={packed} \
         packed_s={packed_s:.1} archived_bytes={} archived_s={archived_s:.1} archived_per_second={:.0} \
         redis_bytes_after={left}",
        folder.bytes(),
        matches as f64 / archived_s,
    );
}

/// The memory that Redis uses, in bytes.
async fn used_memory(redis: &RedisServer) -> u64 {
    let client = redis::Client::open(redis.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let info: redis::InfoDict = redis::cmd("INFO")
        .arg("memory")
        .query_async(&mut connection)
        .await
        .unwrap();
    info.get("used_memory").unwrap()
}
