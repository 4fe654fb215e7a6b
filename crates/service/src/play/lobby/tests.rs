//! The limit of leaving and joining, and the setup after play has begun.

use tinsel_history::NameSalt;
use tinsel_proto::v1::{CreateMatchRequest, Visibility as Asked, time_control::Control};

use super::*;
use crate::{
    record::{PlayerData, time},
    testkit::unit::{Replica, begun, config, created, matches, record_of},
};

fn player(_: &Setup, seat: SeatIndex) -> Newcomer {
    let salt = NameSalt::new([1; NameSalt::LENGTH]);
    Newcomer::Player {
        data: Box::new(PlayerData::new(seat, "Ann".to_owned(), salt, None)),
        nonce: Vec::new(),
        claims: false,
    }
}

fn bot(_: &Setup, _: SeatIndex) -> Newcomer {
    Newcomer::Bot("Bot".to_owned())
}

#[tokio::test]
async fn after_too_many_departures_only_bots_can_take_seats() {
    let matches = matches();
    let created = created(&matches).await;
    let table = record_of(&matches, &created.match_id).await;
    let mut setup = Setup::clone(&table.setup);
    for seat in 0..LEFT_MAX {
        let after = table.with_setup(setup.clone()).unwrap();
        let joined = take_seat(&after, UnixMillis(1), None, &SeatPresence::default(), player);
        assert_eq!(joined.unwrap().seated.unwrap().seat, SeatIndex::new(0), "{seat} times");
        // It does not matter which seat was left.
        setup.end_seat_grant(SeatIndex::new(u8::try_from(seat % 8).unwrap()));
    }
    let after = table.with_setup(setup).unwrap();
    let joined = take_seat(&after, UnixMillis(1), None, &SeatPresence::default(), player);
    assert!(
        matches!(joined, Err(NotApplied::Refused(RpcError::JoiningClosed { .. }))),
        "{joined:?}"
    );
    // The host can still fill the seats and start the match.
    take_seat(&after, UnixMillis(1), None, &SeatPresence::default(), bot).unwrap();
}

/// Stored twice, the options could be as large as the rest of a record.
#[tokio::test]
async fn a_match_in_play_stores_its_options_once() {
    let replica = Replica::new();
    let waiting = created(&replica.matches).await;
    let begun = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
    let options = async |match_id| record_of(&replica.matches, match_id).await.setup.options.len();
    assert!(options(&waiting.match_id).await > 0);
    assert_eq!(options(&begun.match_id).await, 0);
}

#[tokio::test]
async fn only_a_private_match_requires_its_code() {
    for (visibility, by_id) in [(Asked::Private, false), (Asked::Public, true)] {
        let matches = matches();
        let asked = CreateMatchRequest {
            config: Some(config()),
            visibility: visibility.into(),
            ..CreateMatchRequest::default()
        };
        let created = matches.client().create_match(asked).await.unwrap();
        let created = created.into_inner();
        let table = record_of(&matches, &created.match_id).await;
        assert_eq!(require_code(&table.setup, false).is_ok(), by_id, "{visibility:?}");
        assert!(require_code(&table.setup, true).is_ok());
    }
}
