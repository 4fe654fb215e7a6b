//! Matches move from one Redis to another, and nothing is lost or duplicated if the move stops at any step.

mod delayed;
mod failover;
mod marks;

use std::{collections::BTreeSet, future::ready, pin::pin, time::Duration};

use bytes::Bytes;
use futures_util::StreamExt;
use redis::{Client, FromRedisValue};
use tinsel_store::{
    Assignment, Change, DeadlineNotice, LobbyId, LobbyIndex, MatchId, MatchStore, MoveError, Moved, Notice, Packed,
    Packing, PersonalChange, Played, PoolId, Redis, Replaced, Reserved, Revision, Shard, StoreError, UnixMillis,
    Version, Write,
};
use tinsel_store_testkit::{
    Failover, PATIENCE, RedisCluster, RedisServer, SecuredRedis, asked, created, id, next, patient, polled, request,
    shard, write,
};

const SHARDS: u16 = 8;
const LIFETIME: Duration = Duration::from_secs(3600);

/// Two stores, with matches in the first.
struct Site {
    source: Redis,
    target: Redis,
    servers: (RedisServer, RedisServer),
}

impl Site {
    async fn open() -> Self {
        let servers = (RedisServer::start(), RedisServer::start());
        let (source, target) = (connect(&servers.0.url()), connect(&servers.1.url()));
        source.store_shards(SHARDS).await.unwrap();
        Self {
            source,
            target,
            servers,
        }
    }

    /// Lets the source create matches again, as after a day.
    async fn reopen(&self) {
        for number in 0..SHARDS {
            let _: u64 = reply(&self.servers.0, &["DEL", &shard_key(number, "moves")]).await;
        }
    }

    /// Moves matches until the move was polled this number of times, and stops it. Returns whether it was complete.
    async fn move_for(&self, polls: u32) -> bool {
        let mut moving = pin!(self.source.move_to(&self.target, |_| {}));
        polled(&mut moving, polls).await
    }

    async fn move_all(&self) -> Vec<Moved> {
        move_all(&self.source, &self.target).await
    }
}

fn connect(url: &str) -> Redis {
    Redis::connect(url, patient()).unwrap()
}

async fn move_all(source: &Redis, target: &Redis) -> Vec<Moved> {
    let mut moved = Vec::new();
    source.move_to(target, |outcome| moved.push(outcome)).await.unwrap();
    moved
}

