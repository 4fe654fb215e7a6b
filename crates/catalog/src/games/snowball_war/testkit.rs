//! What Snowball War lends to tests that know no game.

mod scenes;

use tinsel_engine::{Chance, Viewer};
use tinsel_proto::{
    games::snowball_war::v1 as wire,
    v1::{GameConfig, game_config},
};
use tinsel_snowball_war::{Action, SnowballWar, testkit};

use crate::testkit::{Lend, RefusedTable, Scene, Secrets, Table, Unreachable};

/// What choices and allocations, and what comes of them, are made of.
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

    fn tables() -> Vec<Table> {
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

    fn refused_tables() -> Vec<RefusedTable> {
        let seats = [0, 1, 3, 8, 255, 256, 258, u32::MAX].map(|seats| RefusedTable {
            reason: "INVALID_CONFIG",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats.into_iter().chain(refused_options()).collect()
    }

    fn scenes() -> Vec<Scene> {
        scenes::all()
    }
}

/// A card on which every value throws twice and dodges, and which runs away at once.
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

fn refused_options() -> Vec<RefusedTable> {
    let usual = wire::Config::default;
    let huge = Some(u32::MAX);
    let lengths = [
        (
            "field_depth",
            wire::Config {
                field_depth: huge,
                ..usual()
            },
        ),
        (
            "field_depth",
            wire::Config {
                field_depth: Some(485),
                move_distance: Some(400),
                ..usual()
            },
        ),
        (
            "field_breadth",
            wire::Config {
                field_breadth: Some(0),
                ..usual()
            },
        ),
        (
            "field_breadth",
            wire::Config {
                field_breadth: Some(263),
                ..usual()
            },
        ),
        (
            "move_distance",
            wire::Config {
                move_distance: huge,
                ..usual()
            },
        ),
        (
            "snowball_distance",
            wire::Config {
                snowball_distance: Some(39),
                ..usual()
            },
        ),
        (
            "character_radius",
            wire::Config {
                character_radius: Some(21),
                ..usual()
            },
        ),
        (
            "snowman_radius",
            wire::Config {
                snowman_radius: Some(9),
                ..usual()
            },
        ),
        (
            "contact_gap",
            wire::Config {
                contact_gap: Some(6),
                ..usual()
            },
        ),
        (
            "obstacle_count",
            wire::Config {
                obstacle_count: Some(9),
                ..usual()
            },
        ),
        (
            "snowman_limit",
            wire::Config {
                snowman_limit: Some(0),
                ..usual()
            },
        ),
        (
            "turn_limit",
            wire::Config {
                turn_limit: Some(201),
                ..usual()
            },
        ),
        (
            "first_picker",
            wire::Config {
                first_picker: 99,
                ..usual()
            },
        ),
    ];
    let both = wire::Config {
        obstacle_count: Some(0),
        obstacles: Some(wire::Obstacles::default()),
        ..usual()
    };
    let with = |obstacles: Vec<wire::Obstacle>| wire::Config {
        obstacles: Some(wire::Obstacles { obstacles }),
        ..usual()
    };
    let many = with(vec![wire::Obstacle::default(); 13]);
    let shapeless = with(vec![wire::Obstacle::default()]);
    let strange = wire::Config {
        sheets: vec![wire::Sheet {
            character: 77,
            ..fierce(wire::Character::Paul)
        }],
        ..usual()
    };
    let others = [
        ("obstacle_count", both),
        ("obstacles", many),
        ("obstacles[0]", shapeless),
        ("sheets[0]", strange),
    ];
    let refused = |(option, options)| RefusedTable {
        reason: "INVALID_CONFIG",
        option: Some(option),
        seats: None,
        config: config(options),
    };
    lengths.into_iter().chain(others).map(refused).collect()
}

const fn table(name: &'static str, options: wire::Config) -> Table {
    Table {
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
