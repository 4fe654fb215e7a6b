//! Finished matches while they are packed and archived, and after: the same responses, and exactly one copy.

use std::{
    future::Future,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    pin::pin,
    sync::atomic::{AtomicU32, Ordering},
    task::Poll,
    time::Duration,
};

use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_catalog::GameId;
use tinsel_client::{Client, Token};
use tinsel_harness::{
    Choice, Operator, RedisServer, TestMatch, World, creating, exhaustive, sample, some_action, usual_tables,
};
use tinsel_history::verify;
use tinsel_proto::v1::{Audit, DeleteMatchRequest, MatchEvent, MatchExport, watch_match_response::Message as Received};
use tinsel_service::Settings;
use tinsel_store::{MatchId, MatchStore, Memory, Redis, RedisOptions, StoreError};
use tonic::Code;

/// An archive in a folder that only this account can read.
struct Folder {
    path: PathBuf,
    archive: Archive,
}

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tinsel-archive-{}-{number}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        let archive = Archive::open(path.to_str().unwrap(), ArchiveOptions::default()).unwrap();
        Self { path, archive }
    }

    /// The number of archived matches.
    fn objects(&self) -> usize {
        fn files(folder: &Path) -> usize {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries
                .map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 })
                .sum()
        }
        files(&self.path)
    }

    async fn world<S: MatchStore>(&self, store: &S, seed: u64) -> World {
        let world = World::archived(store.clone(), seed, Settings::default(), self.archive.clone()).await;
        world.sweep().await;
        world
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _: Result<(), _> = std::fs::remove_dir_all(&self.path);
    }
}

/// The time from the end of a match until it is packed, in milliseconds.
fn until_packed() -> u64 {
    u64::try_from(Settings::default().retention.responses.as_millis()).unwrap()
}

/// The time from the end of a match until it is archived, in milliseconds.
fn until_archived() -> u64 {
    u64::try_from(Settings::default().retention.finished.as_millis()).unwrap() / 10 * 9
}

/// The data of a finished match that a viewer can read.
#[derive(Debug, PartialEq)]
struct Shown {
    export: MatchExport,
    watched: Vec<Vec<MatchEvent>>,
}

async fn shown(world: &World, table: &TestMatch, token: Option<&str>) -> Shown {
    let client = Client::connect([world.url()]).unwrap();
    let exporting = token.map(Token::new);
    let export = client.export(&table.match_id, exporting.as_ref()).await.unwrap();
    let head = export.r#match.as_ref().unwrap().revision;
    let watched = table.told(world.api(), Some(0), token, head).await.into_iter();
    let events = watched.map(|response| match response.message {
        Some(Received::Update(update)) => update.events,
        other => panic!("not an update: {other:?}"),
    });
    Shown {
        watched: events.collect(),
        export,
    }
}

async fn is_stored<S: MatchStore>(store: &S, id: MatchId) -> bool {
    match store.load(id).await {
        Ok(_) => true,
        Err(StoreError::NotFound) => false,
        Err(error) => panic!("{error}"),
    }
}

/// A store on a Redis that no other test uses, because upkeep processes all matches of a store.
fn connected(redis: &RedisServer) -> Redis {
    Redis::connect(&redis.url(), RedisOptions::default()).unwrap()
}

/// A finished match of a game.
async fn finished(world: &World, game: GameId) -> (TestMatch, MatchId) {
    let setup = usual_tables(game).remove(0);
    let table = TestMatch::of_players(&[world.api()], &creating(&setup, "")).await;
    table.play(&[world.api()], Choice::Bot(3)).await;
    let id = table.match_id.parse().unwrap();
    (table, id)
}

