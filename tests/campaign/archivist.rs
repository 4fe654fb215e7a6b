//! A server that archives each match soon after its end, during the faults, and is often killed.

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_harness::{Chance, Fault as StoreFault, Faulty, World, root};
use tinsel_service::{Retention, Settings};
use tinsel_store::{Redis, RedisOptions};
use tokio::time::{sleep, timeout};

use crate::{
    faults::pause,
    history::{Affects, Fault, Line, Recorder},
};

/// The time from the end of a match to its archiving: longer than players retry their last calls.
const RETENTION: Duration = Duration::from_secs(20);

/// The time between two rounds of background work.
const ROUND: Duration = Duration::from_millis(50);

/// A new folder for the archive of this run.
pub fn folder() -> PathBuf {
    let folder = root().join(format!("target/campaign/archive-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).expect("own folder");
    folder
}

/// The archive in this folder.
pub fn open(folder: &Path) -> Archive {
    Archive::open(folder.to_str().expect("a path"), ArchiveOptions::default()).expect("an archive")
}

/// Archives finished matches until `over`. The server is killed at a random moment, and replaced by a new one.
pub async fn run(url: &str, folder: &Path, recorder: &Recorder, mut chance: Chance, over: impl Fn() -> bool) {
    let settings = Settings {
        retention: Retention {
            finished: RETENTION,
            ..Retention::default()
        },
        ..Settings::default()
    };
    while !over() {
        let store = Faulty::new(Redis::connect(url, RedisOptions::default()).expect("an address"));
        store.set(StoreFault::EarlyUpkeep);
        let world = World::archived(store, chance.next(), settings.clone(), open(folder)).await;
        let life = pause(&mut chance, 2000, 20_000);
        drop(timeout(life, run_clock(Arc::new(world), 0, true)).await);
        let now = recorder.now();
        recorder.write(&Line::Fault(Fault {
            what: "archiving server killed".to_owned(),
            affects: Affects::Servers,
            begin: now,
            end: now,
        }));
    }
}

/// Moves the clock of a world with the time of the machine, by this number of milliseconds ahead, and does its
/// background work if it `works`.
pub async fn run_clock(world: Arc<World>, ahead: u64, works: bool) {
    loop {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock");
        let now = u64::try_from(since.as_millis()).expect("a time") + ahead;
        world.clock().set(now);
        if works {
            world.sweep().await;
        }
        sleep(ROUND).await;
    }
}
