//! Metrics of latencies, with clocks that the test moves.

use tinsel_harness::{ANY_GAME, Fault, Faulty, TestMatch, World, created, soon};
use tinsel_proto::v1::{CreateMatchRequest, TimeControl, time_control::Control};
use tinsel_store::Memory;

use crate::observe::metrics::{assert_counted, parsed};

/// The number of measured latencies, and their sum in seconds.
#[track_caller]
fn assert_late(world: &World, name: &str, labels: &str, (times, seconds): (f64, f64)) {
    let metrics = parsed(&world.metrics());
    assert_counted(&metrics, &format!("{name}_count{labels}"), times);
    assert_counted(&metrics, &format!("{name}_sum{labels}"), seconds);
}

#[track_caller]
fn assert_never_late(world: &World, name: &str) {
    let metrics = parsed(&world.metrics());
    let measured = metrics.keys().find(|metric| metric.starts_with(name));
    assert_eq!(measured, None, "{metrics:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delivery_latency_is_measured_when_a_watcher_is_woken_and_not_while_it_catches_up() {
    const LAG: &str = "tinsel_delivery_lag_seconds";
    let store = Memory::default();
    let [acting, watched] = [World::new(store.clone(), 1).await, World::new(store, 2).await];
    // A decision there arrives here after this time.
    watched.clock().pass(700);
    let mut table = TestMatch::create(acting.api(), &created("")).await;
    table.add_bot(acting.api(), 0).await;
    table.add_bot(acting.api(), 1).await;
    let watching = watched.api().watch(&table.match_id, Some(1), None).await;
    let mut watching = watching.expect("a stream");
    for _ in 0..2 {
        soon("what it has missed", watching.message()).await.unwrap();
    }
    assert_never_late(&watched, LAG);

    table.add_bot(acting.api(), 2).await;
    soon("an update", watching.message()).await.unwrap();
    assert_late(&watched, LAG, "", (1.0, 0.7));
    watched.clock().pass(500);
    table.add_bot(acting.api(), 3).await;
    soon("an update", watching.message()).await.unwrap();
    assert_late(&watched, LAG, "", (2.0, 0.7 + 1.2));
    assert_never_late(&acting, LAG);
}

/// A match of inactive players, with half a minute for each decision.
async fn deserted(world: &World) -> TestMatch {
    let half_a_minute = prost_types::Duration { seconds: 30, nanos: 0 };
    let asked = CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(Control::PerDecision(half_a_minute)),
            ..TimeControl::default()
        }),
        ..created("")
    };
    TestMatch::of_players(&[world.api()], &asked).await
}

/// `world` sweeps once, this number of milliseconds after the next deadline of a match. The deadline is read from
/// `other`.
async fn sweep_after_deadline(other: &World, table: &TestMatch, millis: u64, world: &World) {
    let state = table.state(other.api(), None).await;
    let waiting = state.r#match.expect("a match").pending_decisions;
    let deadline = waiting
        .first()
        .and_then(|decision| decision.deadline)
        .expect("a deadline");
    let deadline = deadline.seconds * 1_000 + i64::from(deadline.nanos) / 1_000_000;
    world.clock().set(u64::try_from(deadline).unwrap() + millis);
    world.sweep().await;
}

/// The findings of the last sweep: overdue matches, stuck matches, unreachable shards.
#[track_caller]
fn assert_found(world: &World, overdue: f64, stuck: f64, unreached: f64) {
    let metrics = parsed(&world.metrics());
    assert_counted(&metrics, "tinsel_matches_overdue", overdue);
    assert_counted(&metrics, "tinsel_matches_stuck{cause=\"corrupt\"}", stuck);
    assert_counted(&metrics, "tinsel_shards_unreachable", unreached);
}

const DUE: &str = "tinsel_due_lag_seconds";

fn of_game() -> String {
    format!("{{game=\"{}\"}}", ANY_GAME.as_str())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_overdue_after_one_second_and_its_latency_is_measured_when_it_is_processed() {
    let world = World::new(Memory::default(), 1).await;
    let table = deserted(&world).await;
    world.sweep().await;
    assert_found(&world, 0.0, 0.0, 0.0);
    assert_never_late(&world, DUE);
    sweep_after_deadline(&world, &table, 1_000, &world).await;
    assert_found(&world, 0.0, 0.0, 0.0);
    assert_late(&world, DUE, &of_game(), (1.0, 1.0));
    sweep_after_deadline(&world, &table, 1_001, &world).await;
    assert_found(&world, 1.0, 0.0, 0.0);
    assert_late(&world, DUE, &of_game(), (2.0, 1.0 + 1.001));
    world.sweep().await;
    assert_found(&world, 0.0, 0.0, 0.0);
    assert_late(&world, DUE, &of_game(), (2.0, 1.0 + 1.001));
}

/// As after another server has processed the match first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_latency_of_a_match_that_needs_no_processing_is_not_measured() {
    let store = Faulty::new(Memory::default());
    let world = World::new(store.clone(), 1).await;
    let table = deserted(&world).await;
    store.set(Fault::Early);
    world.sweep().await;
    assert_never_late(&world, DUE);
    sweep_after_deadline(&world, &table, 0, &world).await;
    assert_late(&world, DUE, &of_game(), (1.0, 0.0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_stuck_while_it_is_due_and_unreadable() {
    let memory = Memory::default();
    let store = Faulty::new(memory.clone());
    // The match is created by another world, because a server does not read a match that it has in its cache.
    let [other, world] = [World::new(memory, 1).await, World::new(store.clone(), 2).await];
    let table = deserted(&other).await;
    store.set(Fault::Unreadable);
    world.sweep().await;
    assert_found(&world, 0.0, 0.0, 0.0);
    sweep_after_deadline(&other, &table, 0, &world).await;
    assert_found(&world, 0.0, 1.0, 0.0);
    // The sweep does not read it again.
    store.set(Fault::None);
    world.clock().pass(59_999);
    world.sweep().await;
    assert_found(&world, 0.0, 1.0, 0.0);
    assert_never_late(&world, DUE);
    world.clock().pass(1);
    world.sweep().await;
    assert_found(&world, 1.0, 0.0, 0.0);
    assert_late(&world, DUE, &of_game(), (1.0, 60.0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shards_are_unreachable_while_the_store_does_not_answer() {
    let store = Faulty::new(Memory::default());
    let world = World::new(store.clone(), 1).await;
    world.sweep().await;
    assert_found(&world, 0.0, 0.0, 0.0);
    store.set(Fault::Gone);
    world.sweep().await;
    assert_found(&world, 0.0, 0.0, 256.0);
    store.set(Fault::None);
    world.sweep().await;
    assert_found(&world, 0.0, 0.0, 0.0);
}