/// A server's reply to a command of the test.
async fn reply<T: FromRedisValue>(server: &RedisServer, command: &[&str]) -> T {
    let client = Client::open(server.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let (name, arguments) = command.split_first().unwrap();
    let mut command = redis::cmd(name);
    command.arg(arguments).query_async(&mut connection).await.unwrap()
}

/// A key of a shard.
fn shard_key(shard: u16, name: &str) -> String {
    format!("tinsel:{{s{shard:03}}}:{name}")
}

/// A key of a match.
fn key(id: MatchId, kind: &str) -> String {
    shard_key(id.shard().get(), &format!("{kind}:{id}"))
}

/// The lobby of the matches that [`begun`] creates.
fn lobby() -> Option<LobbyId> {
    Some(LobbyId::from_entropy([7; 16]))
}

/// A step that sets everything beside the record.
fn whole(text: &str) -> Write {
    Write {
        deadline: Change::Set(UnixMillis(7)),
        lobby: Change::Set(Bytes::from_static(b"listed")),
        lobby_id: lobby(),
        expiry: Change::Set(LIFETIME),
        upkeep: Change::Set(UnixMillis(9)),
        outbox: true,
        personal: Some(Box::new(PersonalChange {
            data: Bytes::from_static(b"Ann"),
            forgotten: Vec::new(),
        })),
        ..asked("asked", text)
    }
}

/// The next match id of a shard below [`SHARDS`].
fn next_id() -> MatchId {
    id(Shard::new(shard().get() % SHARDS).unwrap())
}

/// A new match with everything in `store`.
async fn begun(store: &Redis) -> (MatchId, Version) {
    let id = next_id();
    let create = Write {
        lobby_id: lobby(),
        ..write("created")
    };
    let version = created(store.create(id, create).await.unwrap());
    let Replaced::Written(version) = store.replace(id, version, &whole("begun")).await.unwrap() else {
        panic!("not written");
    };
    (id, version)
}

/// All that a store has about a match.
async fn state(store: &Redis, id: MatchId) -> impl PartialEq + std::fmt::Debug {
    let shard = id.shard();
    let log = store.log(id, Revision::NONE, 1000).await.unwrap();
    let due = store.due(shard, UnixMillis(7), 100).await.unwrap().matches;
    assert_eq!(store.lobby(shard.into(), None, 100).await.unwrap(), []);
    let lobby = store.lobby(LobbyIndex::of(id, lobby()), None, 100).await.unwrap();
    (
        store.load(id).await.unwrap(),
        log,
        store.answer(id, &request("asked")).await.unwrap(),
        due.contains(&(id, UnixMillis(7))),
        lobby.into_iter().find(|(listed, _)| *listed == id),
        store.upkeep(shard, UnixMillis(9), 100).await.unwrap().contains(&id),
        store
            .outbox(shard, 100)
            .await
            .unwrap()
            .iter()
            .any(|(waiting, _)| *waiting == id),
    )
}

/// The keys of a server that match a pattern.
async fn keys(server: &RedisServer, pattern: &str) -> Vec<String> {
    reply(server, &["KEYS", pattern]).await
}

/// Every operation about a match fails as moved.
async fn assert_moved(store: &Redis, (id, version): (MatchId, Version)) {
    let packing = Packing {
        packed: Bytes::new(),
        upkeep: Change::Keep,
        expiry: Change::Keep,
    };
    let failures = [
        store.load(id).await.err(),
        store.log(id, Revision::NONE, 10).await.err(),
        store.answer(id, &request("asked")).await.err(),
        store.replace(id, version, &write("late")).await.err(),
        store.create(id, write("again")).await.err(),
        store.pack(id, version, &packing).await.err(),
        store.delete(id, None).await.err(),
    ];
    for failure in failures {
        assert!(matches!(failure, Some(StoreError::Moved)), "{failure:?}");
    }
    assert_eq!(store.lost(), 0);
}

/// The stores that have a match.
async fn holders<'a>(stores: &[&'a Redis], id: MatchId) -> Vec<&'a Redis> {
    let mut holders = Vec::new();
    for store in stores {
        match store.load(id).await {
            Ok(_) => holders.push(*store),
            Err(StoreError::Moved | StoreError::NotFound) => {}
            Err(error) => panic!("{error}"),
        }
    }
    holders
}

async fn soon<T>(result: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, result).await.unwrap()
}

#[tokio::test]
async fn a_moved_match_is_complete_in_the_target_and_refused_by_the_source() {
    let site = Site::open().await;
    let (long, mut version) = begun(&site.source).await;
    for step in 0..1000 {
        let Replaced::Written(written) = site.source.replace(long, version, &write("step")).await.unwrap() else {
            panic!("step {step} not written");
        };
        version = written;
    }
    let matches = [(long, version), begun(&site.source).await, begun(&site.source).await];
    let mut before = Vec::new();
    for (id, _) in matches {
        before.push(state(&site.source, id).await);
    }

    let moved = site.move_all().await;
    assert_eq!(moved.len(), matches.len());
    for ((id, version), before) in matches.into_iter().zip(before) {
        assert!(moved.contains(&Moved::Moved(id)));
        assert_eq!(state(&site.target, id).await, before);
        assert_moved(&site.source, (id, version)).await;
        let left: u64 = reply(&site.servers.1, &["PTTL", &key(id, "match")]).await;
        assert!(left > 0 && u128::from(left) <= LIFETIME.as_millis());
    }
    assert!(site.source.scan(None, 1000).await.unwrap().matches.is_empty());
    // The match continues, and nothing else is left of the move.
    let next = site.target.replace(long, version, &write("next")).await.unwrap();
    assert!(matches!(next, Replaced::Written(_)));
    for (server, left) in [
        (&site.servers.0, "tinsel:*:moving:*"),
        (&site.servers.0, "tinsel:*:due"),
        (&site.servers.0, "tinsel:*:lobby*"),
        (&site.servers.0, "tinsel:*:upkeep"),
        (&site.servers.0, "tinsel:*:outbox"),
        (&site.servers.1, "tinsel:*:arriving:*"),
        (&site.servers.1, "tinsel:*:moves"),
    ] {
        assert_eq!(keys(server, left).await, [""; 0]);
    }
    assert_eq!(site.move_all().await, []);
}

