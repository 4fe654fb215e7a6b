//! Finished matches while they are packed and archived, and after: the same responses, and exactly one copy.

use std::{future::Future, pin::pin, time::Duration};

use prost::Message;
use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_catalog::GameId;
use tinsel_client::{Client, Token};
use tinsel_harness::{
    ArchiveFolder, Choice, Operator, RedisServer, TestMatch, World, creating, exhaustive, sample, some_action, until,
    usual_setups,
};
use tinsel_history::verify;
use tinsel_proto::{
    archive::v1::ArchivedEntry,
    v1::{Audit, DeleteMatchRequest, MatchEvent, MatchExport, watch_match_response::Message as Received},
};
use tinsel_service::Settings;
use tinsel_store::{MatchId, MatchStore, Memory, Redis, RedisOptions, StoreError};
use tinsel_store_testkit::{Moto, patient, polled};
use tonic::Code;

/// A server that archives in this folder.
async fn world<S: MatchStore>(folder: &ArchiveFolder, store: &S, seed: u64) -> World {
    let world = World::archived(store.clone(), seed, Settings::default(), folder.archive.clone()).await;
    world.sweep().await;
    world
}

/// The time from the end of a match until it is packed, in milliseconds.
fn until_packed() -> u64 {
    u64::try_from(Settings::default().retention.responses.as_millis()).unwrap()
}

/// The time from the end of a match until it is archived, in milliseconds.
fn until_archived() -> u64 {
    u64::try_from(Settings::default().retention.finished.as_millis()).unwrap() / 10 * 9
}

/// The interval of upkeep, and the longest pause after a failure, in milliseconds.
const INTERVAL: u64 = 60_000;
const PAUSE_MAX: u64 = 64 * INTERVAL;

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
    Redis::connect(&redis.url(), patient()).unwrap()
}

/// A finished match of a game.
async fn finished(world: &World, game: GameId) -> (TestMatch, MatchId) {
    let setup = usual_setups(game).remove(0);
    let table = TestMatch::of_players(&[world.api()], &creating(&setup, "")).await;
    table.play(&[world.api()], Choice::Bot(3)).await;
    let id = table.match_id.parse().unwrap();
    (table, id)
}

fn audit() -> Audit {
    Audit {
        operator: "ann".to_owned(),
        reason: "erasure".to_owned(),
    }
}

