//! Several replicas on one store: owners, deputies, notices, and the number of shards.

use std::sync::Arc;

use bytes::Bytes;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{CreateMatchRequest, TimeControl, time_control::Control};
use tinsel_store::{Change, MatchId, MatchStore, Memory, Revision, StoreError, UnixMillis, Write};

use super::{PER_DECISION, deadlines, deserted, due_at_once, look, per_decision};
use crate::{
    background::{Background, Health, OtherShards, heartbeat::ANNOUNCED},
    commit::{self, idempotency::IdempotencyKey},
    play::Command,
    read,
    record::{log_entry::LogEntry, time},
    schedule::{REFRESH_MS, Task},
    testkit::unit::{Replica, config, created, join_all},
};

/// The background work of two replicas that have announced themselves to each other.
async fn acquainted(one: &Replica, other: &Replica) -> [Background<Memory>; 2] {
    let both = [one, other].map(|replica| Background::new(Arc::clone(&replica.matches.0)));
    for _ in 0..=ANNOUNCED {
        for background in &both {
            background.sweep().await;
        }
    }
    both
}

/// A decision time that is shorter than the time for which a stopped replica counts as alive.
const SHORT: u64 = 1_000;

fn short() -> Control {
    Control::PerDecision(time::duration(SHORT))
}

/// A match of inactive players in a shard that this replica owns.
async fn deserted_in_shard_of(owner: &Replica) -> String {
    loop {
        let match_id = deserted(owner, short()).await;
        let shard = match_id.parse::<MatchId>().unwrap().shard();
        if owner.matches.0.schedule.owns(shard) {
            return match_id;
        }
    }
}

#[tokio::test]
async fn the_deputy_takes_defaults_four_tenths_of_a_second_after_an_owner_that_was_killed() {
    let (one, other) = Replica::pair();
    let [killed, deputy] = acquainted(&one, &other).await;
    // The owner of the shard also wrote the deadline.
    let match_id = deserted_in_shard_of(&one).await;
    drop(killed);
    one.clock.pass(SHORT + 399);
    deputy.sweep().await;
    assert_eq!(look(&other.matches, &match_id).await.revision, 10);
    one.clock.pass(1);
    deputy.sweep().await;
    assert_eq!(look(&other.matches, &match_id).await.revision, 18);
}

/// The state after two replicas were killed at the same time.
#[tokio::test]
async fn the_replica_that_wrote_a_deadline_takes_the_default_without_owner_and_deputy() {
    let replicas = Replica::several(3);
    let backgrounds: Vec<_> = replicas
        .iter()
        .map(|replica| Background::new(Arc::clone(&replica.matches.0)))
        .collect();
    for _ in 0..=ANNOUNCED {
        for background in &backgrounds {
            background.sweep().await;
        }
    }
    let writer = &replicas[0];
    let match_id = loop {
        let match_id = deserted(writer, short()).await;
        let shard = match_id.parse::<MatchId>().unwrap().shard();
        if !writer.matches.0.schedule.watches(shard) {
            break match_id;
        }
    };
    writer.clock.pass(SHORT + 399);
    backgrounds[0].sweep().await;
    assert_eq!(look(&writer.matches, &match_id).await.revision, 10);
    writer.clock.pass(1);
    backgrounds[0].sweep().await;
    assert_eq!(look(&writer.matches, &match_id).await.revision, 18);
}

#[tokio::test]
async fn a_replica_takes_over_all_shards_when_another_has_left() {
    let (one, other) = Replica::pair();
    let [leaves, stays] = acquainted(&one, &other).await;
    let match_id = deserted_in_shard_of(&one).await;
    one.matches.0.draining.cancel();
    leaves.run().await;
    stays.sweep().await;
    // The sweep has read the notice, and the next heartbeat reads the list of replicas.
    stays.sweep().await;
    let shard = match_id.parse::<MatchId>().unwrap().shard();
    assert!(other.matches.0.schedule.owns(shard));
    one.clock.pass(SHORT);
    stays.sweep().await;
    assert_eq!(look(&other.matches, &match_id).await.revision, 18);
}

/// A store that drops every notice.
#[tokio::test]
async fn without_notices_an_owner_finds_what_others_wrote_within_half_a_minute() {
    let (one, other) = Replica::pair();
    let [owner, _other] = acquainted(&one, &other).await;
    let match_id = loop {
        let match_id = deserted(&other, short()).await;
        if one
            .matches
            .0
            .schedule
            .owns(match_id.parse::<MatchId>().unwrap().shard())
        {
            break match_id;
        }
    };
    owner.sweeper.lose_notices();
    // Without a heartbeat, because after this time the other replica would count as stopped.
    one.clock.pass(REFRESH_MS);
    owner.sweeper.sweep().await;
    assert_eq!(look(&one.matches, &match_id).await.revision, 18);
}

#[tokio::test]
async fn after_a_loss_of_notices_every_shard_is_scanned() {
    let (one, other) = Replica::pair();
    let [owner, _other] = acquainted(&one, &other).await;
    let mut matches = Vec::new();
    // More notices than the buffer of a replica holds.
    while matches.len() < 400 {
        matches.push(deserted(&other, short()).await);
    }
    let busy = deserted(&other, short()).await;
    let id: MatchId = busy.parse().unwrap();
    for at in (0..2_000).rev() {
        let stored = other.store().load(id).await.unwrap();
        let write = Write {
            nonce: at,
            record: stored.record,
            deadline: Change::Set(UnixMillis(1_900_000_000_000 + at)),
            ..due_at_once(Bytes::new())
        };
        other.store().replace(id, stored.version, &write).await.unwrap();
    }
    one.clock.pass(1_000);
    owner.sweep().await;
    for match_id in matches {
        let shard = match_id.parse::<MatchId>().unwrap().shard();
        if one.matches.0.schedule.owns(shard) {
            assert_eq!(look(&one.matches, &match_id).await.revision, 18);
        }
    }
}

