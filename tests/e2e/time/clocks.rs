//! Matches with inactive players: each default is taken at its deadline, on any replica, once.

use futures_util::future::join_all;
use prost_types::Duration;
use tinsel_catalog::GameId;
use tinsel_harness::{
    Api, Choice, Fault, Faulty, Process, RedisServer, TestMatch, World, created, creating, redis, sampled_setups, soon,
    until,
};
use tinsel_proto::v1::{
    CreateMatchRequest, Match, MatchPhase, PhaseTime, TimeBank, TimeControl, match_event::Event, time_control::Control,
    watch_match_response::Message,
};
use tinsel_service::Settings;
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};

const MINUTE: u64 = 60_000;

fn seconds(seconds: i64) -> Duration {
    Duration { seconds, nanos: 0 }
}

fn per_decision(time: Duration) -> Option<TimeControl> {
    Some(TimeControl {
        control: Some(Control::PerDecision(time)),
        ..TimeControl::default()
    })
}

/// A world with few shards.
async fn world<S: MatchStore>(store: S, seed: u64) -> World {
    let settings = Settings {
        shards: 4,
        ..Settings::default()
    };
    World::with(store, seed, settings).await
}

async fn seen(api: &Api, table: &TestMatch) -> Match {
    table.state(api, None).await.r#match.unwrap()
}

/// The deadlines of all pending decisions in milliseconds since 1970, in seat order.
fn deadlines(seen: &Match) -> Vec<i64> {
    let deadlines = seen
        .pending_decisions
        .iter()
        .map(|decision| decision.deadline.expect("a deadline"));
    deadlines
        .map(|at| at.seconds * 1000 + i64::from(at.nanos) / 1_000_000)
        .collect()
}

