//! Who may come in, after how much coming and going, and what is left of the lobby once play has begun.

use tinsel_proto::v1::{CreateMatchRequest, Visibility as Asked, time_control::Control};

use super::*;
use crate::testing::{Replica, begun, config, created, matches, record_of};

fn player(_: &Setup, _: SeatIndex) -> Occupant {
    Occupant::player("Ann".to_owned(), Vec::new(), None)
}

fn bot(_: &Setup, _: SeatIndex) -> Occupant {
    Occupant::Bot { name: "Bot".to_owned() }
}

#[tokio::test]
async fn after_so_much_coming_and_going_only_bots_come_in() {
    let matches = matches();
    let created = created(&matches).await;
    let table = record_of(&matches, &created.match_id).await;
    let mut setup = Setup::clone(&table.setup);
    for seat in 0..LEFT_MAX {
        let after = table.with_setup(setup.clone()).unwrap();
        let joined = take_seat(&after, UnixMillis(1), None, player);
        assert_eq!(joined.unwrap().seated.unwrap().seat, SeatIndex::new(0), "{seat} times");
        // Whichever seat it was.
        setup.end_seat_grant(SeatIndex::new(u8::try_from(seat % 8).unwrap()));
    }
    let after = table.with_setup(setup).unwrap();
    let joined = take_seat(&after, UnixMillis(1), None, player);
    assert!(matches!(joined, Err(RpcError::JoiningClosed)), "{joined:?}");
    // So that the host can still begin with those who are there.
    take_seat(&after, UnixMillis(1), None, bot).unwrap();
}

/// Twice, they could be as large as all the rest of a record.
#[tokio::test]
async fn a_match_that_has_begun_keeps_its_options_once() {
    let replica = Replica::new();
    let waiting = created(&replica.matches).await;
    let begun = begun(&replica.matches, Control::PerDecision(show::duration(30_000))).await;
    let options = async |match_id| record_of(&replica.matches, match_id).await.setup.options.len();
    assert!(options(&waiting.match_id).await > 0);
    assert_eq!(options(&begun.match_id).await, 0);
}

/// An earlier release gave private matches no code, and their players only the id.
#[tokio::test]
async fn only_a_private_match_that_has_a_code_needs_it() {
    for (visibility, by_code, by_id) in [
        (Asked::Private, true, false),
        (Asked::Private, false, true),
        (Asked::Public, false, true),
    ] {
        let matches = matches();
        let asked = CreateMatchRequest {
            config: Some(config()),
            visibility: visibility.into(),
            ..CreateMatchRequest::default()
        };
        let created = matches.client().create_match(asked).await.unwrap();
        let created = created.into_inner();
        let table = record_of(&matches, &created.match_id).await;
        let mut setup = Setup::clone(&table.setup);
        setup.by_code = by_code;
        let table = table.with_setup(setup).unwrap();
        assert_eq!(
            require_code(&table.setup, false).is_ok(),
            by_id,
            "{visibility:?}, {by_code}"
        );
        assert!(require_code(&table.setup, true).is_ok());
    }
}
