//! Properties that only a store in Redis has: it survives failures of servers and connections, and bounds its commands.

mod trimming;

use std::{collections::BTreeSet, time::Duration};

use redis::{Client, FromRedisValue};
use tinsel_store::{
    Assignment, Change, Limits, MatchId, MatchStore, Notice, PoolId, Redis, RedisOptions, Replaced, RequestId,
    Revision, StoreError, Stored, UnixMillis, Version, Write, WriteRefusal,
};
use tinsel_store_testkit::{
    RedisServer, answer, asked, created, id, next, patient, reached, request, shard, until, write, written,
};

/// A server of its own for a test, with a store.
struct Site {
    server: RedisServer,
    store: Redis,
}

impl Site {
    fn open() -> Self {
        Self::on(RedisServer::start())
    }

    fn on(server: RedisServer) -> Self {
        let store = Redis::connect(&server.url(), patient()).unwrap();
        Self { server, store }
    }

    async fn begun(&self) -> (MatchId, Version) {
        let id = id(shard());
        (id, created(self.store.create(id, write("begun")).await.unwrap()))
    }

    /// The server's reply to a command of the test.
    async fn ask<T: FromRedisValue>(&self, command: &[&str]) -> T {
        let client = Client::open(self.server.url()).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        let (name, arguments) = command.split_first().unwrap();
        redis::cmd(name)
            .arg(arguments)
            .query_async(&mut connection)
            .await
            .unwrap()
    }
}

/// Short timeouts, for servers that do not answer.
fn impatient() -> RedisOptions {
    RedisOptions {
        connect_timeout: Duration::from_millis(100),
        response_timeout: Duration::from_millis(100),
        ..RedisOptions::default()
    }
}

fn unavailable<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    match result {
        Err(StoreError::Unavailable(why)) => why,
        other => panic!("not unavailable: {other:?}"),
    }
}

fn key(id: MatchId) -> String {
    format!("tinsel:{{{}}}:match:{id}", id.shard())
}

