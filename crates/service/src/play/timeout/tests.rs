//! Which seats a default is taken for.

use tinsel_proto::v1::time_control::Control;

use super::*;
use crate::{
    record::{Occupant, SeatControl, time},
    testkit::unit::{Replica, SEATS, begun, record_of},
};

/// Otherwise the late action of its player would apply to the next decision.
#[tokio::test]
async fn a_default_ends_the_decision_of_its_seat() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    replica.clock.pass(30_000);
    let done = take_due(&table, replica.now()).unwrap();
    let number = |record: &MatchRecord| *record.play.as_ref().unwrap().numbers.at(SeatIndex::new(0));
    assert_eq!((number(&table), number(&done.record)), (1, 2));
}

/// Also for a bot that has not moved, and is past its deadline as well.
#[tokio::test]
async fn a_timeout_takes_defaults_of_players_alone() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    let mut setup = Setup::clone(&table.setup);
    if let Occupant::Player { control, .. } = setup.seats.at_mut(SeatIndex::new(0)) {
        *control = SeatControl::Substituted;
    }
    let left_behind = table.with_setup(setup).unwrap();
    replica.clock.pass(30_000);
    let done = take_due(&left_behind, replica.now()).unwrap();
    let actions = done.entries.into_iter().filter_map(|pending| pending.entry.action);
    let mut first_round: Vec<_> = actions
        .take(SEATS)
        .map(|action| (action.seat, action.decoded_action().unwrap().is_none()))
        .collect();
    first_round.sort_unstable();
    let expected: Vec<_> = (0..8).map(|seat| (seat, seat != 0)).collect();
    assert_eq!(first_round, expected);
}