async fn check_archived<S: MatchStore>(store: S, game: GameId) {
    let folder = ArchiveFolder::new();
    let (world, other) = (world(&folder, &store, 31).await, world(&folder, &store, 32).await);
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

/// Without `TINSEL_TEST_ALL`, one of this number of steps is tried.
const STEPS: u32 = 12;

/// The timeout for the store and the archive in tests where they fail.
const IMPATIENT: Duration = Duration::from_millis(200);

/// What fails at a step of upkeep.
#[derive(Clone, Copy)]
enum Failing<'a> {
    /// The server is killed, and another one continues.
    Server,
    /// Redis is killed and restarted.
    Store,
    /// The folder of the archive is moved away.
    Folder(&'a ArchiveFolder),
    /// The S3 server of the archive stops.
    S3(&'a Moto),
}

impl Failing<'_> {
    fn redis(self) -> RedisServer {
        match self {
            Self::Store => RedisServer::start_durable(),
            Self::Server | Self::Folder(_) | Self::S3(_) => RedisServer::start(),
        }
    }

    /// Runs upkeep, and lets the part fail after this number of polls. Returns whether upkeep had ended before.
    async fn after(self, polls: u32, upkeep: impl Future<Output = ()>, redis: &mut RedisServer) -> bool {
        let mut upkeep = pin!(upkeep);
        let ended = polled(&mut upkeep, polls).await;
        match self {
            Self::Server => return ended,
            Self::Store => redis.kill(),
            Self::Folder(folder) => folder.take_away(),
            Self::S3(moto) => moto.pause(),
        }
        if !ended {
            upkeep.await;
        }
        match self {
            Self::Server => {}
            Self::Store => redis.restart(),
            Self::Folder(folder) => folder.restore(),
            Self::S3(moto) => moto.resume(),
        }
        ended
    }
}

/// A finished match on two servers exists exactly once after each failure: in the store until its retention ends, and then in
/// the archive.
async fn check_failures(failing: Failing<'_>, archive: impl Fn() -> Archive) {
    for pass in [until_packed(), until_packed() + until_archived()] {
        let mut polls = sample("steps of upkeep", (1..=STEPS).collect()).remove(0);
        while !Box::pin(check_failure(failing, archive(), pass, polls)).await {
            polls += if exhaustive() { 1 } else { STEPS };
        }
    }
}

/// Fails after this number of polls of the upkeep that is due after `pass`. Returns whether upkeep had ended before.
async fn check_failure(failing: Failing<'_>, archive: Archive, pass: u64, polls: u32) -> bool {
    let mut redis = failing.redis();
    let options = RedisOptions {
        connect_timeout: IMPATIENT,
        response_timeout: IMPATIENT,
        ..RedisOptions::default()
    };
    let store = Redis::connect(&redis.url(), options).unwrap();
    let world = async |seed, store: &Redis| {
        let world = World::archived(store.clone(), seed, Settings::default(), archive.clone()).await;
        world.sweep().await;
        world
    };
    // Patient, because a durable Redis can need longer than `IMPATIENT` for an action.
    let playing = world(32, &connected(&redis)).await;
    let (failed, other) = (world(33, &store).await, world(34, &store).await);
    let (table, id) = finished(&playing, GameId::PresentsOfMine).await;
    let before = shown(&failed, &table, None).await;
    for world in [&failed, &other] {
        world.clock().pass(pass);
    }
    let ended = failing.after(polls, failed.sweep(), &mut redis).await;
    until("the store answers", || async {
        store.time(id.shard()).await.is_ok() && Box::pin(archive.get_stored(id)).await.is_ok()
    })
    .await;
    assert_eq!(shown(&other, &table, None).await, before, "failed at step {polls}");
    let is_archived = pass > until_packed();
    until("the end of upkeep", || async {
        other.clock().pass(PAUSE_MAX);
        other.sweep().await;
        is_stored(&store, id).await != is_archived
    })
    .await;
    let archived = archive.get_stored(id).await.unwrap();
    assert_eq!(archived.is_some(), is_archived, "failed at step {polls}");
    let after = shown(&other, &table, None).await;
    assert_eq!(after, before, "failed at step {polls}");
    verify(&after.export).unwrap();
    ended
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_at_any_step_leaves_exactly_one_copy() {
    let folder = ArchiveFolder::new();
    check_failures(Failing::Server, || folder.archive.clone()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_killed_at_any_step_loses_nothing() {
    let folder = ArchiveFolder::new();
    check_failures(Failing::Store, || folder.archive.clone()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_disappears_at_any_step_loses_nothing() {
    let folder = ArchiveFolder::new();
    check_failures(Failing::Folder(&folder), || folder.archive.clone()).await;
}

mod moto {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_s3_server_that_stops_at_any_step_loses_nothing() {
        let moto = Moto::start();
        moto.create("matches");
        let archive = || {
            let options = ArchiveOptions {
                settings: moto.settings(),
                timeout: IMPATIENT,
                ..ArchiveOptions::default()
            };
            Archive::open("s3://matches", options).unwrap()
        };
        check_failures(Failing::S3(&moto), archive).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_archive_delays_deletion_and_loses_nothing() {
    let store = Memory::default();
    let folder = ArchiveFolder::new();
    let world = world(&folder, &store, 35).await;
    let (table, id) = finished(&world, GameId::SecretSanta).await;
    let before = shown(&world, &table, None).await;
    let retention = u64::try_from(Settings::default().retention.finished.as_millis()).unwrap();
    world.clock().pass(until_packed());
    world.sweep().await;
    folder.take_away();
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
    folder.restore();
    world.clock().pass(PAUSE_MAX);
    world.sweep().await;
    assert_eq!((is_stored(&store, id).await, folder.objects()), (false, 1));
    assert_eq!(shown(&world, &table, None).await, before);
}

/// The sum of a counter over its labels.
fn counted(world: &World, name: &str) -> u64 {
    let metrics = world.metrics();
    let lines = metrics.lines().filter(|line| line.starts_with(name));
    lines
        .filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok())
        .sum()
}

async fn finished_matches(world: &World, count: usize) -> Vec<MatchId> {
    let mut ids = Vec::new();
    for _ in 0..count {
        ids.push(finished(world, GameId::SnowballWar).await.1);
    }
    ids
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_archive_fails_all_matches_are_packed_and_afterwards_all_are_archived() {
    let redis = RedisServer::start();
    let (store, folder) = (connected(&redis), ArchiveFolder::new());
    let world = world(&folder, &store, 40).await;
    // More than are archived at the same time.
    let mut ids = finished_matches(&world, 6).await;
    world.clock().pass(until_archived());
    ids.extend(finished_matches(&world, 6).await);
    world.clock().pass(until_packed());
    folder.take_away();
    world.sweep().await;
    let mut operator = Operator::of(&redis);
    for id in &ids {
        assert!(!operator.field(&id.to_string(), "p").is_empty(), "{id} is not packed");
    }
    assert_eq!(counted(&world, "tinsel_matches_packed_total"), 6);
    let failed = counted(&world, "tinsel_archive_failures_total");
    assert!((1..=4).contains(&failed), "{failed} attempts");
    world.clock().pass(INTERVAL);
    world.sweep().await;
    assert_eq!(counted(&world, "tinsel_archive_failures_total"), failed, "a pause");
    // Packed matches expire only if they are archived.
    world.clock().pass(2 * until_archived());
    world.sweep().await;
    for id in &ids {
        assert!(is_stored(&store, *id).await, "{id}");
    }
    folder.restore();
    world.clock().pass(PAUSE_MAX);
    world.sweep().await;
    assert_eq!(folder.objects(), ids.len());
    for id in &ids {
        assert!(!is_stored(&store, *id).await, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_the_archive_refuses_does_not_stop_the_others() {
    let (store, folder) = (Memory::default(), ArchiveFolder::new());
    let world = world(&folder, &store, 41).await;
    let ids = finished_matches(&world, 12).await;
    // The first one in the order of shards.
    let refused = *ids.iter().min().unwrap();
    let obstacle = folder
        .of_shard(refused.shard())
        .join(format!("{refused}.pb.zst/obstacle"));
    std::fs::create_dir_all(&obstacle).unwrap();
    world.clock().pass(until_archived());
    for _ in 0..8 {
        world.sweep().await;
        world.clock().pass(INTERVAL);
    }
    for id in &ids {
        assert_eq!(is_stored(&store, *id).await, *id == refused, "{id}");
    }
    std::fs::remove_dir_all(obstacle.parent().unwrap()).unwrap();
    world.clock().pass(PAUSE_MAX);
    world.sweep().await;
    assert_eq!(folder.objects(), ids.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shard_of_the_archive_that_cannot_be_listed_does_not_stop_the_expiry_of_others() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let (store, folder) = (Memory::default(), ArchiveFolder::new());
    let world = world(&folder, &store, 42).await;
    let ids = finished_matches(&world, 4).await;
    world.clock().pass(until_archived());
    world.sweep().await;
    assert_eq!(folder.objects(), ids.len());
    let first = ids.iter().map(|id| id.shard()).min().unwrap();
    // The archive cannot read this name.
    let foreign = folder.of_shard(first).join(OsStr::from_bytes(b"\xff"));
    std::fs::write(&foreign, "").unwrap();
    let of_first = ids.iter().filter(|id| id.shard() == first).count();
    let expiring = async |objects: usize| {
        for _ in 0..=Settings::default().shards {
            world.clock().pass(INTERVAL);
            world.sweep().await;
        }
        assert_eq!(folder.objects(), objects);
    };
    let year = Duration::from_secs(365 * 24 * 60 * 60);
    world.clock().pass(u64::try_from(year.as_millis()).unwrap() * 2);
    // With the foreign file.
    expiring(of_first + 1).await;
    std::fs::remove_file(foreign).unwrap();
    expiring(0).await;
}

/// The stored entry of a revision, without its commitment hash.
fn without_commitment(field: &[u8]) -> Vec<u8> {
    let (request, entry) = field.split_at(1 + usize::from(field[0]));
    let mut entry = ArchivedEntry::decode(entry).unwrap();
    assert_eq!(std::mem::take(&mut entry.commitment).len(), 32);
    [request, &entry.encode_to_vec()].concat()
}

/// Matches whose logs were damaged in the store do not leave it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_with_a_broken_chain_are_not_archived() {
    let redis = RedisServer::start();
    let store = connected(&redis);
    let folder = ArchiveFolder::new();
    let world = world(&folder, &store, 36).await;
    let mut operator = Operator::of(&redis);
    let (replaced, first) = finished(&world, GameId::GrunkleMatch).await;
    let other = operator.field(&replaced.match_id, "e9");
    operator.put_field(&replaced.match_id, "e8", &other);
    let (stripped, second) = finished(&world, GameId::GrunkleMatch).await;
    let entry = operator.field(&stripped.match_id, "e8");
    operator.put_field(&stripped.match_id, "e8", &without_commitment(&entry));
    world.clock().pass(until_packed() + until_archived());
    world.sweep().await;
    for id in [first, second] {
        assert!(is_stored(&store, id).await, "{id}");
    }
    assert_eq!(folder.objects(), 0);
    assert!(
        world
            .metrics()
            .contains(r#"tinsel_archive_failures_total{cause="corrupt"#)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_deletes_an_archived_match() {
    let store = Memory::default();
    let folder = ArchiveFolder::new();
    let world = world(&folder, &store, 37).await;
    let (table, _) = finished(&world, GameId::JingleBrawl).await;
    world.clock().pass(until_packed() + until_archived());
    world.sweep().await;
    assert_eq!(folder.objects(), 1);
    let delete = DeleteMatchRequest {
        match_id: table.match_id.clone(),
        audit: Some(audit()),
    };
    world.operators().ask(&delete, None).await.unwrap();
    assert_eq!(folder.objects(), 0);
    let gone = world.api().ask(&table.getting(), None).await.unwrap_err();
    assert_eq!(gone.code(), Code::NotFound);
}

/// Matches that ended before an archive was configured are archived, and archived matches expire by their age.
// A2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_takes_earlier_matches_and_deletes_old_ones() {
    let store = Memory::default();
    let folder = ArchiveFolder::new();
    let without = World::with(store.clone(), 38, Settings::default()).await;
    without.sweep().await;
    let (table, _) = finished(&without, GameId::SnowballWar).await;
    without.clock().pass(until_packed());
    without.sweep().await;
    let expires = async |world: &World| table.state(world.api(), None).await.r#match.unwrap().expire_time;
    assert!(expires(&without).await.is_some());
    let with = world(&folder, &store, 39).await;
    with.clock().pass(until_packed() + until_archived());
    with.sweep().await;
    assert_eq!(folder.objects(), 1);
    shown(&with, &table, None).await;
    assert_eq!(expires(&with).await, None, "no time is known");
    let year = Duration::from_secs(365 * 24 * 60 * 60);
    with.clock().pass(u64::try_from(year.as_millis()).unwrap() * 2);
    for _ in 0..=Settings::default().shards {
        with.sweep().await;
    }
    assert_eq!(folder.objects(), 0);
}
