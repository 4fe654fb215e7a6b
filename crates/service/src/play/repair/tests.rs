//! Information that viewers get about a match from an operator's actions.

use prost::Message;
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1::{MatchEvent, TimeBank, time_control::Control};
use tinsel_store::{MatchId, MatchStore, Write};

use super::{super::Command, *};
use crate::{
    commit::{self, idempotency::IdempotencyKey},
    record::time,
    testkit::unit::{Replica, begun, begun_by, in_window, record_of, secret_santa},
    views::disclosure,
};

fn audit() -> Audit {
    Audit {
        operator: "Olga".to_owned(),
        reason: "a test".to_owned(),
    }
}

fn repaired(table: &MatchRecord, now: UnixMillis, asked: Repair) -> Result<Transition, RpcError> {
    repair(table, now, asked, &audit(), None)
}

async fn run_unnamed(replica: &Replica, id: MatchId, command: &Command) {
    let deps = &replica.matches.0;
    let key = IdempotencyKey::unnamed(deps.random());
    commit::run(deps, id, &key, command, |_, _| ()).await.unwrap();
}

fn seconds(seconds: u64) -> Control {
    Control::PerDecision(time::duration(seconds * 1000))
}

/// The events of each revision that all viewers receive.
fn told(next: &Transition) -> Vec<Vec<MatchEvent>> {
    let decoded = |event| MatchEvent::decode(event).unwrap();
    let entries = next.entries.iter().map(|pending| &pending.entry);
    entries
        .map(|entry| {
            disclosure::events_for(entry, Viewer::Spectator, &next.record.setup, None)
                .into_iter()
                .map(decoded)
                .collect()
        })
        .collect()
}

/// A match of Secret Santa, in which seats 1 to 3 respond in secret, with time banks.
async fn with_window(replica: &Replica, answered: &[u8]) -> MatchRecord {
    let bank = Control::Bank(TimeBank {
        initial: Some(time::duration(30_000)),
        increment: Some(time::duration(2_000)),
    });
    let created = begun_by(&replica.matches, secret_santa(), (4, bank)).await;
    in_window(&*record_of(&replica.matches, &created.match_id).await, answered)
}

/// Revisions, times, clocks and all events for others must be identical.
#[tokio::test]
async fn taking_a_default_does_not_reveal_whether_the_seat_has_responded() {
    let replica = Replica::new();
    let now = UnixMillis(replica.now().0 + 20_000);
    let open = with_window(&replica, &[]).await;
    let answered = |seats: &[u8]| in_window(&open, seats);
    let seen = |table: &MatchRecord, asked| {
        let next = repaired(table, now, asked).unwrap();
        let clocks = next.record.play.as_ref().unwrap().clocks.clone();
        let times: Vec<_> = next.entries.iter().map(|step| step.entry.at_ms).collect();
        let view = next
            .record
            .play
            .as_ref()
            .unwrap()
            .game
            .view(Viewer::Spectator, next.record.setup.forfeited());
        (told(&next), times, clocks, view)
    };
    let one = Repair::TakeDefaults(Some(1));
    assert_eq!(seen(&open, one), seen(&answered(&[1]), one));
    assert_eq!(seen(&answered(&[2]), one), seen(&answered(&[1, 2]), one));
    let all = Repair::TakeDefaults(None);
    let deeds = |seats: &[u8]| {
        let next = repaired(&answered(seats), now, all).unwrap();
        next.entries.iter().filter(|step| step.entry.action.is_some()).count()
    };
    assert_eq!(
        (deeds(&[]), deeds(&[1]), deeds(&[3, 1])),
        (3, 2, 1),
        "no seat decides twice"
    );
    let nobody = seen(&open, all);
    for seats in [&[1][..], &[2], &[3], &[1, 2], &[3, 1], &[2, 3]] {
        assert_eq!(seen(&answered(seats), all), nobody, "{seats:?}");
    }
}

#[tokio::test]
async fn an_extension_applies_to_every_seat_that_is_shown_as_pending() {
    let replica = Replica::new();
    let open = with_window(&replica, &[]).await;
    let due = |table: &MatchRecord| {
        let after = repaired(table, replica.now(), Repair::ExtendDeadlines(60_000))
            .unwrap()
            .record;
        (after.due(), after.play.unwrap().clocks)
    };
    let before = open.due().unwrap();
    assert_eq!(due(&open).0, Some(UnixMillis(before.0 + 60_000)));
    assert_eq!(
        due(&in_window(&open, &[1, 2])),
        due(&open),
        "it does not reveal which seats have responded"
    );
}

