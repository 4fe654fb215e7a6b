//! Options.

use tinsel_proto::games::snowball_war::v1 as wire;
use tinsel_snowball_war::{Asked, ByCharacter, Config, Draft, FaceDraft, ObstacleDraft, SheetDraft};
use tinsel_wire::{Origin, Wire};

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
        first_picker: asked(config.first_picker),
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

fn asked<T: Wire<i32>>(number: i32) -> Asked<T> {
    if number == 0 {
        return Asked::LeftOut;
    }
    T::read(&number, Origin::Client).map_or(Asked::Unknown, Asked::Given)
}

fn sheet(sheet: &wire::Sheet) -> SheetDraft {
    SheetDraft {
        character: Wire::read(&sheet.character, Origin::Client).unwrap_or_default(),
        scarf: sheet.scarf,
        faces: sheet.faces.iter().map(face).collect(),
    }
}

fn face(face: &wire::Face) -> FaceDraft {
    FaceDraft {
        action: asked(face.action),
        times: face.times,
        dodge: face.dodge,
    }
}

/// The options of a match. An option that the game draws stays absent.
pub(super) fn write(config: &Config) -> wire::Config {
    let length = |length: i32| u32::try_from(length).ok();
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
            obstacles: given.write(),
        }),
        snowmen_block_sight: Some(config.snowmen_block_sight),
        first_picker: config.first_picker.write(),
        snowman_limit: Some(config.snowman_limit.into()),
        turn_limit: Some(config.turn_limit.into()),
        sheets: ByCharacter::from_fn(|character| config.sheet(character)).write(),
    }
}

/// Nothing: no option is secret.
pub(super) const fn disclose(_config: &Config) -> Option<wire::Config> {
    None
}
