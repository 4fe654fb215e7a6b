//! Matches of inactive players, on a clock that the test controls.

use std::sync::Arc;

use bytes::Bytes;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{
    GetMatchRequest, Match, MatchPhase, TimeBank, TimeCredited, match_event, time_control::Control,
};
use tinsel_store::{Change, Envelope, MatchId, MatchStore, Revision, Shard, UnixMillis, Write};

mod absence;
mod fleet;
mod outages;
mod upkeep;

use super::{
    Background,
    sweep::{MATCHES, NEWER_MS},
};
use crate::{
    commit::{self, idempotency::IdempotencyKey},
    play::{self, Command, HostCommand},
    read,
    record::{MatchRecord, SCHEMA, SeatPresence, log_entry::LogEntry, time},
    testkit::unit::{Matches, Replica, begun, by_creator, created},
};

const PER_DECISION: u64 = 30_000;

fn per_decision() -> Control {
    Control::PerDecision(time::duration(PER_DECISION))
}

/// A match with eight inactive players.
async fn deserted(replica: &Replica, control: Control) -> String {
    begun(&replica.matches, control).await.match_id
}

async fn look(matches: &Matches, match_id: &str) -> Match {
    let asked = GetMatchRequest {
        match_id: match_id.to_owned(),
        ..GetMatchRequest::default()
    };
    let got = matches
        .client()
        .get_match(tonic::Request::new(asked))
        .await
        .unwrap()
        .into_inner();
    got.state.unwrap().r#match.unwrap()
}

fn deadlines(seen: &Match) -> Vec<i64> {
    let deadlines = seen.pending_decisions.iter().filter_map(|decision| decision.deadline);
    deadlines
        .map(|at| at.seconds * 1000 + i64::from(at.nanos) / 1_000_000)
        .collect()
}

#[tokio::test]
async fn two_replicas_that_sweep_at_once_take_each_default_once() {
    let (one, other) = Replica::pair();
    let match_id = deserted(&one, per_decision()).await;
    one.clock.pass(PER_DECISION);
    let sweepers = [&one, &other].map(|replica| Background::new(Arc::clone(&replica.matches.0)));
    let [first, second] = &sweepers;
    tokio::join!(first.sweep(), second.sweep());
    assert_eq!(look(&one.matches, &match_id).await.revision, 18);
    assert_eq!(look(&other.matches, &match_id).await.revision, 18);
}

#[tokio::test]
async fn thousands_of_matches_that_are_due_together_are_all_processed() {
    let replica = Replica::new();
    let mut matches = Vec::new();
    for _ in 0..1500 {
        matches.push(deserted(&replica, per_decision()).await);
    }
    replica.clock.pass(PER_DECISION);
    let sweeper = Background::new(Arc::clone(&replica.matches.0));
    sweeper.sweep().await;
    for match_id in matches {
        assert_eq!(look(&replica.matches, &match_id).await.revision, 18);
    }
}

#[tokio::test]
async fn a_bank_runs_out_and_then_leaves_the_increment_alone() {
    let replica = Replica::new();
    let bank = TimeBank {
        initial: Some(time::duration(10_000)),
        increment: Some(time::duration(2_000)),
    };
    let match_id = deserted(&replica, Control::Bank(bank)).await;
    let sweeper = Background::new(Arc::clone(&replica.matches.0));
    let began = replica.clock.millis();
    replica.clock.pass(10_000);
    sweeper.sweep().await;
    let second = look(&replica.matches, &match_id).await;
    assert_eq!(deadlines(&second), vec![began + 12_000; 8]);
    let left: Vec<_> = second.seats.iter().map(|seat| seat.bank_left).collect();
    assert_eq!(left, vec![Some(time::duration(2_000)); 8]);
}

/// More unreadable matches than one page holds are due before the readable match.
#[tokio::test]
async fn undecodable_matches_do_not_block_others() {
    let replica = Replica::new();
    let deps = &replica.matches.0;
    let match_id = deserted(&replica, per_decision()).await;
    let shard = match_id.parse::<MatchId>().unwrap().shard().get();
    let mut entropy = (0..=u16::MAX).map(|number| (u128::from(number) << 100 | u128::from(number)).to_be_bytes());
    for _ in 0..MATCHES + 6 {
        let mut ids = entropy
            .by_ref()
            .map(|bytes| MatchId::from_entropy(bytes, deps.settings.shards));
        let id = ids.find(|id| id.shard().get() == shard).unwrap();
        deps.store.create(id, due_at_once("no record".into())).await.unwrap();
    }
    replica.clock.pass(PER_DECISION);
    let sweeper = Background::new(Arc::clone(deps));
    sweeper.sweep().await;
    sweeper.sweep().await;
    assert_eq!(look(&replica.matches, &match_id).await.revision, 18);
}