#[tokio::test]
async fn a_shard_in_which_nothing_is_due_is_scanned_once_in_half_a_minute() {
    let replica = Replica::new();
    let deps = &replica.matches.0;
    let background = Background::new(Arc::clone(deps));
    background.sweep().await;
    background.sweep().await;
    let mut scans = 0;
    for _ in 0..REFRESH_MS / 250 {
        replica.clock.pass(250);
        while let Some(task) = deps.schedule.take(replica.now()) {
            let Task::Scan(shard) = task else { panic!("{task:?}") };
            deps.schedule.scanned(shard, None, None, replica.now());
            scans += 1;
        }
    }
    assert_eq!(scans, deps.settings.shards);
}

#[tokio::test]
async fn a_replica_is_ready_after_the_store_returned_its_number_of_shards() {
    let (one, other) = Replica::pair();
    let background = Background::new(Arc::clone(&one.matches.0));
    let health = background.health();
    assert_eq!(*health.borrow(), Health::Starting);
    background.sweep().await;
    assert_eq!(*health.borrow(), Health::Ready);
    created(&other.matches).await;
    assert_eq!(one.store().shards().await.unwrap(), Some(256));
    background.sweep().await;
    assert_eq!(*health.borrow(), Health::Ready);
}

#[tokio::test]
async fn a_replica_with_another_number_of_shards_creates_no_match_and_detects_it() {
    let (one, other) = Replica::pair();
    let background = Background::new(Arc::clone(&one.matches.0));
    background.sweep().await;
    background.sweep().await;
    other.store().store_shards(128).await.unwrap();
    // First by the notice, and then by the next heartbeat.
    background.sweep().await;
    background.sweep().await;
    let found = OtherShards {
        stored: 128,
        configured: 256,
    };
    assert_eq!(*background.health().borrow(), Health::OtherShards(found));
    let asked = CreateMatchRequest {
        config: Some(config()),
        ..CreateMatchRequest::default()
    };
    let refused = other.matches.client().create_match(tonic::Request::new(asked)).await;
    assert_eq!(refused.unwrap_err().code(), tonic::Code::Unavailable);
}

#[tokio::test]
async fn a_log_entry_is_never_before_the_one_before_it() {
    let replica = Replica::new();
    let match_id = deserted(&replica, per_decision()).await;
    let (deps, id) = (&replica.matches.0, match_id.parse::<MatchId>().unwrap());
    let before = replica.now();
    replica.clock.set(before.0 - 60_000);
    let record = read::load(deps, id).await.unwrap();
    let own = record.setup.seat_grant(SeatIndex::new(0));
    let key = IdempotencyKey::unnamed(deps.random());
    let substitute = Command::Substitute(own);
    commit::run(deps, id, &key, &substitute, |_, _| ()).await.unwrap();
    let log = deps.store.log(id, Revision::new(9), 99).await.unwrap();
    let times = log
        .entries
        .into_iter()
        .map(|(_, bytes)| LogEntry::read(bytes).unwrap().at_ms);
    assert!(times.clone().count() > 1);
    assert!(
        times.clone().all(|at| at == before.0),
        "{:?}",
        times.collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn a_deadline_counts_from_the_clock_even_after_it_went_back() {
    let replica = Replica::new();
    let asked = CreateMatchRequest {
        config: Some(config()),
        time_control: Some(TimeControl {
            control: Some(per_decision()),
            ..TimeControl::default()
        }),
        ..CreateMatchRequest::default()
    };
    let mut client = replica.matches.client();
    let created = client.create_match(tonic::Request::new(asked)).await.unwrap();
    let match_id = created.into_inner().match_id;
    replica.clock.set(replica.now().0 - 3_600_000);
    join_all(&replica.matches, &match_id).await;
    let ends = replica.clock.millis() + i64::try_from(PER_DECISION).unwrap();
    let begun = look(&replica.matches, &match_id).await;
    assert_eq!(deadlines(&begun), vec![ends; 8]);
}

#[tokio::test]
async fn before_the_time_of_the_store_is_known_no_default_is_taken_and_no_command_is_accepted() {
    let replica = Replica::new();
    let match_id = deserted(&replica, per_decision()).await;
    let (deps, id) = (&replica.matches.0, match_id.parse::<MatchId>().unwrap());
    replica.clock.follow_store();
    replica.clock.pass(PER_DECISION);
    commit::process_due(deps, id).await.unwrap_err();
    let record = read::load(deps, id).await.unwrap();
    let own = record.setup.seat_grant(SeatIndex::new(0));
    let key = IdempotencyKey::unnamed(deps.random());
    let substitute = Command::Substitute(own);
    commit::run(deps, id, &key, &substitute, |_, _| ()).await.unwrap_err();
    assert_eq!(look(&replica.matches, &match_id).await.revision, 10);
}

#[tokio::test]
async fn tasks_of_a_node_that_does_not_answer_wait_for_its_heartbeat() {
    let replica = Replica::new();
    let background = Background::new(Arc::clone(&replica.matches.0));
    background.sweep().await;
    let match_id = deserted(&replica, short()).await;
    let (deps, id) = (&replica.matches.0, match_id.parse::<MatchId>().unwrap());
    replica.clock.pass(SHORT);
    deps.reach
        .failed(&[id.shard()], deps.clock.steady(), &StoreError::NotFound);
    background.sweeper.sweep().await;
    assert_eq!(look(&replica.matches, &match_id).await.revision, 10);
    background.sweep().await;
    assert!(look(&replica.matches, &match_id).await.revision > 10);
}
