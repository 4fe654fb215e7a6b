//! Who may come in, after how much coming and going, and what is left of the lobby once play has begun.

use tinsel_proto::v1::time_control::Control;

use super::*;
use crate::{
    table::Conduct,
    testing::{Replica, begun, created, matches, table_of},
};

fn player(_: &Setup, _: SeatIndex) -> Occupant {
    Occupant::Player {
        name: "Ann".to_owned(),
        nonce: Vec::new(),
        conduct: Conduct::Own,
        substitutions: 0,
        sought: None,
    }
}

fn bot(_: &Setup, _: SeatIndex) -> Occupant {
    Occupant::Bot { name: "Bot".to_owned() }
}

#[tokio::test]
async fn after_so_much_coming_and_going_only_bots_come_in() {
    let matches = matches();
    let created = created(&matches).await;
    let table = table_of(&matches, &created.match_id).await;
    let mut setup = Setup::clone(&table.setup);
    for seat in 0..LEFT_MAX {
        let after = table.with_setup(setup.clone()).unwrap();
        let joined = take_seat(&after, UnixMillis(1), None, player, |seat, _| seat);
        assert_eq!(joined.unwrap().answer, SeatIndex::new(0), "{seat} times");
        // Whichever seat it was.
        setup.end_sitting(SeatIndex::new(u8::try_from(seat % 8).unwrap()));
    }
    let after = table.with_setup(setup).unwrap();
    let joined = take_seat(&after, UnixMillis(1), None, player, |_, _| ());
    assert!(matches!(joined, Err(RpcError::JoiningClosed)), "{joined:?}");
    // So that the host can still begin with those who are there.
    take_seat(&after, UnixMillis(1), None, bot, |_, _| ()).unwrap();
}

/// Twice, they could be as large as all the rest of a record.
#[tokio::test]
async fn a_match_that_has_begun_keeps_its_options_once() {
    let replica = Replica::new();
    let waiting = created(&replica.matches).await;
    let begun = begun(&replica.matches, Control::PerDecision(show::duration(30_000))).await;
    let options = async |match_id| table_of(&replica.matches, match_id).await.setup.options.len();
    assert!(options(&waiting.match_id).await > 0);
    assert_eq!(options(&begun.match_id).await, 0);
}