/// Whichever replica writes first after an outage, all viewers see the extended deadlines.
#[tokio::test]
async fn the_first_write_after_an_outage_has_an_event_about_credited_time() {
    let replica = Replica::new();
    let match_id = deserted(&replica, per_decision()).await;
    let (deps, id) = (&replica.matches.0, match_id.parse::<MatchId>().unwrap());
    let began = replica.clock.millis();
    replica.clock.pass(10_000);
    replica.outage(id.shard(), 60_000);
    let record = read::load(deps, id).await.unwrap();
    let own = record.setup.seat_grant(SeatIndex::new(0));
    let key = IdempotencyKey::unnamed(deps.random());
    let substitute = Command::Substitute(own);
    commit::run(deps, id, &key, &substitute, |_, _| ()).await.unwrap();
    let waited_for = look(&replica.matches, &match_id).await;
    assert_eq!(deadlines(&waited_for), vec![began + 90_000; 7]);
    let log = deps.store.log(id, Revision::new(10), 99).await.unwrap();
    let told = log
        .entries
        .into_iter()
        .flat_map(|(_, bytes)| LogEntry::read(bytes).unwrap().events);
    let told = told.filter_map(|told| told.decoded_event().unwrap().event);
    let credited = TimeCredited {
        longest: Some(time::duration(60_000)),
    };
    let credits = told.filter(|event| matches!(event, match_event::Event::TimeCredited(_)));
    assert_eq!(
        credits.collect::<Vec<_>>(),
        [match_event::Event::TimeCredited(credited)]
    );
}

/// The replica that should have moved the bots stopped between two writes.
#[tokio::test]
async fn bots_continue_after_their_replica_stopped() {
    let replica = Replica::new();
    let deps = &replica.matches.0;
    let created = created(&replica.matches).await;
    let lobby = read::load(deps, created.match_id.parse().unwrap()).await.unwrap();
    let mut record = MatchRecord::clone(&lobby);
    let (mut entries, outages) = (Vec::new(), deps.reach.outages(Shard::FIRST));
    for _ in 0..8 {
        let add_bot = by_creator(HostCommand::AddBot {
            name: None,
            is_permitted: true,
            seat: None,
        });
        let added = play::apply(&record, &add_bot, &outages, &SeatPresence::default(), replica.now());
        let added = added.unwrap();
        record = added.record;
        entries.extend(added.entries);
    }
    let id = MatchId::from_entropy([9; 16], 1);
    let saved = entries.last().unwrap().save().unwrap();
    let write = Write {
        entries: entries.iter_mut().map(|pending| pending.entry.write(1)).collect(),
        deadline: Change::Set(record.due().unwrap()),
        ..Write::new(record.write(saved.as_deref()).unwrap(), Bytes::new(), 1)
    };
    deps.store.create(id, write).await.unwrap();
    let sweeper = Background::new(Arc::clone(deps));
    sweeper.sweep().await;
    assert_eq!(
        look(&replica.matches, &id.to_string()).await.revision,
        14,
        "the replica that runs the bots still has time"
    );
    replica.clock.pass(2_000);
    sweeper.sweep().await;
    assert_eq!(
        look(&replica.matches, &id.to_string()).await.phase(),
        MatchPhase::Finished
    );
}

/// A corrupt record, and one of a later release, which this replica skips for a while.
#[tokio::test]
async fn matches_that_no_sweep_can_process_are_stuck() {
    let replica = Replica::new();
    let deps = &replica.matches.0;
    let sweeper = Background::new(Arc::clone(deps));
    let newer = Envelope {
        schema: SCHEMA + 1,
        body: "a record of a later release".into(),
    };
    let stored = [("no record".into(), (1, 0)), (newer.seal(), (1, 1))];
    for (number, (record, stuck)) in (1..).zip(stored) {
        let id = MatchId::from_entropy([number; 16], deps.settings.shards);
        deps.store.create(id, due_at_once(record)).await.unwrap();
        sweeper.sweep().await;
        assert_eq!(sweeper.sweeper.stuck(replica.now()), stuck);
    }
    replica.clock.pass(NEWER_MS);
    assert_eq!(
        sweeper.sweeper.stuck(replica.now()),
        (1, 0),
        "its shard is no longer left to others"
    );
    sweeper.sweep().await;
    assert_eq!(sweeper.sweeper.stuck(replica.now()), (1, 1), "it was met again");
}

/// The write of a match with this record, which is due at once.
fn due_at_once(record: Bytes) -> Write {
    Write {
        deadline: Change::Set(UnixMillis(1)),
        ..Write::new(record, "no entry".into(), 1)
    }
}
