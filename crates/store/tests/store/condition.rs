//! The condition of Redis: refused writes, settings that endanger matches, and matches that were deleted.

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::pin,
    time::Duration,
};

use futures_util::FutureExt;
use tinsel_store::{
    Change, MatchId, MatchStore, ProblemKind, Redis, RedisOptions, RedisTls, Shard, StoreError, StoreInspection,
    StoreProblem, UnixMillis, Write, WriteRefusal,
};
use tinsel_store_testkit::{
    Failover, RedisCluster, RedisSentinels, RedisServer, SecuredRedis, created, id, patient, shard, until, write,
    written,
};

fn store_at(url: &str) -> Redis {
    Redis::connect(url, patient()).unwrap()
}

fn refusal<T: std::fmt::Debug>(result: Result<T, StoreError>) -> WriteRefusal {
    match result {
        Err(StoreError::RefusesWrites(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

/// The refusal of the heartbeat of one shard.
async fn pulse(store: &Redis) -> Result<(), StoreError> {
    let mut answered = Ok(());
    store.pulse(&[Shard::FIRST], |pulse| answered = pulse.answered).await;
    answered
}

#[tokio::test]
async fn a_refused_write_and_heartbeat_return_the_cause_and_change_nothing() {
    let server = RedisServer::start_with("--appendonly no --enable-protected-configs yes");
    let store = store_at(&server.url());
    let id = id(shard());
    let version = created(store.create(id, write("begun")).await.unwrap());
    for (code, cause) in [
        ("OOM", WriteRefusal::OutOfMemory),
        ("READONLY", WriteRefusal::ReadOnly),
        ("NOREPLICAS", WriteRefusal::TooFewReplicas),
        ("MISCONF", WriteRefusal::DiskError),
    ] {
        server.refuse_writes(code);
        let next = write("next");
        assert_eq!(refusal(store.replace(id, version, &next).await), cause, "{code}");
        assert_eq!(
            refusal(store.create(tinsel_store_testkit::id(shard()), next).await),
            cause,
            "{code}"
        );
        assert_eq!(refusal(pulse(&store).await), cause, "{code}");
        assert_eq!(store.load(id).await.unwrap().version, version, "{code}");
        server.accept_writes();
    }
    written(store.replace(id, version, &write("next")).await.unwrap());
    pulse(&store).await.unwrap();
}

async fn problems(store: &Redis) -> Vec<StoreProblem> {
    loop {
        let found = store.check(7).await.problems;
        if !kinds(&found).contains(&ProblemKind::Unreachable) {
            return found;
        }
    }
}

fn kinds(problems: &[StoreProblem]) -> Vec<ProblemKind> {
    problems.iter().map(|problem| problem.kind).collect()
}

#[tokio::test]
async fn a_check_finds_the_bad_settings_of_a_server_and_of_its_replicas() {
    let good = RedisServer::start_durable();
    assert_eq!(problems(&store_at(&good.url())).await, []);

    let bad = RedisServer::start_with("--appendonly no --maxmemory 100mb --maxmemory-policy volatile-lru");
    let store = store_at(&bad.url());
    let found = problems(&store).await;
    assert_eq!(kinds(&found), [ProblemKind::EvictsKeys, ProblemKind::NotPersistent]);
    assert!(found[0].sentence.contains("volatile-lru"), "{found:?}");
    bad.tell("CONFIG SET maxmemory-policy noeviction");
    bad.tell("CONFIG SET appendonly yes");
    bad.tell("CONFIG SET maxmemory 1");
    until("the file is written", || async {
        kinds(&problems(&store).await) == [ProblemKind::MemoryLow]
    })
    .await;

    let replica = RedisServer::start_with(&format!(
        "--replicaof 127.0.0.1 {} --maxmemory 100mb --maxmemory-policy allkeys-lru",
        good.port()
    ));
    let options = RedisOptions {
        replicas: 2,
        ..RedisOptions::default()
    };
    let store = Redis::connect(&good.url(), options).unwrap();
    until("the replica is connected", || async {
        kinds(&problems(&store).await).contains(&ProblemKind::EvictsKeys)
    })
    .await;
    let found = problems(&store).await;
    assert_eq!(kinds(&found), [ProblemKind::TooFewReplicas, ProblemKind::EvictsKeys]);
    assert_eq!(found[1].node, format!("127.0.0.1:{}", replica.port()));

    // With two replicas, a master can require one of them.
    replica.tell("CONFIG SET maxmemory-policy noeviction");
    let _second = RedisServer::start_with(&format!("--replicaof 127.0.0.1 {}", good.port()));
    until("the second replica is connected", || async {
        kinds(&problems(&store).await) == [ProblemKind::MinReplicasUnset]
    })
    .await;
    good.tell("CONFIG SET min-replicas-to-write 1");
    assert_eq!(problems(&store).await, []);
    good.tell("CONFIG SET maxmemory 0");
    let found = problems(&store).await;
    assert_eq!(kinds(&found), [ProblemKind::MemoryUnlimited]);
    assert!(
        found[0].sentence.contains("set maxmemory to at most three quarters"),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_check_covers_every_server_of_each_topology_with_the_documented_permissions() {
    assert_eq!(kinds(&problems(&secured()).await), [ProblemKind::NotPersistent]);
    let nodes = async |store: Redis| {
        let found = problems(&store).await;
        let nodes: BTreeSet<_> = found.iter().map(|problem| problem.node.clone()).collect();
        (kinds(&found), nodes.len())
    };
    let sentinels = RedisSentinels::start();
    assert_eq!(
        nodes(store_at(&sentinels.url())).await,
        (vec![ProblemKind::NotPersistent], 1)
    );
    let cluster = RedisCluster::start();
    assert_eq!(
        nodes(store_at(&cluster.url())).await,
        (vec![ProblemKind::NotPersistent; 3], 3)
    );
}

fn secured() -> Redis {
    let server = Box::leak(Box::new(SecuredRedis::start()));
    let tls = RedisTls::default();
    tls.replace(Some(server.ca().into()), None).unwrap();
    let options = RedisOptions {
        tls,
        ..RedisOptions::default()
    };
    Redis::connect(&server.url(), options).unwrap()
}

/// A match in play: in the lobby index, with a deadline and an expiry.
fn in_play(expiry: Duration) -> Write {
    Write {
        deadline: Change::Set(UnixMillis(1)),
        lobby: Change::Set("listed".into()),
        expiry: Change::Set(expiry),
        ..write("begun")
    }
}

async fn read_indexes(store: &Redis, id: MatchId) {
    assert_eq!(store.lobby(id.shard().into(), None, 9).await.unwrap(), []);
    assert_eq!(store.due(id.shard(), UnixMillis(9), 9).await.unwrap().matches, []);
}

#[tokio::test]
async fn a_match_that_is_gone_before_its_end_is_counted_once_and_leaves_the_indexes() {
    const HOUR: Duration = Duration::from_secs(3600);
    let server = RedisServer::start();
    let (writer, other) = (store_at(&server.url()), store_at(&server.url()));
    let evict = |id: MatchId| server.tell(&format!("DEL tinsel:{{{}}}:match:{id}", id.shard()));

    // The index of deadlines shows it to every server.
    let timed = id(shard());
    created(writer.create(timed, in_play(HOUR)).await.unwrap());
    evict(timed);
    for _ in 0..2 {
        read_indexes(&other, timed).await;
        assert!(matches!(writer.load(timed).await, Err(StoreError::NotFound)));
    }
    // Each server counts what it notices.
    assert_eq!((other.lost(), writer.lost()), (1, 1));

    // Only the server that wrote the expiry knows that a match without a deadline should exist.
    let untimed = id(shard());
    let lasting = Write {
        deadline: Change::Keep,
        ..in_play(HOUR)
    };
    created(writer.create(untimed, lasting).await.unwrap());
    evict(untimed);
    for store in [&writer, &other] {
        read_indexes(store, untimed).await;
        assert!(matches!(store.load(untimed).await, Err(StoreError::NotFound)));
    }
    assert_eq!((other.lost(), writer.lost()), (1, 2));
}

#[tokio::test]
async fn a_damaged_deadline_is_counted_and_hides_no_other_match() {
    let server = RedisServer::start();
    let store = store_at(&server.url());
    let shard = shard();
    let [damaged, sound] = [id(shard), id(shard)];
    for id in [damaged, sound] {
        created(store.create(id, in_play(Duration::from_secs(3600))).await.unwrap());
    }
    server.tell(&format!(
        "HSET tinsel:{{{}}}:match:{damaged} d garbage",
        damaged.shard()
    ));
    for _ in 0..2 {
        let due = store.due(sound.shard(), UnixMillis(9), 9).await.unwrap();
        assert_eq!(due.matches, [(sound, UnixMillis(1))]);
        assert_eq!(store.damaged(), 1);
    }
}

#[tokio::test]
async fn a_deleted_match_is_not_counted_as_lost_by_any_server() {
    const HOUR: Duration = Duration::from_secs(3600);
    let server = RedisServer::start();
    let (writer, other) = (store_at(&server.url()), store_at(&server.url()));
    let id = id(shard());
    let version = created(writer.create(id, in_play(HOUR)).await.unwrap());
    // Both know the expiry.
    let step = Write {
        expiry: Change::Set(HOUR),
        ..write("moved")
    };
    other.replace(id, version, &step).await.unwrap();
    other.delete(id, None).await.unwrap();
    for store in [&writer, &other] {
        read_indexes(store, id).await;
        assert!(matches!(store.load(id).await, Err(StoreError::NotFound)));
        assert!(matches!(
            store.replace(id, version, &step).await,
            Err(StoreError::NotFound)
        ));
    }
    assert_eq!((writer.lost(), other.lost()), (0, 0));
}

/// Redis executes the read before the creation, and the store processes its reply afterwards.
#[tokio::test]
async fn a_match_that_is_created_during_a_read_is_not_counted_as_lost() {
    let server = RedisServer::start();
    let store = store_at(&server.url());
    let id = id(shard());
    // From here on, it is connected.
    assert!(matches!(store.load(id).await, Err(StoreError::NotFound)));
    let mut reading = pin!(store.load(id));
    assert!(reading.as_mut().now_or_never().is_none());
    created(store.create(id, in_play(Duration::from_secs(3600))).await.unwrap());
    assert!(matches!(reading.await, Err(StoreError::NotFound)));
    assert_eq!(store.lost(), 0);
    store.load(id).await.unwrap();
}

#[tokio::test]
async fn a_scan_returns_corrupt_matches_and_skips_keys_of_other_programs() {
    let server = RedisServer::start();
    let store = store_at(&server.url());
    let [sound, no_version, no_hash] = [(); 3].map(|()| id(shard()));
    for id in [sound, no_version] {
        created(store.create(id, write("begun")).await.unwrap());
    }
    let key = |id: MatchId| format!("tinsel:{{{}}}:match:{id}", id.shard());
    server.tell(&format!("HSET {} v nonsense", key(no_version)));
    server.tell(&format!("SET {} 1", key(no_hash)));
    for other in [
        "tinsel:{s001}:match:nonsense",
        "tinsel:{s001}:match:002-00000000000000000000",
        "others",
    ] {
        server.tell(&format!("HSET {other} v 1 r 1"));
    }
    let scanned = store.scan(None, 1000).await.unwrap();
    assert_eq!(scanned.next, None);
    let found: BTreeMap<_, _> = scanned.matches.into_iter().collect();
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[&sound].as_ref().unwrap().record, "begun");
    for id in [no_version, no_hash] {
        assert!(matches!(found[&id], Err(StoreError::Corrupt(_))), "{id}");
    }
}

#[tokio::test]
async fn an_expired_match_is_not_counted_as_lost() {
    let server = RedisServer::start();
    let store = store_at(&server.url());
    let expired = id(shard());
    let brief = Write {
        deadline: Change::Keep,
        ..in_play(Duration::from_millis(1))
    };
    created(store.create(expired, brief).await.unwrap());
    until("it has expired", || async { store.load(expired).await.is_err() }).await;
    read_indexes(&store, expired).await;
    assert_eq!(store.lost(), 0);
}
