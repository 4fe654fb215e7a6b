//! The first heartbeats of a replica.

use tinsel_proto::v1::CreateMatchRequest;
use tinsel_store::{MatchStore, Memory};

use super::*;
use crate::testkit::unit::{Replica, config};

/// A replica that does not know the time of the store yet.
fn unmeasured() -> (Replica, Heartbeat<Memory>) {
    let replica = Replica::new();
    replica.clock.follow_store();
    let heartbeat = Heartbeat::new(Arc::clone(&replica.matches.0));
    (replica, heartbeat)
}

#[tokio::test]
async fn a_replica_is_announced_only_after_it_measured_the_time_of_the_store() {
    let (replica, heartbeat) = unmeasured();
    let announced = async || replica.store().announce(1, ALIVE_FOR, replica.now()).await.unwrap();
    heartbeat.read_again().await;
    assert_eq!(announced().await, [1], "a notice before the first heartbeat");
    heartbeat.beat().await;
    assert_eq!(announced().await.len(), 2);
}

#[tokio::test]
async fn without_the_time_of_the_store_nothing_is_due_and_no_match_changes() {
    let (replica, heartbeat) = unmeasured();
    let deps = &replica.matches.0;
    let create = async || {
        let asked = CreateMatchRequest {
            config: Some(config()),
            ..CreateMatchRequest::default()
        };
        replica.matches.client().create_match(tonic::Request::new(asked)).await
    };
    // The node answers, but not the command TIME.
    let (shards, answered) = (heartbeat.shards().collect(), Ok(()));
    heartbeat.heed(Pulse { shards, answered }, Instant::now(), deps.clock.steady());
    heartbeat.take_all_unless_assigned();
    assert!(!deps.schedule.owns(Shard::FIRST));
    assert_eq!(create().await.unwrap_err().code(), tonic::Code::Unavailable);
    heartbeat.beat().await;
    assert!(deps.schedule.owns(Shard::FIRST));
    create().await.unwrap();
}

#[tokio::test]
async fn an_outage_is_stored_when_it_is_found_and_read_by_all_replicas() {
    let (replica, heartbeat) = unmeasured();
    let other = Heartbeat::new(Arc::clone(&replica.started_later().matches.0));
    other.beat().await;
    let last = replica.now();
    for clock in [&replica.clock, &replica.store_time] {
        clock.pass(60_000);
    }
    let alive = async || replica.store().replicas(last).await.unwrap();
    assert_eq!(alive().await, [other.replica]);
    heartbeat.beat().await;
    assert_eq!(
        alive().await,
        [heartbeat.replica],
        "the other one counts as gone at once"
    );
    let credited = |heartbeat: &Heartbeat<Memory>| heartbeat.deps.reach.outages(Shard::FIRST).after(last);
    assert_eq!((credited(&heartbeat), credited(&other)), (60_000, 0));
    let [outage] = &replica.store().outages().await.unwrap()[..] else {
        panic!("not one outage")
    };
    assert_eq!((outage.from, outage.to), (last, replica.now()));
    let read = (other.deps.clock.steady(), other.deps.reach.jumps());
    other.deps.reach.learned(Vec::new(), read, replica.now());
    other.read_again().await;
    assert_eq!(credited(&other), 60_000);
}

#[tokio::test]
async fn a_replica_that_leaves_stores_the_outages_that_last() {
    let (replica, heartbeat) = unmeasured();
    heartbeat.beat().await;
    let down = Shard::new(5).unwrap();
    let deps = &heartbeat.deps;
    deps.reach.failed(&[down], deps.clock.steady(), &StoreError::NotFound);
    replica.clock.pass(20_000);
    deps.draining.cancel();
    heartbeat.run().await;
    let stored = replica.store().outages().await.unwrap();
    let [outage] = &stored[..] else { panic!("{stored:?}") };
    assert_eq!(outage.to.0 - outage.from.0, 20_000);
    assert!(outage.concerns(down) && !outage.concerns(Shard::FIRST));
    assert!(replica.store().replicas(replica.now()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_replica_that_starts_during_an_outage_credits_all_of_it() {
    let (replica, heartbeat) = unmeasured();
    heartbeat.beat().await;
    let (down, began) = (Shard::new(5).unwrap(), replica.now());
    let fail = |heartbeat: &Heartbeat<Memory>| {
        let deps = &heartbeat.deps;
        deps.reach.failed(&[down], deps.clock.steady(), &StoreError::NotFound);
    };
    fail(&heartbeat);
    let pass = |ms| [&replica.clock, &replica.store_time].map(|clock| clock.pass(ms));
    for _ in 0..9 {
        pass(2_000);
        heartbeat.ask(vec![Shard::FIRST]).await;
    }
    let new = Heartbeat::new(Arc::clone(&replica.started_later().matches.0));
    fail(&new);
    new.ask(vec![Shard::FIRST]).await;
    // The other replica sees that one is new.
    heartbeat.read_again().await;
    pass(2_000);
    new.read_again().await;
    new.ask(vec![down]).await;
    // The estimated time of the store is a little behind.
    let credit = new.deps.reach.outages(down).after(began);
    assert!((19_900..=20_000).contains(&credit), "{credit}");
}

#[tokio::test]
async fn the_time_comes_from_any_node_while_that_of_the_first_shard_is_down() {
    let (replica, heartbeat) = unmeasured();
    let deps = &replica.matches.0;
    deps.reach
        .failed(&[Shard::FIRST], deps.clock.steady(), &StoreError::NotFound);
    heartbeat.ask(heartbeat.shards().skip(1).collect()).await;
    assert!(deps.store_clock.is_measured());
    assert!(deps.schedule.owns(Shard::FIRST));
    // Without further measurements, the clock would fall behind by 3.6 seconds for possible drift.
    for _ in 0..60 {
        for clock in [&replica.clock, &replica.store_time] {
            clock.pass(60_000);
        }
        heartbeat.ask(heartbeat.shards().skip(1).collect()).await;
    }
    assert_eq!(i64::try_from(deps.clock.now().0), Ok(replica.store_time.millis()));
}
