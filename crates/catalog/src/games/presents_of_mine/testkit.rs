//! The testkit of Presents of Mine for tests that are independent of games.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::checks::CheckedPosition;
use tinsel_presents_of_mine::{Action, PresentsOfMine, testkit};
use tinsel_proto::{
    games::presents_of_mine::v1::{self as wire, ListReveal, PregameHands, Round3Majority},
    v1::{GameConfig, game_config},
};

use crate::testkit::{GameSetup, Lend, RefusedSetup, Secrets, Unreachable};

/// Numbers without a value in the enum of any option.
const NO_VALUES: [i32; 5] = [-1, 3, 99, i32::MIN, i32::MAX];

/// Names of the parts of submissions and hands.
const NAMES: [&str; 11] = [
    "SelectPresents",
    "PassPresents",
    "StealPresents",
    "letter",
    "passes",
    "steals",
    "staleness",
    "layers",
    "replacement",
    "discard",
    "own_submission",
];

impl Lend for PresentsOfMine {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[
        (
            "UNKNOWN_SEAT",
            "the seat comes from a token, and tokens are given for seats of the match",
        ),
        ("NO_DECISION_OWED", "it refuses a timeout, and no call times a seat out"),
    ];

    fn tables() -> Vec<GameSetup> {
        let usual = wire::Config::default();
        let private = wire::Config {
            pregame_hands: PregameHands::Private.into(),
            ..usual
        };
        let list_first = wire::Config {
            list_reveal: ListReveal::BeforeSelection.into(),
            ..usual
        };
        let private_and_skip = wire::Config {
            round3_majority: Round3Majority::Skip.into(),
            ..private
        };
        vec![
            table("default", usual),
            table("list-before-selection", list_first),
            private_and_list_first(),
            table("private-pregame-and-no-majority-in-round-3", private_and_skip),
        ]
    }

    fn secrets() -> Secrets {
        Secrets {
            table: private_and_list_first(),
            options: Vec::new(),
            names: NAMES.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    fn nonsense(chance: &mut dyn Chance) -> Action {
        testkit::nonsense(chance)
    }

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn refused_tables() -> Vec<RefusedSetup> {
        let seats = [0, 1, 7, 9, 255, 256, 264, u32::MAX].map(|seats| RefusedSetup {
            reason: "INVALID_CONFIG",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats
            .into_iter()
            .chain(NO_VALUES.into_iter().flat_map(options_of_no_value))
            .collect()
    }

    fn checked_positions() -> Vec<CheckedPosition<Self>> {
        testkit::checked_positions()
    }
}

/// A table with private hands before the first round.
fn private_and_list_first() -> GameSetup {
    let options = wire::Config {
        list_reveal: ListReveal::BeforeSelection.into(),
        pregame_hands: PregameHands::Private.into(),
        ..wire::Config::default()
    };
    table("private-pregame-and-list-before-selection", options)
}

/// Each option with this number.
fn options_of_no_value(number: i32) -> [RefusedSetup; 3] {
    let usual = wire::Config::default();
    let list_reveal = wire::Config {
        list_reveal: number,
        ..usual
    };
    let pregame_hands = wire::Config {
        pregame_hands: number,
        ..usual
    };
    let round3_majority = wire::Config {
        round3_majority: number,
        ..usual
    };
    let options = [
        ("list_reveal", list_reveal),
        ("pregame_hands", pregame_hands),
        ("round3_majority", round3_majority),
    ];
    options.map(|(option, options)| RefusedSetup {
        reason: "INVALID_CONFIG",
        option: Some(option),
        seats: None,
        config: config(options),
    })
}

const fn table(name: &'static str, options: wire::Config) -> GameSetup {
    GameSetup {
        name,
        seats: None,
        config: config(options),
    }
}

const fn config(options: wire::Config) -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::PresentsOfMine(options)),
    }
}
