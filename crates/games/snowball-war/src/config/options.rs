//! The options, each with its range, its default and its texts.

use std::{borrow::Cow, ops::RangeInclusive};

use tinsel_engine::{
    options::{ChoiceOption, FlagOption, GameOption, NumberOption, OptionFacts, OwnOption, SeatsOption},
    present::{FormField, Kind, OptionSpec, PickOption, Reader, Text, Value},
};

use super::{FirstPicker, INVALID_CONFIG};
use crate::components::SEATS;

const fn number(
    (name, meaning): (&'static str, &'static str),
    (range, default): (RangeInclusive<u32>, u32),
    unit: &'static str,
    title: Text,
    also: &'static str,
) -> NumberOption {
    NumberOption {
        name,
        meaning,
        range,
        also,
        default,
        means: "",
        unit,
        title,
        help: None,
        reason: INVALID_CONFIG,
    }
}

const fn own(
    name: &'static str,
    meaning: &'static str,
    default: &'static str,
    valid: &'static str,
    spec: fn() -> OptionSpec,
) -> OwnOption {
    let facts = OptionFacts {
        name,
        meaning,
        default: Cow::Borrowed(default),
        valid: Cow::Borrowed(valid),
    };
    OwnOption { facts, spec }
}

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[
    &PLAYERS,
    &FIELD_DEPTH,
    &FIELD_BREADTH,
    &MOVE_DISTANCE,
    &SNOWBALL_DISTANCE,
    &CHARACTER_RADIUS,
    &SNOWMAN_RADIUS,
    &CONTACT_GAP,
    &OBSTACLE_COUNT,
    &OBSTACLES,
    &SNOWMEN_BLOCK_SIGHT,
    &FIRST_PICKER,
    &SNOWMAN_LIMIT,
    &TURN_LIMIT,
    &SHEETS,
];

// SW-16
pub(super) static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS..=SEATS,
    default: Some(2),
    reason: INVALID_CONFIG,
    says: "Snowball War is played by exactly 2 players.",
};

pub(super) static FIELD_DEPTH: NumberOption = number(
    ("field_depth", "the distance between the home edges, in mm"),
    (200..=2000, 500),
    "mm",
    Text::new("option_depth", "Distance between the two home edges"),
    "; at least move_distance + 3 snowman_radius + 4 character_radius + contact_gap, and at least 4 (snowman_radius + character_radius) + 60",
);

pub(super) static FIELD_BREADTH: NumberOption = number(
    ("field_breadth", "the length of the home edges, in mm"),
    (200..=2000, 300),
    "mm",
    Text::new("option_breadth", "Length of the home edges"),
    "; at least 24 character_radius + 2 snowman_radius - 6",
);

pub(super) static MOVE_DISTANCE: NumberOption = number(
    ("move_distance", "the maximum distance of a move, in mm"),
    (40..=400, 88),
    "mm",
    Text::new("option_move", "Distance of a move"),
    "",
);

pub(super) static SNOWBALL_DISTANCE: NumberOption = number(
    ("snowball_distance", "the maximum distance of a throw, in mm"),
    (40..=2000, 148),
    "mm",
    Text::new("option_snowball", "Distance of a throw"),
    "",
);

pub(super) static CHARACTER_RADIUS: NumberOption = number(
    ("character_radius", "the radius of a character's base, in mm"),
    (5..=20, 10),
    "mm",
    Text::new("option_character", "Radius of a character's base"),
    "",
);

pub(super) static SNOWMAN_RADIUS: NumberOption = number(
    ("snowman_radius", "the radius of a snowman's base, in mm"),
    (5..=40, 15),
    "mm",
    Text::new("option_snowman", "Radius of a snowman's base"),
    ", and at least character_radius",
);

pub(super) static CONTACT_GAP: NumberOption = number(
    (
        "contact_gap",
        "the maximum distance between the bases of a snowman and its characters at deployment, in mm",
    ),
    (0..=5, 1),
    "mm",
    Text::new(
        "option_gap",
        "Maximum gap between a character and its snowman at the deployment",
    ),
    "",
);

