//! The first heartbeats of a replica.

use tinsel_proto::v1::CreateMatchRequest;
use tinsel_store::{MatchStore, Memory};

use super::*;
use crate::testing::{Replica, config};

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
