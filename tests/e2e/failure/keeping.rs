//! What the store keeps of a match, where, and for how long.

use std::{collections::BTreeSet, time::Duration};

use prost::Message as _;
use tinsel_harness::{Api, Choice, Operator, RawMatch, RedisServer, Table, World, created, redis};
use tinsel_proto::v1::{
    CreateMatchRequest, Match, MatchState, QuickMatchRequest, StartMatchRequest, StartPolicy, TimeControl, Visibility,
    time_control::Control,
};
use tinsel_service::{Retention, Settings};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions, Shard};

/// Everything in one shard, to be found in one place.
fn one_shard() -> Settings {
    Settings {
        shards: 1,
        ..Settings::default()
    }
}

/// The matches that the store lists as waiting for players, with their revisions.
async fn listed<S: MatchStore>(store: &S) -> Vec<(String, u64)> {
    let found = store.lobby(Shard::new(0).unwrap(), None, 100).await.expect("a list");
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
    let mut private = Table::create(api, &asked(Visibility::Private)).await;
    private.join(api, 0).await;
    assert_eq!(listed(&store).await, [], "a private match can be found");

    let mut public = Table::create(api, &asked(Visibility::Public)).await;
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
        "no action of the game writes the list anew"
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

/// Creates a match that stands in the lobby; no two are created by the same number.
async fn create(api: &Api, number: i64) -> String {
    Table::create(api, &created(&format!("{number}"))).await.match_id
}

/// Is seated in a match of its own: nobody else asks for one with so much time.
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

/// A match that has expired is shown to nobody, and yet stands in the index of its shard until somebody comes by. Whoever
/// adds a match does, so that they do not pile up there; a match comes by those that stand behind it.
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
    assert!(!stands(), "{old} is left behind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_never_start_do_not_pile_up_in_the_lobby() {
    check_tidied(16, create).await;
    check_tidied(17, begin).await;
}

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_kept_longer_once_it_has_started_and_for_its_own_time_once_it_has_ended() {
    let settings = Settings {
        retention: Retention {
            lobby: HOUR,
            active: HOUR * 10,
            finished: HOUR * 5,
        },
        ..Settings::default()
    };
    let store = Redis::connect(&redis().url(), RedisOptions::default()).unwrap();
    let world = World::with(store, 12, settings).await;
    let mut operator = Operator::of(redis());
    let api = world.api();
    let mut table = Table::create(api, &created("")).await;
    let id = table.match_id.clone();
    let mut check = |hours: u32| {
        let (kept, most) = (operator.kept_for(&id), HOUR * hours);
        assert!(most - HOUR / 2 < kept && kept <= most, "{kept:?} instead of {most:?}");
    };
    check(1);
    table.join(api, 0).await;
    check(1);
    for seat in 1..8 {
        table.join(api, seat).await;
    }
    check(10);
    table.play_step(&[api], Choice::Default).await;
    check(10);
    table.play(&[api], Choice::Default).await;
    check(5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_are_spread_over_the_shards() {
    let world = World::new(Memory::default(), 13).await;
    let mut shards = BTreeSet::new();
    for _ in 0..64 {
        let table = Table::create(world.api(), &created("")).await;
        shards.insert(table.match_id.split_once('-').unwrap().0.to_owned());
    }
    assert!(shards.len() > 32, "64 matches are all in {shards:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_memory_that_is_full_takes_no_more_matches_and_goes_on_with_those_it_has() {
    let world = World::new(Memory::default().with_room_for(1), 14).await;
    let table = Table::of_players(&[world.api()], &created("")).await;
    let refusal = tinsel_harness::refused(world.api().ask(&created(""), None).await);
    assert_eq!(refusal.reason, "OVERLOADED");
    tinsel_harness::check_refusal(&refusal);
    table.play(&[world.api()], Choice::Default).await;
}

/// Since when each seat that owes a decision owes it, in milliseconds.
fn since(state: &MatchState) -> Vec<(u32, i64)> {
    let waiting = state.r#match.as_ref().unwrap().waiting.iter();
    let millis = |decision: &tinsel_proto::v1::Decision| {
        let since = decision.since.unwrap();
        (decision.seat, since.seconds * 1000 + i64::from(since.nanos) / 1_000_000)
    };
    waiting.map(millis).collect()
}

async fn submit(api: &Api, table: &Table, seat: usize) {
    let action = table.choice(api, seat, Choice::Default).await.unwrap();
    table.submit(api, seat, action).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_waits_owes_since_its_step_began_whatever_others_do() {
    let world = World::new(Memory::default(), 15).await;
    let api = world.api();
    let table = Table::of_players(&[api], &created("")).await;
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
    // The next step begins with the last submission, for everybody.
    assert_eq!(since(&table.state(api, None).await), all(0, begun + 8000));
}