// SW-R69
pub(super) static SNOWMAN_LIMIT: NumberOption = number(
    ("snowman_limit", "the number of tokens that knocks a snowman out"),
    (1..=12, 4),
    "",
    Text::new("option_limit", "Cold tokens that knock a snowman out"),
    "",
);

// SW-R67
pub(super) static TURN_LIMIT: NumberOption = number(
    ("turn_limit", "the number of turns after which the match ends"),
    (1..=200, 30),
    "",
    Text::new("option_turns", "Maximum number of turns"),
    "",
);

static OBSTACLE_COUNT: OwnOption = own(
    "obstacle_count",
    "the number of generated obstacles; one without room is omitted",
    "unset: 6 to 8, random",
    "0 to 8; not together with obstacles",
    obstacle_count,
);

fn obstacle_count() -> OptionSpec {
    let count = (0..=8).map(|count: u8| {
        let title = Text::new("option_count", "{count}").with("count", count);
        PickOption::new(count.to_string(), title)
    });
    let drawn = PickOption::new(DRAWN, Text::new("option_drawn", "6 to 8, drawn"));
    let title = Text::new("option_obstacles", "Number of obstacles");
    OptionSpec {
        field: FormField::pick_one("obstacle_count", title, [drawn].into_iter().chain(count)),
        default: Some(Value::Picks(vec![DRAWN.into()])),
    }
}

/// The value of the number of obstacles without a number.
const DRAWN: &str = "drawn";

/// The number of obstacles in a form; `None` if it is drawn.
pub(super) fn read_obstacle_count(values: Reader<'_>) -> Option<u32> {
    let count = values.pick("obstacle_count").filter(|count| *count != DRAWN);
    count.map(|count| count.parse().unwrap_or(u32::MAX))
}

static OBSTACLES: OwnOption = own(
    "obstacles",
    "the obstacles, in place of generated ones; an empty list gives a field without obstacles",
    "unset: generated",
    "up to 12 circles (radius 1 to 200) and rectangles, between the home strips of depth \
         2 (snowman_radius + character_radius)",
    || {
        typed(
            "obstacles",
            Text::new("option_given", "Obstacles in place of generated ones"),
        )
    },
);

static SHEETS: OwnOption = own(
    "sheets",
    "scarf numbers and faces of characters, in place of the usual ones",
    "empty: the usual ones",
    "each character once; scarf 1 to 9; six faces with action THROW, MOVE or NONE, times 1 or 2 (1 with NONE)",
    || {
        typed(
            "sheets",
            Text::new(
                "option_sheets",
                "Scarf numbers and dice faces in place of the usual ones",
            ),
        )
    },
);

/// An option that only the typed message can set.
fn typed(id: &'static str, title: Text) -> OptionSpec {
    OptionSpec {
        field: FormField::new(id, title, Kind::Typed),
        default: None,
    }
}

// SW-R34
pub(super) static SNOWMEN_BLOCK_SIGHT: FlagOption = FlagOption {
    name: "snowmen_block_sight",
    meaning: "whether snowmen block throws",
    default: true,
    title: Text::new("option_block", "Snowmen block throws"),
    help: None,
};

pub(super) static FIRST_PICKER: ChoiceOption<FirstPicker> = ChoiceOption {
    name: "first_picker",
    meaning: "the seat that picks first",
    words: &[
        ("random", FirstPicker::Random, Text::new("option_random", "Drawn")),
        (
            "seat_0",
            FirstPicker::Seat0,
            Text::new("option_seat_0", "The first seat"),
        ),
        (
            "seat_1",
            FirstPicker::Seat1,
            Text::new("option_seat_1", "The second seat"),
        ),
    ],
    title: Text::new("option_picker", "Who picks first"),
    help: None,
    reason: INVALID_CONFIG,
};
