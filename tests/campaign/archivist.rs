//! A server that archives each match soon after its end, during the faults, and is often killed.

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_harness::{Chance, Fault as StoreFault, Faulty, UPKEEP_AFTER, World, root};
use tinsel_service::{Retention, Settings};
use tinsel_store::{Redis, RedisOptions};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use crate::{
    faults::{is_calm, pause},
    history::{Affects, Fault, Line, Recorder},
    phase::Clock,
};

/// The time between two rounds of background work.
pub const ROUND: Duration = Duration::from_millis(50);

/// The time after which the other servers certainly know that a server is gone, in microseconds, less that for the
/// recovery from any fault.
const NOTICED: u64 = 8_000_000;

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

/// Archives finished matches until the run settles. The server is killed at a random moment, and with all others while the
/// run is `unserved`. Each time a new one replaces it.
pub async fn run(
    (url, folder): (&str, &Path),
    recorder: &Recorder,
    mut chance: Chance,
    clock: &Clock,
    mut unserved: watch::Receiver<bool>,
) {
    let settings = Settings {
        retention: Retention {
            finished: UPKEEP_AFTER,
            ..Retention::default()
        },
        ..Settings::default()
    };
    while clock.is_disturbed() {
        while *unserved.borrow() {
            // The sender lives as long as the faults.
            drop(unserved.wait_for(|unserved| !unserved).await);
            // On a test clock, this server does not look for outages that it has missed. The others store them meanwhile.
            drop(timeout(Duration::from_micros(NOTICED), unserved.wait_for(|unserved| *unserved)).await);
        }
        let store = Faulty::new(Redis::connect(url, RedisOptions::default()).expect("an address"));
        store.set(StoreFault::EarlyUpkeep);
        let world = World::archived(store, chance.next(), settings.clone(), open(folder)).await;
        tokio::select! {
            () = run_clock(Arc::new(world), 0, ROUND) => {}
            () = killed(recorder, pause(&mut chance, 5000, 20_000)) => {}
            () = clock.settled() => {}
            _ = unserved.wait_for(|unserved| *unserved) => {}
        }
        let now = recorder.now();
        recorder.write(&Line::Fault(Fault {
            what: "archiving server killed".to_owned(),
            affects: Affects::Servers,
            begin: now,
            end: now + NOTICED,
        }));
    }
}

/// Waits for the end of a server after this time.
async fn killed(recorder: &Recorder, life: Duration) {
    sleep(life).await;
    while is_calm(recorder.now() + NOTICED) {
        sleep(ROUND).await;
    }
}

/// Moves the clock of a world with the time of the machine, by this number of milliseconds ahead, and does its
/// background work at this interval.
pub async fn run_clock(world: Arc<World>, ahead: u64, interval: Duration) {
    let mut worked = Instant::now();
    loop {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock");
        let now = u64::try_from(since.as_millis()).expect("a time") + ahead;
        world.clock().set(now);
        if worked.elapsed() >= interval {
            world.sweep().await;
            worked = Instant::now();
        }
        sleep(ROUND).await;
    }
}