/// A step that sets every field beside the record.
fn whole() -> Write {
    Write {
        deadline: Change::Set(UnixMillis(7)),
        lobby: Change::Set("lobby".into()),
        expiry: Change::Set(Duration::from_secs(600)),
        ..asked("whole", "moved")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warm_step_is_one_evalsha_and_few_commands_within() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let turn = |name, deadline| Write {
        deadline: Change::Set(UnixMillis(deadline)),
        ..asked(name, "moved")
    };
    let version = written(site.store.replace(id, version, &turn("r1", 1000)).await.unwrap());
    let mut notices = site.store.watch(id).await.unwrap();
    let _: String = site.ask(&["CONFIG", "RESETSTAT"]).await;
    written(site.store.replace(id, version, &turn("r2", 2000)).await.unwrap());
    next(&mut notices).await;
    let stats: String = site.ask(&["INFO", "commandstats"]).await;
    let mut calls: Vec<_> = stats.lines().filter_map(|line| line.strip_prefix("cmdstat_")).collect();
    calls.retain(|line| {
        !["info", "client", "config", "ping"]
            .iter()
            .any(|ours| line.starts_with(ours))
    });
    let calls: Vec<_> = calls.iter().filter_map(|line| line.split(',').next()).collect();
    assert_eq!(calls.len(), 4, "{calls:?}");
    for call in ["evalsha:calls=1", "hmget:calls=1", "hset:calls=1", "publish:calls=1"] {
        assert!(calls.contains(&call), "{call} is not in {calls:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_keys_of_a_match_share_the_tag_of_its_shard() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    written(site.store.replace(id, version, &whole()).await.unwrap());
    let mut keys: Vec<String> = site.ask(&["KEYS", "*"]).await;
    keys.sort();
    let tag = format!("tinsel:{{{}}}", id.shard());
    assert_eq!(keys, [format!("{tag}:due"), format!("{tag}:lobby"), key(id)]);
    let left: i64 = site.ask(&["PTTL", &key(id)]).await;
    assert!((1..=600_000).contains(&left), "{left} ms");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_match_leaves_nothing_behind_once_the_indexes_are_read() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    written(site.store.replace(id, version, &whole()).await.unwrap());
    let _: i64 = site.ask(&["PEXPIRE", &key(id), "1"]).await;
    until("the match has expired", || async {
        matches!(site.store.load(id).await, Err(StoreError::NotFound))
    })
    .await;
    assert_eq!(site.ask::<Vec<String>>(&["KEYS", "*"]).await.len(), 2);
    assert_eq!(site.store.lobby(id.shard().into(), None, 9).await.unwrap(), []);
    assert_eq!(site.ask::<Vec<String>>(&["KEYS", "*"]).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn cleared_values_are_removed_from_the_server_at_once() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let before: BTreeSet<String> = site.ask(&["HKEYS", &key(id)]).await;
    let step = Write {
        request: None,
        ..whole()
    };
    let version = written(site.store.replace(id, version, &step).await.unwrap());
    let clear = Write {
        deadline: Change::Clear,
        lobby: Change::Clear,
        expiry: Change::Clear,
        ..write("cleared")
    };
    written(site.store.replace(id, version, &clear).await.unwrap());
    let after: BTreeSet<String> = site.ask(&["HKEYS", &key(id)]).await;
    let entries = ["e2", "e3"].map(str::to_owned).into();
    assert_eq!(after.difference(&before).cloned().collect::<BTreeSet<_>>(), entries);
    assert_eq!(site.ask::<Vec<String>>(&["KEYS", "*"]).await, [key(id)]);
    assert_eq!(site.ask::<i64>(&["PTTL", &key(id)]).await, -1);
}

#[tokio::test(flavor = "multi_thread")]
async fn assignments_and_slots_expire_in_the_server() {
    let site = Site::open();
    let (kept_for, shard) = (Duration::from_secs(600), shard());
    let (pool, seeker): (PoolId, RequestId) = (id(shard).to_string().parse().unwrap(), request("ann"));
    for (member, kept_for) in [(id(shard), kept_for), (id(shard), Duration::from_secs(1))] {
        site.store.reserve(pool, member, kept_for, 9).await.unwrap();
    }
    let assignment = Assignment {
        full: None,
        fresh: Some(id(shard)),
        kept_for,
    };
    site.store.assign(pool, &seeker, assignment).await.unwrap();
    let keys: Vec<String> = site.ask(&["KEYS", "*"]).await;
    assert_eq!(keys.len(), 3, "{keys:?}");
    for key in keys {
        let left: i64 = site.ask(&["PTTL", &key]).await;
        assert!((300_000..=600_000).contains(&left), "{key} is kept for {left} ms");
    }
}

/// A query that runs at the same moment as a write may leave an entry to the next query.
#[tokio::test(flavor = "multi_thread")]
async fn only_an_outdated_index_entry_is_repaired() {
    let site = Site::open();
    let shard = shard();
    let (standing, due) = (id(shard), id(shard));
    let lobby = Write {
        lobby: Change::Set("lobby".into()),
        ..write("standing")
    };
    created(site.store.create(standing, lobby).await.unwrap());
    let deadline = Write {
        deadline: Change::Set(UnixMillis(7)),
        ..write("due")
    };
    created(site.store.create(due, deadline).await.unwrap());
    let index = |name: &str| format!("tinsel:{{{shard}}}:{name}");
    let _: i64 = site.ask(&["ZADD", &index("due"), "1", &standing.to_string()]).await;
    let _: i64 = site.ask(&["ZADD", &index("lobby"), "0", &due.to_string()]).await;
    for _ in 0..2 {
        let found = site.store.due(shard, UnixMillis(9), 9).await.unwrap();
        assert_eq!(found.matches, [(due, UnixMillis(7))]);
        let found = site.store.lobby(shard.into(), None, 9).await.unwrap();
        assert_eq!(found, [(standing, "lobby".into())]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forgotten_scripts_are_sent_again() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let _: String = site.ask(&["SCRIPT", "FLUSH"]).await;
    let version = written(site.store.replace(id, version, &write("moved")).await.unwrap());
    let _: String = site.ask(&["SCRIPT", "FLUSH"]).await;
    assert_eq!(site.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 2);
    let _: String = site.ask(&["SCRIPT", "FLUSH"]).await;
    let other = id_beside(id);
    created(site.store.create(other, write("begun")).await.unwrap());
    assert_eq!(site.store.load(id).await.unwrap().version, version);
}

fn id_beside(other: MatchId) -> MatchId {
    id(other.shard())
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_get_a_loss_after_a_reconnect_and_find_changes_by_reading() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let (other, _) = site.begun().await;
    let mut watchers = Vec::new();
    for watched in [id, id, other] {
        watchers.push(site.store.watch(watched).await.unwrap());
    }
    let killed: i64 = site.ask(&["CLIENT", "KILL", "TYPE", "pubsub"]).await;
    assert_eq!(killed, 1, "one connection serves all watchers");
    let version = written(site.store.replace(id, version, &write("meanwhile")).await.unwrap());
    for notices in &mut watchers {
        // A change may be notified before the loss, if the subscription was restored in time.
        while next(notices).await != Notice::Lost {}
    }
    assert_eq!(site.store.load(id).await.unwrap().version, version);
    let page = site.store.log(id, Revision::new(1), 9).await.unwrap();
    assert_eq!(page.entries, [(Revision::new(2), "meanwhile".into())]);
    let version = written(site.store.replace(id, version, &write("after")).await.unwrap());
    for notices in &mut watchers[..2] {
        while next(notices).await != Notice::Moved(version) {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_has_one_subscription_until_its_last_watcher_leaves() {
    let site = Site::open();
    let (id, _) = site.begun().await;
    let channel = key(id);
    let subscriptions = || async {
        let (_, count): (String, i64) = site.ask(&["PUBSUB", "NUMSUB", &channel]).await;
        count
    };
    for _ in 0..3 {
        let first = site.store.watch(id).await.unwrap();
        let second = site.store.watch(id).await.unwrap();
        assert_eq!(subscriptions().await, 1);
        drop(first);
        drop(second);
        until("no client is subscribed", || async { subscriptions().await == 0 }).await;
    }
}

/// A server replies to the commands of a connection in order, so a scan there would delay the calls of players.
#[tokio::test(flavor = "multi_thread")]
async fn a_scan_does_not_use_the_connection_of_commands() {
    let site = Site::open();
    site.begun().await;
    site.store.scan(None, 10).await.unwrap();
    let clients: String = site.ask(&["CLIENT", "LIST"]).await;
    let last = |command: &str| clients.lines().filter(|line| line.contains(command)).count();
    assert_eq!((last(" cmd=eval "), last(" cmd=hmget ")), (1, 1), "{clients}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_connects_to_a_server_that_starts_later() {
    let mut site = Site::open();
    site.server.kill();
    let late = Redis::connect(&site.server.url(), impatient()).unwrap();
    unavailable(reached(&late).await);
    unavailable(late.watch(id(shard())).await);
    site.server.restart();
    until("the server is found", || async { reached(&late).await.is_ok() }).await;
    until("the server is watched", || async {
        late.watch(id(shard())).await.is_ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_and_watchers_reconnect_to_a_restarted_server() {
    let mut site = Site::on(RedisServer::start_durable());
    let (id, version) = site.begun().await;
    let mut notices = site.store.watch(id).await.unwrap();
    for round in 0..3 {
        site.server.kill();
        unavailable(site.store.load(id).await);
        unavailable(site.store.replace(id, version, &write("lost")).await);
        site.server.restart();
        until("the server is found", || async { reached(&site.store).await.is_ok() }).await;
        assert_eq!(next(&mut notices).await, Notice::Lost, "round {round}");
    }
    assert_eq!(site.store.load(id).await.unwrap().version, version);
    let version = written(site.store.replace(id, version, &write("moved")).await.unwrap());
    assert_eq!(next(&mut notices).await, Notice::Moved(version));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_on_a_connection_that_the_server_has_closed_is_answered() {
    let site = Site::open();
    let (id, mut version) = site.begun().await;
    let own = ["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"];
    for round in 0..20 {
        assert_ne!(site.ask::<u32>(&own).await, 0);
        version = match round % 2 {
            0 => site.store.load(id).await.unwrap().version,
            _ => written(
                site.store
                    .replace(id, version, &asked(&round.to_string(), "moved"))
                    .await
                    .unwrap(),
            ),
        };
    }
    assert_eq!(site.store.log(id, Revision::NONE, 99).await.unwrap().entries.len(), 11);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_restarts_empty_has_no_matches() {
    let mut site = Site::open();
    let (id, version) = site.begun().await;
    site.server.restart();
    until("the server is found", || async { reached(&site.store).await.is_ok() }).await;
    let replaced = site.store.replace(id, version, &write("moved")).await;
    assert!(matches!(replaced, Err(StoreError::NotFound)));
}

/// Writes while the server does not answer, and once more when it answers again; returns the result of the last
/// attempt.
async fn through_silence(site: &Site, id: MatchId, version: Version, step: &Write) -> Replaced {
    let store = Redis::connect(&site.server.url(), impatient()).unwrap();
    until("the server is found", || async { reached(&store).await.is_ok() }).await;
    site.server.pause();
    for _ in 0..3 {
        unavailable(store.replace(id, version, step).await);
    }
    site.server.resume();
    site.store.replace(id, version, step).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_timed_out_is_applied_once_however_often_it_is_retried() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let step = write("moved");
    let version = written(through_silence(&site, id, version, &step).await);
    let record = "moved".into();
    assert_eq!(
        site.store.load(id).await.unwrap(),
        Stored {
            version,
            record,
            personal: "".into()
        }
    );
    assert_eq!(site.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_timed_out_is_applied_once_however_often_it_is_retried() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let step = asked("r", "moved");
    match through_silence(&site, id, version, &step).await {
        Replaced::Repeated(given) => assert_eq!(given, answer("moved")),
        Replaced::Written(_) => {}
        Replaced::Conflict(stored) => panic!("a conflict with {:?}", stored.version),
    }
    assert_eq!(
        site.store.answer(id, &request("r")).await.unwrap(),
        Some(answer("moved"))
    );
    assert_eq!(site.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_is_unavailable_until_it_is_promoted() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    let _: String = site.ask(&["REPLICAOF", "127.0.0.1", "1"]).await;
    let refused = site.store.replace(id, version, &write("moved")).await;
    let read_only = StoreError::RefusesWrites(WriteRefusal::ReadOnly);
    assert_eq!(refused.unwrap_err().to_string(), read_only.to_string());
    let _: String = site.ask(&["REPLICAOF", "NO", "ONE"]).await;
    written(site.store.replace(id, version, &write("moved")).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn undecodable_entries_are_corrupt_and_not_quoted() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    for (field, value) in [("v", "secret"), ("qr", "secret")] {
        let _: i64 = site.ask(&["HSET", &key(id), field, value]).await;
        let errors = [
            site.store.load(id).await.map(drop),
            site.store.replace(id, version, &asked("r", "moved")).await.map(drop),
            site.store.log(id, Revision::NONE, 9).await.map(drop),
        ];
        for error in errors {
            let Err(StoreError::Corrupt(what)) = error else {
                panic!("not corrupt: {error:?}");
            };
            assert!(!what.contains("secret"));
        }
    }
    let other = id_beside(id);
    let _: String = site.ask(&["SET", &key(other), "a string"]).await;
    for error in [
        site.store.load(other).await.map(drop),
        site.store.replace(other, version, &write("moved")).await.map(drop),
        site.store.create(other, write("moved")).await.map(drop),
    ] {
        assert!(matches!(error, Err(StoreError::Corrupt(_))), "{error:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_refuses_writes_is_not_reached() {
    let site = Site::open();
    until("the server is found", || async { reached(&site.store).await.is_ok() }).await;
    let states: [(&[&str], &[&str]); 3] = [
        (
            &["CONFIG", "SET", "min-replicas-to-write", "1"],
            &["CONFIG", "SET", "min-replicas-to-write", "0"],
        ),
        (
            &["CONFIG", "SET", "maxmemory", "1"],
            &["CONFIG", "SET", "maxmemory", "0"],
        ),
        (&["REPLICAOF", "127.0.0.1", "1"], &["REPLICAOF", "NO", "ONE"]),
    ];
    for (refusing, accepting) in states {
        let _: String = site.ask(refusing).await;
        assert!(reached(&site.store).await.is_err(), "{refusing:?}");
        let _: String = site.ask(accepting).await;
        until("the server accepts writes", || async {
            reached(&site.store).await.is_ok()
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unusable_address_is_refused_without_repeating_it() {
    for url in [
        "",
        "localhost",
        "http://u:secret@host/",
        "redis://:secret@host:port/",
        "redis+sentinel://:secret@host",
    ] {
        let refused = Redis::connect(url, RedisOptions::default()).unwrap_err();
        assert!(!format!("{refused} {refused:?}").contains("secret"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_with_a_wrong_password_are_unavailable_until_it_is_corrected() {
    let site = Site::open();
    let port = site.server.port();
    let store = Redis::connect(&format!("redis://:open-sesame@127.0.0.1:{port}/"), patient()).unwrap();
    let why = unavailable(reached(&store).await);
    assert!(!why.contains("sesame"), "{why}");
    let _: String = site.ask(&["CONFIG", "SET", "requirepass", "open-sesame"]).await;
    reached(&store).await.unwrap();
    drop(store.watch(id(shard())).await.unwrap());
}

/// Another program has written to the indexes of a shard, and over a match.
#[tokio::test]
async fn foreign_entries_and_a_key_of_another_type_leave_the_rest_of_the_shard_readable() {
    let site = Site::open();
    let shard = shard();
    let (first, other) = (id(shard), id(shard));
    for id in [first, other] {
        site.store.create(id, whole()).await.unwrap();
    }
    let index = |name: &str| format!("tinsel:{{{shard}}}:{name}");
    // More than one page.
    for name in ["due", "upkeep", "lobby"] {
        for number in 0..20 {
            let foreign: u32 = site
                .ask(&["ZADD", &index(name), "0", &format!("!no match {number}")])
                .await;
            assert_eq!(foreign, 1);
        }
    }
    let _: u32 = site.ask(&["ZADD", &index("due"), "-1.5", &other.to_string()]).await;
    for id in [first, other] {
        let _: u32 = site.ask(&["ZADD", &index("upkeep"), "5", &id.to_string()]).await;
    }
    let _: String = site.ask(&["SET", &key(first), "a value"]).await;
    let (now, mut both) = (UnixMillis(9), vec![first, other]);
    both.sort();
    let due = site.store.due(shard, now, 9).await.unwrap();
    let mut due: Vec<_> = due.matches.into_iter().map(|(id, _)| id).collect();
    due.sort();
    assert_eq!(due, both, "the sweep skips the unreadable one");
    assert_eq!(site.store.upkeep(shard, now, 9).await.unwrap(), both);
    let listed = site.store.lobby(shard.into(), None, 9).await.unwrap();
    assert_eq!(listed.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), [other]);
}
