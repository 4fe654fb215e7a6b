//! Presents of Mine on the wire.

use tinsel_presents_of_mine::{Config, ListReveal, PregameHands, PresentsOfMine, Round3Majority};

use crate::{
    GameId,
    wire::tests::{a_bot_finishes_a_saved_match, nothing_is_lost, shown_options_request_the_match},
};

fn configs() -> [Config; 4] {
    [
        Config::default(),
        Config {
            list_reveal: ListReveal::BeforeSelection,
            ..Config::default()
        },
        Config {
            pregame_hands: PregameHands::Private,
            ..Config::default()
        },
        Config {
            round3_majority: Round3Majority::Skip,
            pregame_hands: PregameHands::Private,
            ..Config::default()
        },
    ]
}

#[test]
fn whole_matches_of_every_option_read_back_as_they_were_written() {
    nothing_is_lost::<PresentsOfMine>(configs());
}

#[test]
fn shown_options_request_the_same_match() {
    shown_options_request_the_match::<PresentsOfMine>(configs());
}

#[test]
fn a_match_that_is_saved_and_loaded_goes_on_and_a_bot_finishes_it() {
    assert_eq!(a_bot_finishes_a_saved_match(GameId::PresentsOfMine, [5; 32]), 48);
}
