//! The testkit of Snowball War for tests that are independent of games.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::checks::CheckedPosition;
use tinsel_proto::{
    games::snowball_war::v1 as wire,
    v1::{GameConfig, game_config},
};
use tinsel_snowball_war::{Action, SnowballWar, testkit};

use crate::testkit::{GameSetup, Lend, RefusedSetup, Secrets, Unreachable};

/// Names of the parts of choices and allocations, and of their results.
const NAMES: [&str; 7] = [
    "RerollChoice",
    "AllocationChoice",
    "DiceRerolled",
    "DiceAllocated",
    "pool_size",
    "as_value",
    "contact_least",
];

impl Lend for SnowballWar {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[];

    fn tables() -> Vec<GameSetup> {
        let cramped = wire::Config {
            field_depth: Some(260),
            field_breadth: Some(264),
            move_distance: Some(120),
            snowball_distance: Some(400),
            obstacle_count: Some(2),
            first_picker: wire::FirstPicker::Seat1.into(),
            turn_limit: Some(8),
            ..wire::Config::default()
        };
        let open = wire::Config {
            obstacles: Some(wire::Obstacles::default()),
            snowmen_block_sight: Some(false),
            sheets: vec![fierce(wire::Character::Paul), fierce(wire::Character::Emily)],
            turn_limit: Some(4),
            ..wire::Config::default()
        };
        vec![
            table("default", wire::Config::default()),
            table("cramped", cramped),
            table("open-field", open),
        ]
    }

    fn secrets() -> Secrets {
        Secrets {
            table: table("default", wire::Config::default()),
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
        let seats = [0, 1, 3, 8, 255, 256, 258, u32::MAX].map(|seats| RefusedSetup {
            reason: "INVALID_CONFIG",
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

/// A sheet with two throws and a dodge for every value of the die, and with an early running away.
fn fierce(character: wire::Character) -> wire::Sheet {
    let face = wire::Face {
        action: wire::FaceAction::Throw.into(),
        times: Some(2),
        dodge: Some(true),
    };
    wire::Sheet {
        character: character.into(),
        scarf: Some(1),
        faces: vec![face; 6],
    }
}

/// An option, and a function that sets it to a wrong value.
type Wrong = (&'static str, fn(&mut wire::Config));

fn refused_options() -> Vec<RefusedSetup> {
    let changes: [Wrong; 17] = [
        ("field_depth", |asked| asked.field_depth = Some(u32::MAX)),
        ("field_depth", |asked| {
            (asked.field_depth, asked.move_distance) = (Some(485), Some(400));
        }),
        ("field_breadth", |asked| asked.field_breadth = Some(0)),
        ("field_breadth", |asked| asked.field_breadth = Some(263)),
        ("move_distance", |asked| asked.move_distance = Some(u32::MAX)),
        ("snowball_distance", |asked| asked.snowball_distance = Some(39)),
        ("character_radius", |asked| asked.character_radius = Some(21)),
        ("snowman_radius", |asked| asked.snowman_radius = Some(9)),
        ("contact_gap", |asked| asked.contact_gap = Some(6)),
        ("obstacle_count", |asked| asked.obstacle_count = Some(9)),
        ("obstacle_count", |asked| {
            (asked.obstacle_count, asked.obstacles) = (Some(0), Some(wire::Obstacles::default()));
        }),
        ("obstacles", |asked| asked.obstacles = Some(shapeless(13))),
        ("obstacles[0]", |asked| asked.obstacles = Some(shapeless(1))),
        ("first_picker", |asked| asked.first_picker = 99),
        ("snowman_limit", |asked| asked.snowman_limit = Some(0)),
        ("turn_limit", |asked| asked.turn_limit = Some(201)),
        ("sheets[0]", |asked| {
            let strange = wire::Sheet {
                character: 77,
                ..fierce(wire::Character::Paul)
            };
            asked.sheets = vec![strange];
        }),
    ];
    let refused = |(option, change): Wrong| {
        let mut asked = wire::Config::default();
        change(&mut asked);
        RefusedSetup {
            reason: "INVALID_CONFIG",
            option: Some(option),
            seats: None,
            config: config(asked),
        }
    };
    changes.into_iter().map(refused).collect()
}

/// This number of obstacles without a shape.
fn shapeless(count: usize) -> wire::Obstacles {
    wire::Obstacles {
        obstacles: vec![wire::Obstacle::default(); count],
    }
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
        game: Some(game_config::Game::SnowballWar(options)),
    }
}
