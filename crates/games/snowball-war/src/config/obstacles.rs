//! The options for the number of obstacles and for the obstacles themselves.

use std::ops::RangeInclusive;

use tinsel_engine::{
    ConfigError,
    options::{OptionFacts, OwnOption, typed},
    present::{FormField, OptionSpec, PickOption, Reader, Text, Value},
};

use super::{Config, OBSTACLE_COUNT_OUT_OF_RANGE, OBSTACLE_COUNT_WITH_OBSTACLES, OBSTACLE_INVALID, OBSTACLES_TOO_MANY};
use crate::components::Obstacle;

const COUNT: &str = "obstacle_count";
const NAME: &str = "obstacles";
/// The value of the number of obstacles without a number.
const DRAWN: &str = "drawn";
/// The number of generated obstacles that is drawn if the option is omitted.
// SW-R16
pub(crate) const COUNT_DRAWN: RangeInclusive<u8> = 6..=8;
/// Maximum number of generated obstacles.
const COUNT_MAX: u8 = 8;
/// Maximum number of given obstacles.
const SHAPES_MAX: usize = 12;
/// The radii of circles.
const RADIUS: RangeInclusive<i32> = 1..=200;

pub(super) static OBSTACLE_COUNT: OwnOption = OwnOption {
    facts: count_facts,
    spec: count_spec,
};

pub(super) static OBSTACLES: OwnOption = OwnOption { facts, spec };

fn count_facts() -> OptionFacts {
    OptionFacts {
        name: COUNT,
        meaning: "the number of generated obstacles; one without room is omitted",
        default: format!("unset: {} to {}, random", COUNT_DRAWN.start(), COUNT_DRAWN.end()).into(),
        valid: format!("0 to {COUNT_MAX}; not together with {NAME}").into(),
    }
}

fn count_spec() -> OptionSpec {
    let count = (0..=COUNT_MAX).map(|count: u8| {
        let title = Text::new("option_count", "{count}").with("count", count);
        PickOption::new(count.to_string(), title)
    });
    let drawn = Text::new("option_drawn", "{min} to {max}, drawn")
        .with("min", *COUNT_DRAWN.start())
        .with("max", *COUNT_DRAWN.end());
    let drawn = PickOption::new(DRAWN, drawn);
    let title = Text::new("option_obstacles", "Number of obstacles");
    OptionSpec {
        field: FormField::pick_one(COUNT, title, [drawn].into_iter().chain(count)),
        default: Some(Value::Picks(vec![DRAWN.into()])),
    }
}

/// The number of obstacles in a form; `None` if it is drawn.
pub(super) fn read_count(values: Reader<'_>) -> Option<u32> {
    let count = values.pick(COUNT).filter(|count| *count != DRAWN);
    count.map(|count| count.parse().unwrap_or(u32::MAX))
}

// SW-R16
pub(super) fn check_count(asked: Option<u32>, obstacles_given: bool) -> Result<Option<u8>, ConfigError> {
    let Some(asked) = asked else { return Ok(None) };
    let sentence = format!("{COUNT} must be 0 to {COUNT_MAX}, and not set with {NAME}.");
    let Some(count) = u8::try_from(asked).ok().filter(|count| *count <= COUNT_MAX) else {
        return Err(OBSTACLE_COUNT_OUT_OF_RANGE.error(COUNT, sentence));
    };
    if obstacles_given {
        return Err(OBSTACLE_COUNT_WITH_OBSTACLES.error(COUNT, sentence));
    }
    Ok(Some(count))
}

fn facts() -> OptionFacts {
    let (min, max) = (RADIUS.start(), RADIUS.end());
    OptionFacts {
        name: NAME,
        meaning: "the obstacles, in place of generated ones; an empty list gives a field without obstacles",
        default: "unset: generated".into(),
        valid: format!(
            "up to {SHAPES_MAX} circles (radius {min} to {max}) and rectangles, between the home strips of depth \
             2 (snowman_radius + character_radius)"
        )
        .into(),
    }
}

fn spec() -> OptionSpec {
    typed(NAME, Text::new("option_given", "Obstacles in place of generated ones"))
}

/// The given shapes, at any position.
// SW-2, SW-R18: they may touch and overlap one another
pub(super) fn check(asked: &[Option<Obstacle>]) -> Result<Vec<Obstacle>, ConfigError> {
    if asked.len() > SHAPES_MAX {
        let sentence = format!("{NAME} can be at most {SHAPES_MAX} shapes.");
        return Err(OBSTACLES_TOO_MANY.error(NAME, sentence));
    }
    let shapes = asked.iter().enumerate();
    shapes
        .map(|(index, asked)| asked.filter(is_shape).ok_or_else(|| bad_obstacle(index)))
        .collect()
}

fn is_shape(asked: &Obstacle) -> bool {
    match asked {
        Obstacle::Circle { radius, .. } => RADIUS.contains(radius),
        Obstacle::Rectangle { low, high } => low.x < high.x && low.y < high.y,
    }
}

fn bad_obstacle(index: usize) -> ConfigError {
    let sentence = format!("obstacle {index} is malformed, outside the field, or inside a home strip.");
    OBSTACLE_INVALID.error(format!("{NAME}[{index}]"), sentence)
}

// SW-21
pub(super) fn check_places(config: &Config) -> Result<(), ConfigError> {
    let measures = &config.measures;
    let mut given = config.obstacles.iter().flatten();
    let misplaced =
        given.position(|obstacle| !obstacle.is_between(measures.strip(), measures.field_depth, measures.field_breadth));
    misplaced.map_or(Ok(()), |index| Err(bad_obstacle(index)))
}
