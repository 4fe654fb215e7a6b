//! Presents of Mine on the wire.

use tinsel_presents_of_mine::{Asked, Config, Draft, ListReveal, PregameHands, PresentsOfMine, Round3Majority};
use tinsel_proto::{
    games::presents_of_mine::v1 as wire,
    v1::{GameConfig, game_config},
};

use crate::{
    GameId,
    wire::{
        WireGame,
        tests::{a_bot_finishes_a_saved_match, nothing_is_lost},
    },
};

#[test]
fn whole_matches_of_every_option_read_back_as_they_were_written() {
    let configs = [
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
    ];
    nothing_is_lost::<PresentsOfMine>(configs);
}

#[test]
fn an_option_that_is_no_value_is_unknown_and_one_left_out_is_left_out() {
    let config = |number| {
        let config = wire::Config {
            list_reveal: number,
            ..wire::Config::default()
        };
        GameConfig {
            game: Some(game_config::Game::PresentsOfMine(config)),
        }
    };
    let asked = |list_reveal| {
        Some(Draft {
            list_reveal,
            ..Draft::default()
        })
    };
    assert_eq!(PresentsOfMine::read_draft(&config(0)), asked(Asked::LeftOut));
    assert_eq!(
        PresentsOfMine::read_draft(&config(2)),
        asked(Asked::Given(ListReveal::BeforeSelection))
    );
    assert_eq!(PresentsOfMine::read_draft(&config(-7)), asked(Asked::Unknown));
}

#[test]
fn a_wrong_option_is_named_by_its_path_in_the_request() {
    let game = GameId::PresentsOfMine.game();
    let config = wire::Config {
        pregame_hands: 9,
        ..wire::Config::default()
    };
    let config = GameConfig {
        game: Some(game_config::Game::PresentsOfMine(config)),
    };
    let refusal = game.configure(Some(8), &config).unwrap_err();
    assert_eq!(refusal.field.as_deref(), Some("config.presents_of_mine.pregame_hands"));
    let refusal = game.configure(Some(0), &config).unwrap_err();
    assert_eq!(refusal.field.as_deref(), Some("seats"));
    assert!(refusal.sentence.contains("got 0"));
}

#[test]
fn a_match_that_is_saved_and_loaded_goes_on_and_a_bot_finishes_it() {
    assert_eq!(a_bot_finishes_a_saved_match(GameId::PresentsOfMine, [5; 32]), 48);
}
