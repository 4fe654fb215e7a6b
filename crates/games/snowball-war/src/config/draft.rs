//! Options as a caller requested them; they can be invalid.

use tinsel_engine::{options::Asked, present::Reader};

use super::{
    FirstPicker,
    table::{
        CHARACTER_RADIUS, CONTACT_GAP, FIELD_BREADTH, FIELD_DEPTH, FIRST_PICKER, MOVE_DISTANCE, SNOWBALL_DISTANCE,
        SNOWMAN_LIMIT, SNOWMAN_RADIUS, SNOWMEN_BLOCK_SIGHT, TURN_LIMIT, read_obstacle_count,
    },
};
use crate::components::{Character, FaceAction};

/// Options as a caller requested them; `None` if one is omitted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The distance between the home edges, in mm.
    pub field_depth: Option<u32>,
    /// The length of the home edges, in mm.
    pub field_breadth: Option<u32>,
    /// Maximum distance of a move, in mm.
    pub move_distance: Option<u32>,
    /// Maximum distance of a throw, in mm.
    pub snowball_distance: Option<u32>,
    /// The radius of a character's base, in mm.
    pub character_radius: Option<u32>,
    /// The radius of a snowman's base, in mm.
    pub snowman_radius: Option<u32>,
    /// Maximum gap between the bases of a character and its snowman at the deployment, in mm.
    pub contact_gap: Option<u32>,
    /// Number of generated obstacles.
    pub obstacle_count: Option<u32>,
    /// The obstacles; an empty list means an open field.
    pub obstacles: Option<Vec<ObstacleDraft>>,
    /// Whether snowmen block throws.
    pub snowmen_block_sight: Option<bool>,
    /// The choice of the first picker.
    pub first_picker: Asked<FirstPicker>,
    /// Number of tokens that knock a snowman out.
    pub snowman_limit: Option<u32>,
    /// Number of turns after which the match ends.
    pub turn_limit: Option<u32>,
    /// Sheets that replace the defaults, in any order.
    pub sheets: Vec<SheetDraft>,
}

/// The options of a completed form. Obstacles and sheets are in the typed message only.
pub(crate) fn of_form(values: Reader<'_>) -> Draft {
    Draft {
        field_depth: FIELD_DEPTH.read(values),
        field_breadth: FIELD_BREADTH.read(values),
        move_distance: MOVE_DISTANCE.read(values),
        snowball_distance: SNOWBALL_DISTANCE.read(values),
        character_radius: CHARACTER_RADIUS.read(values),
        snowman_radius: SNOWMAN_RADIUS.read(values),
        contact_gap: CONTACT_GAP.read(values),
        obstacle_count: read_obstacle_count(values),
        obstacles: None,
        snowmen_block_sight: SNOWMEN_BLOCK_SIGHT.read(values),
        first_picker: FIRST_PICKER.read(values),
        snowman_limit: SNOWMAN_LIMIT.read(values),
        turn_limit: TURN_LIMIT.read(values),
        sheets: Vec::new(),
    }
}

/// A requested obstacle. All lengths are in mm; `None` if one is omitted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ObstacleDraft {
    /// Neither a circle nor a rectangle.
    #[default]
    Shapeless,
    /// A circle.
    Circle {
        /// Its centre's x.
        x: Option<i32>,
        /// Its centre's y.
        y: Option<i32>,
        /// Its radius.
        radius: Option<i32>,
    },
    /// A rectangle.
    Rectangle {
        /// The lowest x.
        x1: Option<i32>,
        /// The lowest y.
        y1: Option<i32>,
        /// The highest x.
        x2: Option<i32>,
        /// The highest y.
        y2: Option<i32>,
    },
}

/// A requested sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetDraft {
    /// The character; `None` if unset or unknown.
    pub character: Option<Character>,
    /// Number of tokens with which it runs away.
    pub scarf: Option<u32>,
    /// The faces of the values, from 1 on.
    pub faces: Vec<FaceDraft>,
}

/// A requested face.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FaceDraft {
    /// The effect.
    pub action: Asked<FaceAction>,
    /// The number of times; once if omitted.
    pub times: Option<u32>,
    /// Whether it dodges; no if omitted.
    pub dodge: Option<bool>,
}
