//! Stored data of a match: the keys, the indexes and the TTL.

use std::{collections::BTreeSet, time::Duration};

use prost::Message as _;
use tinsel_harness::{Api, Choice, Operator, RawMatch, RedisServer, TestMatch, World, created, redis};
use tinsel_proto::v1::{
    CreateMatchRequest, Match, MatchState, QuickMatchRequest, StartMatchRequest, StartPolicy, TimeControl, Visibility,
    time_control::Control,
};
use tinsel_service::{Retention, Settings};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions, Shard};

/// All matches are in one shard, so that their index entries are in one key.
fn one_shard() -> Settings {
    Settings {
        shards: 1,
        ..Settings::default()
    }
}

/// The matches in the store's lobby index, with their revisions.
async fn listed<S: MatchStore>(store: &S) -> Vec<(String, u64)> {
    let found = store
        .lobby(Shard::new(0).unwrap().into(), None, 100)
        .await
        .expect("a list");
    let listed = found.into_iter().map(|(id, shown)| {
        let shown = Match::decode(shown).expect("a match");
        assert_eq!(shown.match_id, id.to_string());
        (shown.match_id, shown.revision)
    });
    listed.collect()
}

async fn check_lobby<S: MatchStore + Clone>(store: S) {
    let world = World::with(store.clone(), 11, one_shard()).await;
    let api = world.api();
    let asked = |visibility: Visibility| CreateMatchRequest {
        visibility: visibility.into(),
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    let mut private = TestMatch::create(api, &asked(Visibility::Private)).await;
    private.join(api, 0).await;
    assert_eq!(listed(&store).await, [], "a private match can be found");

    let mut public = TestMatch::create(api, &asked(Visibility::Public)).await;
    assert_eq!(listed(&store).await, [(public.match_id.clone(), 1)]);
    for seat in 0..8 {
        public.join(api, seat).await;
        let revision = u64::try_from(seat).unwrap() + 2;
        assert_eq!(listed(&store).await, [(public.match_id.clone(), revision)]);
    }
    let start = StartMatchRequest {
        match_id: public.match_id.clone(),
        ..StartMatchRequest::default()
    };
    api.ask(&start, Some(&public.host)).await.unwrap();
    assert_eq!(
        listed(&store).await,
        [(public.match_id.clone(), 10)],
        "it can be watched"
    );
    public.play_step(&[api], Choice::Default).await;
    assert_eq!(
        listed(&store).await,
        [(public.match_id.clone(), 10)],
        "no action of the game writes the lobby index"
    );
    public.play(&[api], Choice::Default).await;
    assert_eq!(listed(&store).await, [], "a match that is over is still listed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_matches_are_listed_until_they_are_over_and_private_ones_never() {
    check_lobby(Memory::default()).await;
    let redis = RedisServer::start();
    check_lobby(Redis::connect(&redis.url(), RedisOptions::default()).unwrap()).await;
}

/// Creates a match in the lobby. Each number gives another match.
async fn create(api: &Api, number: i64) -> String {
    TestMatch::create(api, &created(&format!("{number}"))).await.match_id
}

/// Joins a new match by QuickMatch: the time control is unique, so no other match fits.
async fn begin(api: &Api, number: i64) -> String {
    let per_decision = Control::PerDecision(prost_types::Duration {
        seconds: 30 + number,
        nanos: 0,
    });
    let asked = QuickMatchRequest {
        request_id: format!("{number}"),
        display_name: "Ann".to_owned(),
        config: created("").config,
        time_control: Some(TimeControl {
            control: Some(per_decision),
            ..TimeControl::default()
        }),
        ..QuickMatchRequest::default()
    };
    api.ask(&asked, None).await.unwrap().match_id
}

/// No response contains an expired match, but its entry stays in the index of its shard until a write removes it. Each
/// write that adds a match removes some entries, so that expired matches do not accumulate.
async fn check_tidied(seed: u64, add: impl AsyncFn(&Api, i64) -> String) {
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let world = World::with(store, seed, one_shard()).await;
    let mut operator = Operator::of(&redis);
    let old = add(world.api(), 0).await;
    operator.expire(&old);
    let mut stands = || RawMatch::read(&mut operator, old.parse().unwrap()).in_lobby;
    assert!(stands());
    for number in 1..64 {
        if add(world.api(), number).await < old {
            break;
        }
    }
    assert!(!stands(), "the index still contains {old}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_never_start_do_not_accumulate_in_the_lobby_index() {
    check_tidied(16, create).await;
    check_tidied(17, begin).await;
}

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ttl_of_a_match_changes_when_it_starts_and_when_it_ends() {
    let settings = Settings {
        retention: Retention {
            lobby: HOUR,
            active: HOUR * 10,
            finished: HOUR * 5,
            ..Retention::default()
        },
        ..Settings::default()
    };
    let store = Redis::connect(&redis().url(), RedisOptions::default()).unwrap();
    let world = World::with(store, 12, settings).await;
    let mut operator = Operator::of(redis());
    let api = world.api();
    let mut table = TestMatch::create(api, &created("")).await;
    let id = table.match_id.clone();
    // The TTL, and the time until the match expires by its state.
    let mut check = |hours: u32, state: &MatchState| {
        let (kept, most) = (operator.kept_for(&id), HOUR * hours);
        assert!(most - HOUR / 2 < kept && kept <= most, "{kept:?} instead of {most:?}");
        assert_eq!(
            expires(state) - world.clock().millis(),
            u64::try_from(most.as_millis()).unwrap()
        );
    };
    check(1, &table.state(api, None).await);
    table.join(api, 0).await;
    check(1, &table.state(api, None).await);
    for seat in 1..8 {
        table.join(api, seat).await;
    }
    check(10, &table.state(api, None).await);
    table.play_step(&[api], Choice::Default).await;
    check(10, &table.state(api, None).await);
    table.play(&[api], Choice::Default).await;
    check(5, &table.state(api, None).await);
}

/// When a match is deleted, in milliseconds since 1970.
fn expires(state: &MatchState) -> u64 {
    let at = state.r#match.as_ref().unwrap().expire_time.unwrap();
    u64::try_from(at.seconds * 1000 + i64::from(at.nanos) / 1_000_000).unwrap()
}

// A2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_is_one_command_and_sets_the_expiry_only_after_half_of_the_retention() {
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let world = World::with(store, 18, Settings::default()).await;
    let (api, mut operator) = (world.api(), Operator::of(&redis));
    let table = TestMatch::of_players(&[api], &created("")).await;
    submit(api, &table, 0).await;
    let mut sent = async |seat: usize| {
        let action = table.choice(api, seat, Choice::Default).await.unwrap();
        let before = operator.counts();
        table.submit(api, seat, action).await.unwrap();
        let after = operator.counts();
        ["evalsha", "hset", "pexpire"].map(|name| after.get(name).unwrap_or(&0) - before.get(name).unwrap_or(&0))
    };
    assert_eq!(sent(1).await, [1, 1, 0]);
    let half = u64::try_from(Retention::default().active.as_millis() / 2).unwrap();
    world.clock().pass(half);
    assert_eq!(sent(2).await, [1, 1, 0]);
    world.clock().pass(1);
    // The match expires 60 days after this action, and its quota slot is extended by another script.
    assert_eq!(sent(3).await[2], 1);
    assert_eq!(sent(4).await, [1, 1, 0]);
    assert_eq!(
        expires(&table.state(api, None).await) - world.clock().millis(),
        half * 2
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_are_spread_over_the_shards() {
    let world = World::new(Memory::default(), 13).await;
    let mut shards = BTreeSet::new();
    for _ in 0..64 {
        let table = TestMatch::create(world.api(), &created("")).await;
        shards.insert(table.match_id.split_once('-').unwrap().0.to_owned());
    }
    assert!(shards.len() > 32, "64 matches are all in {shards:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_memory_store_refuses_new_matches_and_continues_existing_ones() {
    let world = World::new(Memory::default().with_room_for(1), 14).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
    let refusal = tinsel_harness::refused(world.api().ask(&created(""), None).await);
    assert_eq!(refusal.reason, "OVERLOADED");
    tinsel_harness::check_refusal(&refusal);
    table.play(&[world.api()], Choice::Default).await;
}

/// For each seat with a pending decision, the time since which it is pending, in milliseconds.
fn since(state: &MatchState) -> Vec<(u32, i64)> {
    let waiting = state.r#match.as_ref().unwrap().pending_decisions.iter();
    let millis = |decision: &tinsel_proto::v1::Decision| {
        let since = decision.since.unwrap();
        (
            decision.seat(),
            since.seconds * 1000 + i64::from(since.nanos) / 1_000_000,
        )
    };
    waiting.map(millis).collect()
}

async fn submit(api: &Api, table: &TestMatch, seat: usize) {
    let action = table.choice(api, seat, Choice::Default).await.unwrap();
    table.submit(api, seat, action).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_decision_is_pending_since_the_start_of_its_step_whatever_other_seats_do() {
    let world = World::new(Memory::default(), 15).await;
    let api = world.api();
    let table = TestMatch::of_players(&[api], &created("")).await;
    let begun = since(&table.state(api, None).await)[0].1;
    let all = |from: u32, moment: i64| (from..8).map(|seat| (seat, moment)).collect::<Vec<_>>();
    assert_eq!(since(&table.state(api, None).await), all(0, begun));
    for seat in 0..7 {
        world.clock().pass(1000);
        submit(api, &table, seat).await;
        let left = u32::try_from(seat).unwrap() + 1;
        assert_eq!(since(&table.state(api, None).await), all(left, begun));
    }
    world.clock().pass(1000);
    submit(api, &table, 7).await;
    // For all seats, the next step starts with the last submission.
    assert_eq!(since(&table.state(api, None).await), all(0, begun + 8000));
}