#[tokio::test]
async fn only_the_requested_seat_gets_a_default() {
    let replica = Replica::new();
    let created = begun(&replica.matches, seconds(30)).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    let next = repaired(&table, replica.now(), Repair::TakeDefaults(Some(3))).unwrap();
    let owing = next.record.playing().unwrap().game.owing();
    assert_eq!(owing, table.playing().unwrap().game.owing().without(SeatIndex::new(3)));
    assert_eq!(next.entries.len(), 2, "the operator's action, and its effect");
    let again = repaired(&next.record, replica.now(), Repair::TakeDefaults(Some(3)));
    assert!(matches!(again, Err(RpcError::NoPendingDecision)), "{again:?}");
    let nobody = repaired(&table, replica.now(), Repair::TakeDefaults(Some(8)));
    assert!(matches!(nobody, Err(RpcError::NoSuchSeat { last: 7 })), "{nobody:?}");
}

/// One default of each seat, although all of them have their next decision pending right after the last default.
#[tokio::test]
async fn each_pending_seat_gets_one_default() {
    let replica = Replica::new();
    let created = begun(&replica.matches, seconds(30)).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    let next = repaired(&table, replica.now(), Repair::TakeDefaults(None)).unwrap();
    assert_eq!(next.entries.len(), 9);
    assert_eq!(
        next.record.playing().unwrap().game.owing().len(),
        8,
        "the next step has begun"
    );
}

#[tokio::test]
async fn only_operators_see_the_name_of_the_operator() {
    let replica = Replica::new();
    let created = begun(&replica.matches, seconds(30)).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    let revealed = reveal(&table, replica.now(), &audit()).unwrap();
    for asked in [Repair::TakeDefaults(None), Repair::ExtendDeadlines(1000), Repair::Abort] {
        let next = repaired(&table, replica.now(), asked).unwrap();
        assert_eq!(next.entries[0].entry.operator, "Olga");
        assert!(next.entries[1..].iter().all(|step| step.entry.operator.is_empty()));
        let everyone = format!("{:?}", told(&next));
        assert!(everyone.contains("a test") && !everyone.contains("Olga"), "{everyone}");
    }
    assert_eq!(revealed.entries[0].entry.operator, "Olga");
    assert_eq!(told(&revealed).len(), 1);
}

/// The store has lost a match from its index of due matches. Any repair adds it again, even one that changes no
/// deadline.
#[tokio::test]
async fn a_repaired_match_is_listed_as_due_again() {
    let replica = Replica::new();
    let created = begun(&replica.matches, seconds(30)).await;
    let id: MatchId = created.match_id.parse().unwrap();
    let due = async || {
        let ever = UnixMillis(u64::MAX >> 12);
        replica.store().due(id.shard(), ever, 9).await.unwrap().matches
    };
    let listed = due().await;
    assert_eq!(listed.len(), 1);
    let stored = replica.store().load(id).await.unwrap();
    let lost = Write {
        deadline: tinsel_store::Change::Clear,
        ..Write::new(stored.record.clone(), LogEntry::new(replica.now()).write(1), 1)
    };
    replica.store().replace(id, stored.version, &lost).await.unwrap();
    assert_eq!(due().await, []);
    run_unnamed(&replica, id, &Command::Reveal(audit())).await;
    assert_eq!(due().await, listed);
}

/// An operator can extend a deadline beyond the retention of the match, and the match must still exist.
#[tokio::test]
async fn a_match_outlives_the_deadlines_that_an_operator_extends() {
    let replica = Replica::new();
    let created = begun(&replica.matches, seconds(30)).await;
    let id: MatchId = created.match_id.parse().unwrap();
    const MONTH: u64 = 30 * 24 * 60 * 60 * 1000;
    for _ in 0..3 {
        let extending = Command::Repair {
            repair: Repair::ExtendDeadlines(MONTH),
            audit: audit(),
            expected: None,
        };
        run_unnamed(&replica, id, &extending).await;
    }
    replica.store_time.pass(3 * MONTH);
    assert!(replica.store().load(id).await.is_ok());
    let active = u64::try_from(replica.matches.0.settings.retention.active.as_millis()).unwrap();
    replica.store_time.pass(active + 31_000);
    assert!(replica.store().load(id).await.is_err(), "but not without an expiry");
}

/// In Presents of Mine it is public which seats have submitted; in the windows of Secret Santa it is secret.
#[tokio::test]
async fn no_event_names_the_seat_of_a_default_that_is_secret() {
    let replica = Replica::new();
    let created = begun(&replica.matches, seconds(30)).await;
    let presents = MatchRecord::clone(&*record_of(&replica.matches, &created.match_id).await);
    for record in [presents, with_window(&replica, &[]).await] {
        let repaired = repaired(&record, replica.now(), Repair::TakeDefaults(Some(1))).unwrap();
        let acted = repaired.entries[0].entry.events[0].decoded_event().unwrap().event;
        let Some(match_event::Event::OperatorActed(acted)) = acted else {
            panic!("{acted:?}")
        };
        assert_eq!(acted.seat, None);
        let taken = repaired
            .entries
            .iter()
            .find_map(|pending| pending.entry.action.as_ref());
        assert!(taken.unwrap().sealed, "nor does a span");
    }
}
