//! Options.

use tinsel_proto::games::snowball_war::v1 as wire;
use tinsel_snowball_war::{
    Asked, Character, Config, Draft, FaceAction, FaceDraft, FirstPicker, ObstacleDraft, SheetDraft,
};

use super::words;

/// Requested options. A number without a value of its enum stays unknown, for the game to refuse.
pub(super) fn read_draft(config: &wire::Config) -> Draft {
    Draft {
        field_depth: config.field_depth,
        field_breadth: config.field_breadth,
        move_distance: config.move_distance,
        snowball_distance: config.snowball_distance,
        character_radius: config.character_radius,
        snowman_radius: config.snowman_radius,
        contact_gap: config.contact_gap,
        obstacle_count: config.obstacle_count,
        // An absent list means generated obstacles, an empty one an open field.
        obstacles: config
            .obstacles
            .as_ref()
            .map(|given| given.obstacles.iter().map(obstacle).collect()),
        snowmen_block_sight: config.snowmen_block_sight,
        first_picker: first_picker(config.first_picker),
        snowman_limit: config.snowman_limit,
        turn_limit: config.turn_limit,
        sheets: config.sheets.iter().map(sheet).collect(),
    }
}

fn obstacle(obstacle: &wire::Obstacle) -> ObstacleDraft {
    let corner = |point: &Option<wire::Point>| point.map_or((None, None), |point| (point.x, point.y));
    match &obstacle.shape {
        None => ObstacleDraft::Shapeless,
        Some(wire::obstacle::Shape::Circle(circle)) => {
            let (x, y) = corner(&circle.centre);
            ObstacleDraft::Circle {
                x,
                y,
                radius: circle.radius,
            }
        }
        Some(wire::obstacle::Shape::Rectangle(rectangle)) => {
            let ((x1, y1), (x2, y2)) = (corner(&rectangle.low), corner(&rectangle.high));
            ObstacleDraft::Rectangle { x1, y1, x2, y2 }
        }
    }
}

fn first_picker(number: i32) -> Asked<FirstPicker> {
    match wire::FirstPicker::try_from(number) {
        Ok(wire::FirstPicker::Unspecified) => Asked::LeftOut,
        Ok(wire::FirstPicker::Random) => Asked::Given(FirstPicker::Random),
        Ok(wire::FirstPicker::Seat0) => Asked::Given(FirstPicker::Seat0),
        Ok(wire::FirstPicker::Seat1) => Asked::Given(FirstPicker::Seat1),
        Err(_) => Asked::Unknown,
    }
}

fn sheet(sheet: &wire::Sheet) -> SheetDraft {
    SheetDraft {
        character: words::read_character(sheet.character),
        scarf: sheet.scarf,
        faces: sheet.faces.iter().map(face).collect(),
    }
}

fn face(face: &wire::Face) -> FaceDraft {
    let action: Option<FaceAction> = words::read_face_action(face.action);
    let absent = face.action == i32::from(wire::FaceAction::Unspecified);
    FaceDraft {
        action: match action {
            Some(action) => Asked::Given(action),
            None if absent => Asked::LeftOut,
            None => Asked::Unknown,
        },
        times: face.times,
        dodge: face.dodge,
    }
}

/// The options of a match. An option that the game draws stays absent.
pub(super) fn write(config: &Config) -> wire::Config {
    let length = |length: i32| u32::try_from(length).ok();
    let first_picker = match config.first_picker {
        FirstPicker::Random => wire::FirstPicker::Random,
        FirstPicker::Seat0 => wire::FirstPicker::Seat0,
        FirstPicker::Seat1 => wire::FirstPicker::Seat1,
    };
    wire::Config {
        field_depth: length(config.measures.field_depth),
        field_breadth: length(config.measures.field_breadth),
        move_distance: length(config.measures.move_distance),
        snowball_distance: length(config.measures.snowball_distance),
        character_radius: length(config.measures.character_radius),
        snowman_radius: length(config.measures.snowman_radius),
        contact_gap: length(config.measures.contact_gap),
        obstacle_count: config.obstacle_count.map(u32::from),
        obstacles: config.obstacles.as_ref().map(|given| wire::Obstacles {
            obstacles: given.iter().copied().map(words::obstacle).collect(),
        }),
        snowmen_block_sight: Some(config.snowmen_block_sight),
        first_picker: first_picker.into(),
        snowman_limit: Some(config.snowman_limit.into()),
        turn_limit: Some(config.turn_limit.into()),
        sheets: Character::ALL
            .into_iter()
            .map(|character| words::sheet(character, &config.sheet(character)))
            .collect(),
    }
}

/// Nothing: no option is secret.
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}
