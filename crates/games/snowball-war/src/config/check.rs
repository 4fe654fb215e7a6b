//! The checks of options, in the order of the specification, section 4.

use std::{borrow::Cow, collections::BTreeMap, ops::RangeInclusive};

use tinsel_engine::ConfigError;

use super::{Asked, Config, Draft, FaceDraft, FirstPicker, INVALID_CONFIG, Measures, ObstacleDraft, SheetDraft};
use crate::components::{Character, Face, FaceAction, Obstacle, Point, SEATS, Sheet, Times};

/// Maximum number of given obstacles.
const OBSTACLES_MAX: usize = 12;

/// Checks options: each by itself, then together, then the positions of given obstacles.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    // SW-16
    if let Some(players) = players.filter(|players| *players != u32::from(SEATS)) {
        let sentence = format!("players must be 2: Snowball War is for exactly two players (got {players})");
        return Err(INVALID_CONFIG.error("seats", sentence));
    }
    let usual = Config::default();
    let measures = measures(&draft, &usual.measures)?;
    let config = Config {
        measures,
        obstacle_count: count(draft.obstacle_count, draft.obstacles.is_some())?,
        obstacles: draft.obstacles.map(|asked| shapes(&asked)).transpose()?,
        snowmen_block_sight: draft.snowmen_block_sight.unwrap_or(usual.snowmen_block_sight),
        first_picker: first_picker(draft.first_picker)?,
        snowman_limit: small(
            "snowman_limit",
            draft.snowman_limit,
            usual.snowman_limit,
            1..=12,
            "snowman_limit must be 1 to 12",
        )?,
        turn_limit: small(
            "turn_limit",
            draft.turn_limit,
            usual.turn_limit,
            1..=200,
            "turn_limit must be 1 to 200",
        )?,
        sheets: sheets(&draft.sheets)?,
    };
    cross_checks(&config.measures)?;
    places(&config)?;
    Ok(config)
}

fn measures(draft: &Draft, usual: &Measures) -> Result<Measures, ConfigError> {
    let field_depth = length("field_depth", draft.field_depth, usual.field_depth, 200..=2000)?;
    let field_breadth = length("field_breadth", draft.field_breadth, usual.field_breadth, 200..=2000)?;
    let move_distance = length("move_distance", draft.move_distance, usual.move_distance, 40..=400)?;
    let (asked, default) = (draft.snowball_distance, usual.snowball_distance);
    let snowball_distance = length("snowball_distance", asked, default, 40..=2000)?;
    let character_radius = length(
        "character_radius",
        draft.character_radius,
        usual.character_radius,
        5..=20,
    )?;
    let snowman_radius = draft.snowman_radius.map_or(Some(usual.snowman_radius), whole);
    let fits = |radius: &i32| (5..=40).contains(radius) && *radius >= character_radius;
    let snowman_radius = snowman_radius.filter(fits).ok_or_else(|| {
        let sentence = "snowman_radius must be 5 to 40 mm and not below character_radius";
        INVALID_CONFIG.error("snowman_radius", sentence)
    })?;
    let contact_gap = length("contact_gap", draft.contact_gap, usual.contact_gap, 0..=5)?;
    Ok(Measures {
        field_depth,
        field_breadth,
        move_distance,
        snowball_distance,
        character_radius,
        snowman_radius,
        contact_gap,
    })
}

fn length(
    option: &'static str,
    asked: Option<u32>,
    usual: i32,
    valid: RangeInclusive<i32>,
) -> Result<i32, ConfigError> {
    let length = asked.map_or(Some(usual), whole);
    length.filter(|length| valid.contains(length)).ok_or_else(|| {
        let (least, most) = (valid.start(), valid.end());
        INVALID_CONFIG.error(option, format!("{option} must be {least} to {most} mm"))
    })
}

fn whole(asked: u32) -> Option<i32> {
    i32::try_from(asked).ok()
}

fn small(
    option: &'static str,
    asked: Option<u32>,
    usual: u8,
    valid: RangeInclusive<u8>,
    sentence: &'static str,
) -> Result<u8, ConfigError> {
    let value = asked.map_or(Some(usual), |asked| u8::try_from(asked).ok());
    let value = value.filter(|value| valid.contains(value));
    value.ok_or_else(|| INVALID_CONFIG.error(option, sentence))
}

// SW-R16
fn count(asked: Option<u32>, obstacles_given: bool) -> Result<Option<u8>, ConfigError> {
    let sentence = "obstacle_count must be 0 to 8, and not set with obstacles";
    let Some(asked) = asked else { return Ok(None) };
    let count = u8::try_from(asked).ok().filter(|count| *count <= 8 && !obstacles_given);
    count
        .map(Some)
        .ok_or_else(|| INVALID_CONFIG.error("obstacle_count", sentence))
}

/// The given shapes, at any position.
// SW-2, SW-R18: they may touch and overlap one another
fn shapes(asked: &[ObstacleDraft]) -> Result<Vec<Obstacle>, ConfigError> {
    if asked.len() > OBSTACLES_MAX {
        return Err(INVALID_CONFIG.error("obstacles", "obstacles can be at most 12 shapes"));
    }
    let shapes = asked.iter().enumerate();
    shapes
        .map(|(index, asked)| shape(asked).ok_or_else(|| bad_obstacle(index)))
        .collect()
}