#[tokio::test]
async fn an_earlier_deadline_after_the_move_is_due_in_time() {
    let site = Site::open().await;
    let (id, mut version) = begun(&site.source).await;
    for (store, at) in [
        (&site.source, 200),
        (&site.source, 100),
        (&site.source, 300),
        (&site.target, 200),
    ] {
        if std::ptr::eq(store, &site.target) {
            site.move_all().await;
        }
        let write = Write {
            deadline: Change::Set(UnixMillis(at)),
            ..write("later")
        };
        let Replaced::Written(written) = store.replace(id, version, &write).await.unwrap() else {
            panic!("not written");
        };
        version = written;
    }
    let due = site.target.due(id.shard(), UnixMillis(200), 10).await.unwrap();
    assert_eq!(due.matches, [(id, UnixMillis(200))]);
}

#[tokio::test]
async fn a_copy_of_another_move_is_replaced() {
    let site = Site::open().await;
    for moves in ["0", "1", "9"] {
        site.reopen().await;
        let (id, _) = begun(&site.source).await;
        let before = state(&site.source, id).await;
        let fields: u64 = reply(&site.servers.0, &["HLEN", &key(id, "match")]).await;
        let arriving = key(id, "arriving");
        let _: u64 = reply(&site.servers.1, &["HSET", &arriving, "m", moves]).await;
        for other in 1..fields + 2 {
            let _: u64 = reply(&site.servers.1, &["HSET", &arriving, &format!("x{other}"), "other"]).await;
        }
        site.move_all().await;
        assert_eq!(state(&site.target, id).await, before, "{moves}");
        let moved: u64 = reply(&site.servers.1, &["HLEN", &key(id, "match")]).await;
        assert_eq!(moved, fields + 1, "{moves}");
    }
}

#[tokio::test]
async fn a_match_without_an_expiry_keeps_none() {
    let site = Site::open().await;
    let id = next_id();
    created(site.source.create(id, write("kept")).await.unwrap());
    assert_eq!(site.move_all().await, [Moved::Moved(id)]);
    assert_eq!(reply::<i64>(&site.servers.1, &["PTTL", &key(id, "match")]).await, -1);
}

#[tokio::test]
async fn a_move_that_stops_at_any_step_is_continued_by_the_next() {
    let site = Site::open().await;
    for polls in 1.. {
        site.reopen().await;
        let (id, version) = begun(&site.source).await;
        let before = state(&site.source, id).await;
        let finished = site.move_for(polls).await;
        let stores = [&site.source, &site.target];
        assert!(holders(&stores, id).await.len() <= 1, "after {polls} polls");
        for copy in keys(&site.servers.1, "tinsel:*:arriving:*").await {
            let left: i64 = reply(&site.servers.1, &["PTTL", &copy]).await;
            assert!(left > 0, "after {polls} polls");
        }
        let moved = site.move_all().await;
        assert!(!moved.contains(&Moved::Conflict(id)), "after {polls} polls");
        assert_eq!(state(&site.target, id).await, before, "after {polls} polls");
        assert_moved(&site.source, (id, version)).await;
        if finished {
            break;
        }
    }
}

#[tokio::test]
async fn each_write_during_a_move_takes_effect_once() {
    let site = Site::open().await;
    let mut players = Vec::new();
    let mut matches = Vec::new();
    for _ in 0..20 {
        let (id, mut version) = begun(&site.source).await;
        matches.push(id);
        let stores = [site.source.clone(), site.target.clone()];
        players.push(tokio::spawn(async move {
            for step in 0..60 {
                let write = asked(&format!("step-{step}"), "step");
                let mut served = stores.iter().cycle();
                version = loop {
                    match served.next().unwrap().replace(id, version, &write).await {
                        Ok(Replaced::Written(version)) => break version,
                        Err(StoreError::Moved | StoreError::NotFound) => tokio::task::yield_now().await,
                        other => panic!("{other:?}"),
                    }
                };
            }
            version
        }));
    }
    let moved = site.move_all().await;
    assert_eq!(moved.len(), matches.len());
    for (player, id) in players.into_iter().zip(matches) {
        let version = player.await.unwrap();
        assert_eq!(site.target.load(id).await.unwrap().version, version);
        assert_eq!(version.revision, Revision::new(62));
    }
}

