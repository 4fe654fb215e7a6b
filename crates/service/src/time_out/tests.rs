//! Whose default is taken, and whose not.

use tinsel_proto::v1::time_control::Control;

use super::*;
use crate::{
    table::{Conduct, Occupant},
    testing::{Replica, SEATS, begun, table_of},
};

/// Also where a bot was left behind, and would have lost its time as well.
#[tokio::test]
async fn nobodys_default_is_taken_but_that_of_players() {
    let replica = Replica::new();
    let created = begun(&replica.matches, Control::PerDecision(show::duration(30_000))).await;
    let table = table_of(&replica.matches, &created.match_id).await;
    let mut setup = Setup::clone(&table.setup);
    if let Occupant::Player { conduct, .. } = setup.seats.at_mut(SeatIndex::new(0)) {
        *conduct = Conduct::Substituted;
    }
    let left_behind = table.with_setup(setup).unwrap().with_play(table.play.clone().unwrap());
    replica.clock.pass(30_000);
    let done = moves(&left_behind, &Outages::default(), replica.now()).unwrap();
    let deeds = done.steps.into_iter().filter_map(|step| step.into_entry().deed.clone());
    let mut first_round: Vec<_> = deeds
        .take(SEATS)
        .map(|deed| (deed.seat, deed.action.is_none()))
        .collect();
    first_round.sort_unstable();
    let expected: Vec<_> = (0..8).map(|seat| (seat, seat != 0)).collect();
    assert_eq!(first_round, expected);
}