fn shape(asked: &ObstacleDraft) -> Option<Obstacle> {
    match *asked {
        ObstacleDraft::Shapeless => None,
        ObstacleDraft::Circle { x, y, radius } => {
            let centre = Point::new(x?, y?);
            let radius = radius.filter(|radius| (1..=200).contains(radius))?;
            Some(Obstacle::Circle { centre, radius })
        }
        ObstacleDraft::Rectangle { x1, y1, x2, y2 } => {
            let (low, high) = (Point::new(x1?, y1?), Point::new(x2?, y2?));
            (low.x < high.x && low.y < high.y).then_some(Obstacle::Rectangle { low, high })
        }
    }
}

fn bad_obstacle(index: usize) -> ConfigError {
    let sentence = format!("obstacle {index} is malformed, outside the field, or inside a home strip");
    INVALID_CONFIG.error(format!("obstacles[{index}]"), sentence)
}

fn first_picker(asked: Asked<FirstPicker>) -> Result<FirstPicker, ConfigError> {
    match asked {
        Asked::LeftOut => Ok(FirstPicker::default()),
        Asked::Given(picker) => Ok(picker),
        Asked::Unknown => Err(INVALID_CONFIG.error("first_picker", "first_picker must be RANDOM, SEAT_0 or SEAT_1")),
    }
}

/// The sheets that differ from the defaults.
// SW-R40
fn sheets(asked: &[SheetDraft]) -> Result<BTreeMap<Character, Sheet>, ConfigError> {
    let mut sheets = BTreeMap::new();
    for (index, asked) in asked.iter().enumerate() {
        let whose = asked.character.map_or("an unknown character", Character::id);
        let (character, sheet) = sheet(asked).map_err(|why| bad_sheet(index, whose, &why))?;
        if sheets.insert(character, sheet).is_some() {
            return Err(bad_sheet(index, whose, "each character has one sheet at most"));
        }
    }
    // An explicit default counts as a default: equal matches have equal Configs.
    sheets.retain(|character, sheet| *sheet != Sheet::usual(*character));
    Ok(sheets)
}

fn bad_sheet(index: usize, whose: &str, why: &str) -> ConfigError {
    INVALID_CONFIG.error(
        format!("sheets[{index}]"),
        format!("sheet of {whose} is malformed: {why}"),
    )
}

fn sheet(asked: &SheetDraft) -> Result<(Character, Sheet), Cow<'static, str>> {
    let character = asked.character.ok_or("character must be one of the six")?;
    let scarf = asked.scarf.and_then(|scarf| u8::try_from(scarf).ok());
    let scarf = scarf.filter(|scarf| (1..=9).contains(scarf));
    let scarf = scarf.ok_or("scarf must be 1 to 9")?;
    let [one, two, three, four, five, six] = asked.faces.as_slice() else {
        let count = asked.faces.len();
        return Err(format!("faces must be six, for the values 1 to 6 (got {count})").into());
    };
    let faces = [
        face(one, 1)?,
        face(two, 2)?,
        face(three, 3)?,
        face(four, 4)?,
        face(five, 5)?,
        face(six, 6)?,
    ];
    Ok((character, Sheet { scarf, faces }))
}

fn face(asked: &FaceDraft, value: u8) -> Result<Face, Cow<'static, str>> {
    let Asked::Given(action) = asked.action else {
        return Err(format!("the action of face {value} must be THROW, MOVE or NONE").into());
    };
    let times = match (asked.times, action) {
        (None | Some(1), _) => Times::Once,
        (Some(2), FaceAction::Throw | FaceAction::Move) => Times::Twice,
        (Some(_), FaceAction::Throw | FaceAction::Move | FaceAction::Nothing) => {
            return Err(format!("times of face {value} must be 1 or 2, and 1 where the action is NONE").into());
        }
    };
    Ok(Face {
        action,
        times,
        dodge: asked.dodge.unwrap_or(false),
    })
}

/// Checks the lengths together, so that every piece can always be deployed and brought back.
// SW-R9, SW-R10
fn cross_checks(measures: &Measures) -> Result<(), ConfigError> {
    let Measures {
        field_depth,
        field_breadth,
        move_distance,
        character_radius: rc,
        snowman_radius: rs,
        contact_gap,
        snowball_distance: _,
    } = *measures;
    let deployments = move_distance
        .saturating_add(rs.saturating_mul(3))
        .saturating_add(rc.saturating_mul(4))
        .saturating_add(contact_gap);
    if field_depth < deployments {
        return Err(INVALID_CONFIG.error("field_depth", "field_depth is too small for two deployments"));
    }
    if field_depth < measures.strip().saturating_mul(2).saturating_add(60) {
        return Err(INVALID_CONFIG.error("field_depth", "field_depth is too small for obstacles"));
    }
    let returning = rc
        .saturating_mul(24)
        .saturating_add(rs.saturating_mul(2))
        .saturating_sub(6);
    if field_breadth < returning {
        return Err(INVALID_CONFIG.error("field_breadth", "field_breadth is too small for returning characters"));
    }
    Ok(())
}

// SW-21
fn places(config: &Config) -> Result<(), ConfigError> {
    let measures = &config.measures;
    let mut given = config.obstacles.iter().flatten();
    let misplaced =
        given.position(|obstacle| !obstacle.is_between(measures.strip(), measures.field_depth, measures.field_breadth));
    misplaced.map_or(Ok(()), |index| Err(bad_obstacle(index)))
}