#[tokio::test]
async fn watchers_and_servers_are_notified() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let mut watched = site.source.watch(id).await.unwrap();
    let mut due = site.target.deadline_notices();
    assert_eq!(soon(due.next()).await, Some(DeadlineNotice::Lost));
    // A busy server can be subscribed to again.
    let mut due = due.filter(|notice| ready(*notice != DeadlineNotice::Lost));
    site.move_all().await;
    assert_eq!(next(&mut watched).await, Notice::Lost);
    assert_eq!(soon(due.next()).await, Some(DeadlineNotice::ReplicasChanged));
    assert_eq!(soon(due.next()).await, Some(DeadlineNotice::Due(id, UnixMillis(7))));
}

#[tokio::test]
async fn during_a_move_the_target_creates_matches_and_knows_which_ones_will_arrive() {
    let site = Site::open().await;
    let missing = next_id();
    let (id, _) = begun(&site.source).await;
    let mut moving = Box::pin(
        site.source
            .move_to(&site.target, |moved| assert_eq!(moved, Moved::Moved(id))),
    );
    let mut are_marked = false;
    while !are_marked {
        assert!(!polled(&mut moving.as_mut(), 1).await);
        let key = shard_key(missing.shard().get(), "moves");
        let direction: Option<String> = reply(&site.servers.1, &["GET", &key]).await;
        are_marked = direction.as_deref() == Some("expected");
        let found = site.target.load(missing).await;
        if direction.as_deref() == Some("here") {
            assert!(matches!(found, Err(StoreError::Moved)), "{found:?}");
        }
    }
    for unmoved in [
        site.target.load(id).await.err(),
        site.target.create(id, write("again")).await.err(),
    ] {
        assert!(matches!(unmoved, Some(StoreError::Moved)), "{unmoved:?}");
    }
    let refused = site.source.create(missing, write("new")).await;
    assert!(matches!(refused, Err(StoreError::Moved)), "{refused:?}");
    assert!(matches!(site.target.load(missing).await, Err(StoreError::NotFound)));
    created(site.target.create(missing, write("new")).await.unwrap());
    moving.await.unwrap();
    assert!(matches!(site.source.load(next_id()).await, Err(StoreError::Moved)));
}

/// Packs a match where it is.
async fn pack(store: &Redis, id: MatchId) {
    let stored = store.load(id).await.unwrap();
    let log = store.log(id, Revision::NONE, 1000).await.unwrap();
    let entries = log.entries.into_iter().map(|(_, entry)| entry).collect();
    let version = stored.version;
    let packing = Packing {
        packed: Packed::new(id, stored, log.oldest, entries).compress("").unwrap(),
        upkeep: Change::Keep,
        expiry: Change::Keep,
    };
    assert!(store.pack(id, version, &packing).await.unwrap());
}

#[tokio::test]
async fn a_match_that_is_packed_after_a_move_is_still_known_as_moved() {
    let site = Site::open().await;
    for polls in 1.. {
        site.reopen().await;
        let (id, _) = begun(&site.source).await;
        let loaded = site.source.load(id).await.unwrap();
        let finished = site.move_for(polls).await;
        if site.target.load(id).await.is_ok() {
            pack(&site.target, id).await;
        }
        let moved = site.move_all().await;
        assert!(!moved.contains(&Moved::Conflict(id)), "after {polls} polls");
        if finished {
            move_all(&site.target, &site.source).await;
            assert_eq!(site.source.load(id).await.unwrap(), loaded);
            break;
        }
        assert_eq!(site.target.load(id).await.unwrap(), loaded, "after {polls} polls");
    }
}

#[tokio::test]
async fn a_move_that_stops_at_any_step_is_not_reversed_before_it_is_complete() {
    let site = Site::open().await;
    for polls in 1.. {
        site.reopen().await;
        let (id, _) = begun(&site.source).await;
        let before = state(&site.source, id).await;
        let finished = site.move_for(polls).await;
        let reversed = site.target.move_to(&site.source, |_| {}).await;
        if reversed.is_err() {
            assert!(
                matches!(reversed, Err(MoveError::Opposed | MoveError::Empty)),
                "{reversed:?}"
            );
            site.move_all().await;
        }
        let stores = [&site.source, &site.target];
        let [holder] = holders(&stores, id).await[..] else {
            panic!("not in one store after {polls} polls");
        };
        assert_eq!(state(holder, id).await, before, "after {polls} polls");
        holder.delete(id, None).await.unwrap();
        if finished {
            break;
        }
    }
}