/// Lets a match of inactive players end, one minute for each decision; `sweep` processes everything that is due.
async fn desert(world: &World, table: &TestMatch, sweep: impl AsyncFn()) {
    let api = world.api();
    let mut waits = 0;
    while !table.is_over(api).await {
        let before = seen(api, table).await;
        world.clock().pass(MINUTE - 1);
        sweep().await;
        assert_eq!(seen(api, table).await, before, "a default is taken before its time");
        world.clock().pass(1);
        sweep().await;
        let after = seen(api, table).await;
        let owed = u64::try_from(before.pending_decisions.len()).unwrap();
        assert_eq!(after.revision, before.revision + owed, "each default is taken once");
        waits += 1;
        assert!(waits < 1000, "a match of inactive players does not end");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_inactive_players_ends_by_defaults_at_their_deadlines_in_every_game() {
    for game in GameId::ALL {
        for (number, table) in sampled_setups(*game) {
            let world = world(Memory::default(), u64::from(number)).await;
            let asked = CreateMatchRequest {
                time_control: per_decision(seconds(60)),
                ..creating(&table, "")
            };
            let table = TestMatch::of_players(&[world.api()], &asked).await;
            desert(&world, &table, async || world.sweep().await).await;
        }
    }
}

/// The times of the book for Presents of Mine: 48 hours for the pregame, then 24 for each round.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phase_has_its_configured_time_and_other_phases_the_general_one() {
    const HOUR: i64 = 60 * 60;
    let world = world(Memory::default(), 78).await;
    let pregame = PhaseTime {
        phase: "PREGAME_SELECTION".to_owned(),
        duration: Some(seconds(48 * HOUR)),
    };
    let time_control = TimeControl {
        phases: vec![pregame],
        ..per_decision(seconds(24 * HOUR)).unwrap()
    };
    let asked = CreateMatchRequest {
        time_control: Some(time_control.clone()),
        ..created("")
    };
    let table = TestMatch::of_players(&[world.api()], &asked).await;
    let mut hours = Vec::new();
    while !table.is_over(world.api()).await {
        let now = i64::try_from(world.clock().millis()).unwrap();
        let seen = seen(world.api(), &table).await;
        assert_eq!(seen.time_control, Some(time_control.clone()));
        let due = deadlines(&seen)[0];
        hours.push((due - now) / 1000 / HOUR);
        world.clock().set(u64::try_from(due).unwrap());
        world.sweep().await;
    }
    assert_eq!(hours, [48, 24, 24, 24, 24, 24]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_that_sweep_the_same_match_take_each_default_once() {
    let server = RedisServer::start();
    let connect = || Redis::connect(&server.url(), RedisOptions::default()).expect("an address");
    let worlds = [world(connect(), 71).await, world(connect(), 72).await];
    let asked = CreateMatchRequest {
        time_control: per_decision(seconds(60)),
        ..created("")
    };
    let table = TestMatch::of_players(&[worlds[0].api()], &asked).await;
    desert(&worlds[0], &table, async || {
        worlds[1].clock().set(worlds[0].clock().millis());
        let sweeps = (0..8).map(|number| worlds[number % 2].sweep());
        join_all(sweeps).await;
    })
    .await;
    let ended = seen(worlds[1].api(), &table).await;
    assert_eq!((ended.phase(), ended.revision), (MatchPhase::Finished, 58));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_default_is_taken_for_a_seat_that_decides_in_time() {
    let world = world(Memory::default(), 73).await;
    let bank = TimeBank {
        initial: Some(seconds(60)),
        increment: Some(seconds(5)),
    };
    let asked = CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(Control::Bank(bank)),
            ..TimeControl::default()
        }),
        ..created("")
    };
    let table = TestMatch::of_players(&[world.api()], &asked).await;
    let began = i64::try_from(world.clock().millis()).unwrap();
    assert_eq!(deadlines(&seen(world.api(), &table).await), vec![began + 60_000; 8]);
    world.clock().pass(40_000);
    let action = table.choice(world.api(), 3, Choice::Random(1)).await.unwrap();
    table.submit(world.api(), 3, action).await.unwrap();
    world.clock().pass(20_000);
    world.sweep().await;
    let after = seen(world.api(), &table).await;
    // Seat 3 used 40 of its 60 seconds and gained 5; the others used all and gained 5.
    let left: Vec<_> = after.seats.iter().map(|seat| seat.bank_left.unwrap().seconds).collect();
    assert_eq!(left, [5, 5, 5, 25, 5, 5, 5, 5]);
    // All have the deadline of the last seat.
    assert_eq!(deadlines(&after), vec![began + 85_000; 8]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_the_store_is_credited_and_disclosed() {
    let store = Faulty::new(Memory::default());
    let world = world(store.clone(), 74).await;
    let asked = CreateMatchRequest {
        time_control: per_decision(seconds(60)),
        ..created("")
    };
    let table = TestMatch::of_players(&[world.api()], &asked).await;
    let began = i64::try_from(world.clock().millis()).unwrap();
    let mut stream = world.api().watch(&table.match_id, Some(10), None).await.unwrap();
    world.clock().pass(20_000);
    world.sweep().await;
    store.set(Fault::Gone);
    world.sweep().await;
    for _ in 0..3 {
        world.clock().pass(100_000);
        world.sweep().await;
    }
    store.set(Fault::None);
    world.sweep().await;
    let credited = seen(world.api(), &table).await;
    assert_eq!(deadlines(&credited), vec![began + 60_000 + 300_000; 8]);
    let update = loop {
        match soon("an update", stream.message())
            .await
            .unwrap()
            .unwrap()
            .message
            .unwrap()
        {
            Message::Update(update) => break update,
            Message::Heartbeat(_) => {}
            other => panic!("not expected: {other:?}"),
        }
    };
    let told: Vec<_> = update.events.into_iter().filter_map(|told| told.event).collect();
    assert!(
        matches!(&told[..], [Event::TimeCredited(credited)] if credited.longest == Some(seconds(300))),
        "{told:?}"
    );
    world.clock().pass(39_999);
    world.sweep().await;
    assert_eq!(seen(world.api(), &table).await.revision, 11);
    world.clock().pass(1);
    world.sweep().await;
    assert_eq!(seen(world.api(), &table).await.revision, 19);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_after_a_quiet_hour_is_credited_for_its_own_time_only() {
    let store = Faulty::new(Memory::default());
    let world = world(store.clone(), 75).await;
    let asked = CreateMatchRequest {
        time_control: per_decision(seconds(2 * 3_600)),
        ..created("")
    };
    let table = TestMatch::of_players(&[world.api()], &asked).await;
    let began = i64::try_from(world.clock().millis()).unwrap();
    world.sweep().await;
    world.clock().pass(60 * MINUTE);
    store.set(Fault::Gone);
    world.sweep().await;
    world.clock().pass(5_000);
    store.set(Fault::None);
    world.sweep().await;
    world.clock().pass(60 * MINUTE);
    world.sweep().await;
    let credits = deadlines(&seen(world.api(), &table).await).into_iter();
    let credits: Vec<_> = credits.map(|deadline| deadline - began - 120 * 60_000).collect();
    assert!(
        credits.iter().all(|credit| (5_000..=6_000).contains(credit)),
        "{credits:?}"
    );
}

/// Real servers and real time: one server is killed, and the other continues the match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_inactive_players_ends_although_a_replica_is_killed() {
    let mut first = Process::start(redis(), &[]);
    let second = Process::start(redis(), &[]);
    let apis = [Api::connect(&first.url()).await, Api::connect(&second.url()).await];
    let asked = CreateMatchRequest {
        time_control: per_decision(seconds(1)),
        ..created("")
    };
    let table = TestMatch::of_players(&[&apis[0]], &asked).await;
    until("the first defaults", || async {
        seen(&apis[0], &table).await.revision > 10
    })
    .await;
    first.kill();
    until("the end", || async { table.is_over(&apis[1]).await }).await;
    let ended = seen(&apis[1], &table).await;
    assert_eq!((ended.phase(), ended.revision), (MatchPhase::Finished, 58));
}