async fn check_archived<S: MatchStore>(store: S, game: GameId) {
    let folder = Folder::new();
    let (world, other) = (folder.world(&store, 31).await, folder.world(&store, 32).await);
    let (table, id) = finished(&world, game).await;
    let viewers = table.viewers();
    let mut before = Vec::new();
    for token in &viewers {
        before.push(shown(&world, &table, *token).await);
    }
    for (pass, objects) in [(until_packed(), 0), (until_archived(), 1)] {
        for world in [&world, &other] {
            world.clock().pass(pass);
            world.sweep().await;
        }
        assert_eq!(folder.objects(), objects);
        assert_eq!(is_stored(&store, id).await, objects == 0, "the store or the archive");
        for (token, before) in viewers.iter().zip(&before) {
            let after = shown(&other, &table, *token).await;
            assert_eq!(&after, before, "{game}");
            verify(&after.export).unwrap();
        }
    }
    let late = other
        .api()
        .ask(&table.submitting("late", some_action(game)), Some(table.token(0)))
        .await;
    let late = late.unwrap_err();
    assert_eq!(late.code(), Code::FailedPrecondition, "{late:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packed_and_archived_matches_are_shown_as_before() {
    for game in GameId::ALL.iter().copied() {
        check_archived(Memory::default(), game).await;
        let redis = RedisServer::start();
        check_archived(connected(&redis), game).await;
    }
}

/// Polls a future at most this number of times, and then drops it, as a killed server does. Returns whether it ended.
async fn killed_after(polls: usize, future: impl Future<Output = ()>) -> bool {
    let (mut future, mut polled) = (pin!(future), 0);
    std::future::poll_fn(|context| {
        if polled == polls {
            return Poll::Ready(false);
        }
        polled += 1;
        future.as_mut().poll(context).map(|()| true)
    })
    .await
}

/// Without `TINSEL_TEST_ALL`, one of this number of steps is tried.
const STEPS: usize = 12;

/// Every step can be the last one of a server: in each case, another server completes the work.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_at_any_step_leaves_exactly_one_copy() {
    for pass in [until_packed(), until_packed() + until_archived()] {
        let first = sample("steps of upkeep", (1..=STEPS).collect()).remove(0);
        for polls in (first..).step_by(if exhaustive() { 1 } else { STEPS }) {
            let redis = RedisServer::start();
            let store = connected(&redis);
            let folder = Folder::new();
            let (killed, other) = (folder.world(&store, 33).await, folder.world(&store, 34).await);
            let (table, id) = finished(&killed, GameId::PresentsOfMine).await;
            let before = shown(&killed, &table, None).await;
            for world in [&killed, &other] {
                world.clock().pass(pass);
            }
            let ended = killed_after(polls, killed.sweep()).await;
            assert_eq!(shown(&other, &table, None).await, before, "killed at step {polls}");
            other.sweep().await;
            let is_archived = pass > until_packed();
            assert_eq!(folder.objects(), usize::from(is_archived));
            assert_eq!(is_stored(&store, id).await, !is_archived);
            assert_eq!(shown(&other, &table, None).await, before);
            if ended {
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_archive_delays_deletion_and_loses_nothing() {
    let store = Memory::default();
    let folder = Folder::new();
    let world = folder.world(&store, 35).await;
    let (table, id) = finished(&world, GameId::SecretSanta).await;
    let before = shown(&world, &table, None).await;
    let retention = u64::try_from(Settings::default().retention.finished.as_millis()).unwrap();
    world.clock().pass(until_packed());
    world.sweep().await;
    // A file in place of the folder refuses every write, also by the superuser.
    std::fs::remove_dir_all(&folder.path).unwrap();
    std::fs::write(&folder.path, b"").unwrap();
    world.clock().pass(2 * retention);
    world.sweep().await;
    assert!(is_stored(&store, id).await);
    assert_eq!(shown(&world, &table, None).await, before);
    let failures = world.metrics();
    let failed = failures
        .lines()
        .filter(|line| line.starts_with("tinsel_archive_failures_total"));
    assert!(
        failed.clone().any(|line| line.ends_with(" 1")),
        "{:?}",
        failed.collect::<Vec<_>>()
    );
    std::fs::remove_file(&folder.path).unwrap();
    std::fs::create_dir(&folder.path).unwrap();
    world.sweep().await;
    assert_eq!((is_stored(&store, id).await, folder.objects()), (false, 1));
    assert_eq!(shown(&world, &table, None).await, before);
}

/// A match whose log was damaged in the store does not leave it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_with_a_broken_chain_is_not_archived() {
    let redis = RedisServer::start();
    let store = connected(&redis);
    let folder = Folder::new();
    let world = folder.world(&store, 36).await;
    let (table, id) = finished(&world, GameId::GrunkleMatch).await;
    let mut operator = Operator::of(&redis);
    let other = operator.field(&table.match_id, "e9");
    operator.put_field(&table.match_id, "e8", &other);
    world.clock().pass(until_packed() + until_archived());
    world.sweep().await;
    assert_eq!((is_stored(&store, id).await, folder.objects()), (true, 0));
    assert!(
        world
            .metrics()
            .contains(r#"tinsel_archive_failures_total{cause="corrupt"#)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_deletes_an_archived_match() {
    let store = Memory::default();
    let folder = Folder::new();
    let world = folder.world(&store, 37).await;
    let (table, _) = finished(&world, GameId::JingleBrawl).await;
    world.clock().pass(until_packed() + until_archived());
    world.sweep().await;
    assert_eq!(folder.objects(), 1);
    let delete = DeleteMatchRequest {
        match_id: table.match_id.clone(),
        audit: Some(Audit {
            operator: "ann".to_owned(),
            reason: "erasure".to_owned(),
        }),
    };
    world.operators().ask(&delete, None).await.unwrap();
    assert_eq!(folder.objects(), 0);
    let gone = world.api().ask(&table.getting(), None).await.unwrap_err();
    assert_eq!(gone.code(), Code::NotFound);
}

/// Matches that ended before an archive was configured are archived, and archived matches expire by their age.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_takes_earlier_matches_and_deletes_old_ones() {
    let store = Memory::default();
    let folder = Folder::new();
    let without = World::with(store.clone(), 38, Settings::default()).await;
    without.sweep().await;
    let (table, _) = finished(&without, GameId::SnowballWar).await;
    without.clock().pass(until_packed());
    without.sweep().await;
    let with = folder.world(&store, 39).await;
    with.clock().pass(until_packed() + until_archived());
    with.sweep().await;
    assert_eq!(folder.objects(), 1);
    shown(&with, &table, None).await;
    let year = Duration::from_secs(365 * 24 * 60 * 60);
    with.clock().pass(u64::try_from(year.as_millis()).unwrap() * 2);
    for _ in 0..=Settings::default().shards {
        with.sweep().await;
    }
    assert_eq!(folder.objects(), 0);
}
