//! Options as somebody asked for them, nonsense included.

use super::FirstPicker;
use crate::components::{Character, FaceAction};

/// A word that was asked for, out of a few.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Asked<T> {
    /// It was left out.
    #[default]
    LeftOut,
    /// One of the words.
    Given(T),
    /// Another word.
    Unknown,
}

/// Options as somebody asked for them; `None` if one was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// How far the home edges are apart, in mm.
    pub field_depth: Option<u32>,
    /// How long the home edges are, in mm.
    pub field_breadth: Option<u32>,
    /// How far a move reaches, in mm.
    pub move_distance: Option<u32>,
    /// How far a snowball flies, in mm.
    pub snowball_distance: Option<u32>,
    /// The radius of a character's base, in mm.
    pub character_radius: Option<u32>,
    /// The radius of a snowman's base, in mm.
    pub snowman_radius: Option<u32>,
    /// How far a character may be deployed from the base of its snowman, in mm.
    pub contact_gap: Option<u32>,
    /// How many obstacles are generated.
    pub obstacle_count: Option<u32>,
    /// The obstacles; an empty list is an open field.
    pub obstacles: Option<Vec<ObstacleDraft>>,
    /// Whether snowmen are in the way of throws.
    pub snowmen_block_sight: Option<bool>,
    /// Who picks first.
    pub first_picker: Asked<FirstPicker>,
    /// With how many tokens a snowman is knocked out.
    pub snowman_limit: Option<u32>,
    /// After how many turns the match ends.
    pub turn_limit: Option<u32>,
    /// Sheets in place of the usual ones, in any order.
    pub sheets: Vec<SheetDraft>,
}

/// An obstacle as asked for. All lengths in mm; `None` if one was left out.
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

/// A sheet as asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetDraft {
    /// Whose; `None` if unset or unknown.
    pub character: Option<Character>,
    /// With how many tokens it runs away.
    pub scarf: Option<u32>,
    /// What the values mean, from 1 on.
    pub faces: Vec<FaceDraft>,
}

/// A face as asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FaceDraft {
    /// What it does.
    pub action: Asked<FaceAction>,
    /// How often; once if it was left out.
    pub times: Option<u32>,
    /// Whether it dodges; not if it was left out.
    pub dodge: Option<bool>,
}
