//! The options of a match.

use tinsel_engine::present::{FormField, Kind, OptionSpec, PickOption, Reader, Text, Value};

use crate::config::{Asked, Config, Draft, FirstPicker, Measures};

/// Every option that is a number: its name, its title, its range and its unit.
const NUMBERS: [(&str, Text, i64, i64, &str); 9] = [
    (
        "field_depth",
        Text::new("option_depth", "Distance between the two home edges"),
        200,
        2000,
        "mm",
    ),
    (
        "field_breadth",
        Text::new("option_breadth", "Length of the home edges"),
        200,
        2000,
        "mm",
    ),
    (
        "move_distance",
        Text::new("option_move", "Distance of a move"),
        40,
        400,
        "mm",
    ),
    (
        "snowball_distance",
        Text::new("option_snowball", "Distance of a throw"),
        40,
        2000,
        "mm",
    ),
    (
        "character_radius",
        Text::new("option_character", "Radius of a character's base"),
        5,
        20,
        "mm",
    ),
    (
        "snowman_radius",
        Text::new("option_snowman", "Radius of a snowman's base"),
        5,
        40,
        "mm",
    ),
    (
        "contact_gap",
        Text::new(
            "option_gap",
            "Maximum gap between a character and its snowman at the deployment",
        ),
        0,
        5,
        "mm",
    ),
    (
        "snowman_limit",
        Text::new("option_limit", "Cold tokens that knock a snowman out"),
        1,
        12,
        "",
    ),
    (
        "turn_limit",
        Text::new("option_turns", "Maximum number of turns"),
        1,
        200,
        "",
    ),
];

/// All options, in the order of the specification.
#[expect(clippy::too_many_lines, reason = "one entry for each option")]
pub(super) fn all() -> Vec<OptionSpec> {
    let number = |(id, title, min, max, unit): (&'static str, Text, i64, i64, &'static str)| OptionSpec {
        field: FormField::new(
            id,
            title,
            Kind::Number {
                min,
                max,
                step: 1,
                unit,
            },
        ),
        default: default(id).map(Value::Number),
    };
    let typed = |id: &'static str, title: Text| OptionSpec {
        field: FormField::new(id, title, Kind::Typed),
        default: None,
    };
    let mut numbers = NUMBERS.map(number).into_iter();
    let mut all: Vec<OptionSpec> = numbers.by_ref().take(7).collect();
    let count = (0..=8).map(|count: u8| {
        PickOption::new(
            count.to_string(),
            Text::new("option_count", "{count}").with("count", count),
        )
    });
    let drawn = PickOption::new("drawn", Text::new("option_drawn", "6 to 8, drawn"));
    let picker = [
        ("random", Text::new("option_random", "Drawn")),
        ("seat_0", Text::new("option_seat_0", "The first seat")),
        ("seat_1", Text::new("option_seat_1", "The second seat")),
    ];
    all.push(pick(
        "obstacle_count",
        Text::new("option_obstacles", "Number of obstacles"),
        "drawn",
        [drawn].into_iter().chain(count),
    ));
    all.push(typed(
        "obstacles",
        Text::new("option_given", "Obstacles in place of generated ones"),
    ));
    all.push(OptionSpec {
        field: FormField::new(
            "snowmen_block_sight",
            Text::new("option_block", "Snowmen block throws"),
            Kind::Flag,
        ),
        default: Some(Value::Flag(true)),
    });
    let picker = picker.into_iter().map(|(id, title)| PickOption::new(id, title));
    all.push(pick(
        "first_picker",
        Text::new("option_picker", "Who picks first"),
        "random",
        picker,
    ));
    all.extend(numbers);
    all.push(typed(
        "sheets",
        Text::new(
            "option_sheets",
            "Scarf numbers and dice faces in place of the usual ones",
        ),
    ));
    all
}

fn pick(id: &'static str, title: Text, default: &'static str, options: impl Iterator<Item = PickOption>) -> OptionSpec {
    OptionSpec {
        field: FormField::pick_one(id, title, options),
        default: Some(Value::Picks(vec![default.into()])),
    }
}

/// The default of a number.
fn default(id: &str) -> Option<i64> {
    let Config {
        measures,
        snowman_limit,
        turn_limit,
        ..
    } = Config::default();
    let Measures {
        field_depth,
        field_breadth,
        move_distance,
        snowball_distance,
        character_radius,
        snowman_radius,
        contact_gap,
    } = measures;
    Some(match id {
        "field_depth" => field_depth.into(),
        "field_breadth" => field_breadth.into(),
        "move_distance" => move_distance.into(),
        "snowball_distance" => snowball_distance.into(),
        "character_radius" => character_radius.into(),
        "snowman_radius" => snowman_radius.into(),
        "contact_gap" => contact_gap.into(),
        "snowman_limit" => snowman_limit.into(),
        "turn_limit" => turn_limit.into(),
        _ => return None,
    })
}

/// The draft with these values.
pub(super) fn draft(values: Reader<'_>) -> Draft {
    let number = |id: &str| {
        values
            .value(id)
            .map(|_| u32::try_from(values.number(id)).unwrap_or(u32::MAX))
    };
    let count = values.pick("obstacle_count").filter(|count| *count != "drawn");
    Draft {
        field_depth: number("field_depth"),
        field_breadth: number("field_breadth"),
        move_distance: number("move_distance"),
        snowball_distance: number("snowball_distance"),
        character_radius: number("character_radius"),
        snowman_radius: number("snowman_radius"),
        contact_gap: number("contact_gap"),
        obstacle_count: count.map(|count| count.parse().unwrap_or(u32::MAX)),
        obstacles: None,
        snowmen_block_sight: values
            .value("snowmen_block_sight")
            .map(|_| values.flag("snowmen_block_sight")),
        first_picker: match values.value("first_picker").map(|_| values.pick("first_picker")) {
            None => Asked::LeftOut,
            Some(Some("random")) => Asked::Given(FirstPicker::Random),
            Some(Some("seat_0")) => Asked::Given(FirstPicker::Seat0),
            Some(Some("seat_1")) => Asked::Given(FirstPicker::Seat1),
            Some(_) => Asked::Unknown,
        },
        snowman_limit: number("snowman_limit"),
        turn_limit: number("turn_limit"),
        sheets: Vec::new(),
    }
}
