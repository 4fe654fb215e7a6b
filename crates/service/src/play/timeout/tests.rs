//! Whose default is taken, and whose not.

use tinsel_proto::v1::time_control::Control;

use super::*;
use crate::{
    record::{Occupant, SeatControl, show},
    testing::{Replica, SEATS, begun, record_of},
};

/// Also where a bot was left behind, and would have lost its time as well.
#[tokio::test]
async fn nobodys_default_is_taken_but_that_of_players() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(show::duration(30_000))).await;
    let table = record_of(&replica.matches, &created.match_id).await;
    let mut setup = Setup::clone(&table.setup);
    if let Occupant::Player { conduct, .. } = setup.seats.at_mut(SeatIndex::new(0)) {
        *conduct = SeatControl::Substituted;
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