#[tokio::test]
async fn a_match_that_moves_back_leaves_no_mark() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let before = state(&site.source, id).await;
    site.move_all().await;
    assert_eq!(move_all(&site.target, &site.source).await, [Moved::Moved(id)]);
    assert_eq!(state(&site.source, id).await, before);
    assert_eq!(keys(&site.servers.0, "tinsel:*:deleted:*").await, [""; 0]);
}

#[tokio::test]
async fn another_match_with_the_same_id_stays() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let before = state(&site.source, id).await;
    let other = created(site.target.create(id, write("other")).await.unwrap());
    let moved = site.move_all().await;
    assert!(moved.contains(&Moved::Conflict(id)) && !moved.contains(&Moved::Moved(id)));
    assert_eq!(site.target.load(id).await.unwrap().version, other);
    site.target.delete(id, None).await.unwrap();
    assert_eq!(site.move_all().await, [Moved::Moved(id)]);
    assert_eq!(state(&site.target, id).await, before);
}

#[tokio::test]
async fn assignments_slots_and_indexes_of_players_move_too() {
    let site = Site::open().await;
    let pool: PoolId = next_id().to_string().parse().unwrap();
    let (seeker, found) = (request("seeker"), next_id());
    let seek = |fresh| Assignment {
        full: None,
        fresh,
        kept_for: LIFETIME,
    };
    let given = site.source.assign(pool, &seeker, seek(Some(found))).await.unwrap();
    assert_eq!(given, Some(found));
    let slots: BTreeSet<_> = [next_id(), next_id()].into();
    for id in &slots {
        let reserved = site.source.reserve(pool, *id, LIFETIME, 2).await.unwrap();
        assert_eq!(reserved, Reserved::Taken);
    }
    let index: PoolId = next_id().to_string().parse().unwrap();
    let played = [(found, 5), (next_id(), 3)].map(|(id, at)| (UnixMillis(at), id));
    let played = played.map(|(at, id)| Played { at, id });
    for Played { at, id } in played {
        site.source.index_played(index, id, Some(at), LIFETIME).await.unwrap();
    }
    site.move_all().await;
    assert_eq!(site.target.played(index, None, 9).await.unwrap(), played);
    let again = site.target.assign(pool, &seeker, seek(Some(next_id()))).await.unwrap();
    assert_eq!(again, Some(found));
    let Reserved::Full(taken) = site.target.reserve(pool, next_id(), LIFETIME, 2).await.unwrap() else {
        panic!("the slots have not moved");
    };
    assert_eq!(taken.into_iter().collect::<BTreeSet<_>>(), slots);
}

#[tokio::test]
async fn a_target_with_another_number_of_shards_is_refused() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    site.target.store_shards(SHARDS + 1).await.unwrap();
    let refused = site.source.move_to(&site.target, |_| {}).await.unwrap_err();
    assert!(matches!(refused, MoveError::Shards { .. }), "{refused}");
    let empty = RedisServer::start();
    let refused = connect(&empty.url()).move_to(&site.source, |_| {}).await.unwrap_err();
    assert!(matches!(refused, MoveError::Empty), "{refused}");
    assert!(site.source.load(id).await.is_ok());
}

#[tokio::test]
async fn a_store_is_not_moved_to_itself() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let itself = connect(&site.servers.0.url().replace("127.0.0.1", "localhost"));
    let refused = site.source.move_to(&itself, |_| {}).await.unwrap_err();
    assert!(matches!(refused, MoveError::SameStore), "{refused}");
    assert!(site.source.load(id).await.is_ok());
    begun(&site.source).await;
}

#[tokio::test]
async fn matches_move_from_a_server_with_tls_and_acl_to_a_cluster_and_back() {
    let (secured, cluster) = (SecuredRedis::start(), RedisCluster::start());
    let options = patient();
    options.tls.replace(Some(secured.ca().into_bytes()), None).unwrap();
    let source = Redis::connect(&secured.url(), options).unwrap();
    let target = connect(&cluster.url());
    source.store_shards(SHARDS).await.unwrap();
    let mut before = Vec::new();
    for _ in 0..2 * SHARDS {
        let (id, _) = begun(&source).await;
        before.push((id, state(&source, id).await));
    }
    for (from, to) in [(&source, &target), (&target, &source)] {
        move_all(from, to).await;
        for (id, before) in &before {
            assert_eq!(&state(to, *id).await, before);
        }
    }
}
