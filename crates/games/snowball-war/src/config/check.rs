//! The checks of options, in the order of the specification, section 4.

use std::{borrow::Cow, collections::BTreeMap};

use tinsel_engine::{ConfigError, options::Asked};

use super::{Config, Draft, FaceDraft, INVALID_CONFIG, Measures, SheetDraft, options};
use crate::components::{Character, Face, FaceAction, Obstacle, Sheet, Times};

/// Maximum number of given obstacles.
const OBSTACLES_MAX: usize = 12;

/// Checks options: each by itself, then together, then the positions of given obstacles.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    options::PLAYERS.check(players)?;
    let blocks = draft.snowmen_block_sight;
    let config = Config {
        measures: measures(&draft)?,
        obstacle_count: count(draft.obstacle_count, draft.obstacles.is_some())?,
        obstacles: draft.obstacles.map(|asked| shapes(&asked)).transpose()?,
        snowmen_block_sight: blocks.unwrap_or(options::SNOWMEN_BLOCK_SIGHT.default),
        first_picker: options::FIRST_PICKER.check(draft.first_picker)?,
        snowman_limit: options::SNOWMAN_LIMIT.check(draft.snowman_limit)?,
        turn_limit: options::TURN_LIMIT.check(draft.turn_limit)?,
        sheets: sheets(&draft.sheets)?,
    };
    cross_checks(&config.measures)?;
    places(&config)?;
    Ok(config)
}

fn measures(draft: &Draft) -> Result<Measures, ConfigError> {
    let measures = Measures {
        field_depth: options::FIELD_DEPTH.check(draft.field_depth)?,
        field_breadth: options::FIELD_BREADTH.check(draft.field_breadth)?,
        move_distance: options::MOVE_DISTANCE.check(draft.move_distance)?,
        snowball_distance: options::SNOWBALL_DISTANCE.check(draft.snowball_distance)?,
        character_radius: options::CHARACTER_RADIUS.check(draft.character_radius)?,
        snowman_radius: options::SNOWMAN_RADIUS.check(draft.snowman_radius)?,
        contact_gap: options::CONTACT_GAP.usual(),
    };
    if measures.snowman_radius < measures.character_radius {
        let sentence = "snowman_radius must not be below character_radius.";
        return Err(INVALID_CONFIG.error("snowman_radius", sentence));
    }
    let contact_gap = options::CONTACT_GAP.check(draft.contact_gap)?;
    Ok(Measures {
        contact_gap,
        ..measures
    })
}

// SW-R16
fn count(asked: Option<u32>, obstacles_given: bool) -> Result<Option<u8>, ConfigError> {
    let sentence = "obstacle_count must be 0 to 8, and not set with obstacles.";
    let Some(asked) = asked else { return Ok(None) };
    let count = u8::try_from(asked).ok().filter(|count| *count <= 8 && !obstacles_given);
    count
        .map(Some)
        .ok_or_else(|| INVALID_CONFIG.error("obstacle_count", sentence))
}

/// The given shapes, at any position.
// SW-2, SW-R18: they may touch and overlap one another
fn shapes(asked: &[Option<Obstacle>]) -> Result<Vec<Obstacle>, ConfigError> {
    if asked.len() > OBSTACLES_MAX {
        return Err(INVALID_CONFIG.error("obstacles", "obstacles can be at most 12 shapes."));
    }
    let shapes = asked.iter().enumerate();
    shapes
        .map(|(index, asked)| asked.filter(is_shape).ok_or_else(|| bad_obstacle(index)))
        .collect()
}

fn is_shape(asked: &Obstacle) -> bool {
    match asked {
        Obstacle::Circle { radius, .. } => (1..=200).contains(radius),
        Obstacle::Rectangle { low, high } => low.x < high.x && low.y < high.y,
    }
}

fn bad_obstacle(index: usize) -> ConfigError {
    let sentence = format!("obstacle {index} is malformed, outside the field, or inside a home strip.");
    INVALID_CONFIG.error(format!("obstacles[{index}]"), sentence)
}

/// The sheets that differ from the defaults.
// SW-R40
fn sheets(asked: &[SheetDraft]) -> Result<BTreeMap<Character, Sheet>, ConfigError> {
    let mut sheets = BTreeMap::new();
    for (index, asked) in asked.iter().enumerate() {
        let owner = asked.character.map_or("an unknown character", Character::id);
        let (character, sheet) = sheet(asked).map_err(|why| bad_sheet(index, owner, &why))?;
        if sheets.insert(character, sheet).is_some() {
            return Err(bad_sheet(index, owner, "each character has one sheet at most"));
        }
    }
    // An explicit default counts as a default: equal matches have equal Configs.
    sheets.retain(|character, sheet| *sheet != Sheet::usual(*character));
    Ok(sheets)
}

fn bad_sheet(index: usize, owner: &str, why: &str) -> ConfigError {
    INVALID_CONFIG.error(
        format!("sheets[{index}]"),
        format!("sheet of {owner} is malformed: {why}."),
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
        return Err(INVALID_CONFIG.error("field_depth", "field_depth is too small for two deployments."));
    }
    if field_depth < measures.strip().saturating_mul(2).saturating_add(60) {
        return Err(INVALID_CONFIG.error("field_depth", "field_depth is too small for obstacles."));
    }
    let returning = rc
        .saturating_mul(24)
        .saturating_add(rs.saturating_mul(2))
        .saturating_sub(6);
    if field_breadth < returning {
        return Err(INVALID_CONFIG.error("field_breadth", "field_breadth is too small for returning characters."));
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
