//! The testkit of Grunkle Match for tests that are independent of games.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::checks::CheckedPosition;
use tinsel_grunkle_match::{Action, GrunkleMatch, testkit};
use tinsel_proto::{
    games::grunkle_match::v1 as wire,
    v1::{GameConfig, game_config},
};

use crate::testkit::{GameSetup, Lend, RefusedSetup, Secrets, Unreachable};

/// The text about the Death Match, if there is one.
const WHISPERED: &str = "Bring a spoon.";

/// Names of the parts of submissions and of their results, beside the skills.
const NAMES: [&str; 16] = [
    "SubmitRound",
    "bids",
    "amount",
    "skill",
    "dark_ritual_skill",
    "discard_grunko_pop",
    "nullify_name",
    "treachery_target",
    "phantom_target",
    "garnet_thief_target",
    "garnets",
    "budget",
    "submissions",
    "payments",
    "ballot",
    "death_match_info",
];

impl Lend for GrunkleMatch {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] =
        &[("NO_DECISION_OWED", "it refuses a timeout, and no call times a seat out")];

    fn tables() -> Vec<GameSetup> {
        let usual = wire::Config::default();
        let uneven = wire::Config {
            starting_garnets_per_seat: vec![20, 0, 3, 40, 7, 1, 1000],
            ..usual.clone()
        };
        vec![table("default", usual), table("garnets-per-seat", uneven), whispered()]
    }

    fn secrets() -> Secrets {
        // Skills have the numbers 1 to 31.
        let skills = (1..).map_while(|number| wire::Skill::try_from(number).ok());
        let names = NAMES.iter().map(|name| (*name).to_owned());
        Secrets {
            table: whispered(),
            options: vec![WHISPERED],
            names: skills.map(|skill| format!("{skill:?}")).chain(names).collect(),
        }
    }

    fn nonsense(chance: &mut dyn Chance) -> Action {
        testkit::nonsense(chance)
    }

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn refused_tables() -> Vec<RefusedSetup> {
        let seats = [0, 1, 6, 8, 255, 256, 263, u32::MAX].map(|seats| RefusedSetup {
            reason: "WRONG_SEAT_COUNT",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats.into_iter().chain(refused_options()).collect()
    }

    fn checked_positions() -> Vec<CheckedPosition<Self>> {
        testkit::checked_positions()
    }
}

/// A table with a secret among its options.
fn whispered() -> GameSetup {
    let options = wire::Config {
        starting_garnets: Some(40),
        death_match_info: WHISPERED.to_owned(),
        ..wire::Config::default()
    };
    table("death-match-info", options)
}

fn refused_options() -> Vec<RefusedSetup> {
    let refused = |reason, option, options| RefusedSetup {
        reason,
        option: Some(option),
        seats: None,
        config: config(options),
    };
    let for_all = [0, 1001, u32::MAX].map(|amount| {
        let options = wire::Config {
            starting_garnets: Some(amount),
            ..wire::Config::default()
        };
        refused("STARTING_GARNETS_OUT_OF_RANGE", "starting_garnets", options)
    });
    let per_seat = |reason, option, amounts: &[u32]| {
        let options = wire::Config {
            starting_garnets_per_seat: amounts.to_vec(),
            ..wire::Config::default()
        };
        refused(reason, option, options)
    };
    let lengths: [&[u32]; 4] = [&[20], &[20; 6], &[20; 8], &[20; 10_000]];
    let lengths =
        lengths.map(|amounts| per_seat("STARTING_GARNETS_WRONG_LENGTH", "starting_garnets_per_seat", amounts));
    let entry = per_seat(
        "STARTING_GARNETS_OUT_OF_RANGE",
        "starting_garnets_per_seat[3]",
        &[1, 2, 3, 1001, 5, 6, 7],
    );
    let zero = per_seat("STARTING_GARNETS_ALL_ZERO", "starting_garnets_per_seat", &[0; 7]);
    let long = wire::Config {
        death_match_info: "ß".repeat(2001),
        ..wire::Config::default()
    };
    let long = refused("DEATH_MATCH_INFO_TOO_LONG", "death_match_info", long);
    for_all.into_iter().chain(lengths).chain([entry, zero, long]).collect()
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
        game: Some(game_config::Game::GrunkleMatch(options)),
    }
}
