//! Options.

mod check;
mod draft;
mod options;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, SeatIndex, Wire, option_reasons};

use crate::components::{Character, FIRST, Obstacle, SEAT_COUNT, SECOND, Sheet};

pub(crate) use check::configure;
pub(crate) use draft::draft;
pub use draft::{Draft, FaceDraft, SheetDraft};
pub(crate) use options::OPTIONS;

option_reasons! {
    /// An option of the new match is out of range.
    #[malformed(remedy = "Send a value that the error message names.")]
    INVALID_CONFIG;
}

/// The choice of the first picker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum FirstPicker {
    /// It is drawn (SW-R13).
    #[default]
    Random,
    /// Seat 0.
    Seat0,
    /// Seat 1.
    Seat1,
}

impl FirstPicker {
    /// The seat, if it is not drawn.
    #[must_use]
    pub const fn seat(self) -> Option<SeatIndex> {
        match self {
            Self::Random => None,
            Self::Seat0 => Some(FIRST),
            Self::Seat1 => Some(SECOND),
        }
    }
}

/// The lengths of a match, all in mm.
// SW-R1, SW-R2, SW-R3, SW-R5, SW-R6, SW-R68
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = Field)]
pub struct Measures {
    /// The distance between the home edges: `W`.
    pub field_depth: i32,
    /// The length of the home edges: `H`.
    pub field_breadth: i32,
    /// Maximum distance of a move: `M`.
    pub move_distance: i32,
    /// Maximum distance of a throw: `S`.
    pub snowball_distance: i32,
    /// The radius of a character's base: `rc`.
    pub character_radius: i32,
    /// The radius of a snowman's base: `rs`.
    pub snowman_radius: i32,
    /// Maximum gap between the bases of a character and its snowman at the deployment: `gap`.
    pub contact_gap: i32,
}

impl Default for Measures {
    fn default() -> Self {
        Self {
            field_depth: options::FIELD_DEPTH.usual(),
            field_breadth: options::FIELD_BREADTH.usual(),
            move_distance: options::MOVE_DISTANCE.usual(),
            snowball_distance: options::SNOWBALL_DISTANCE.usual(),
            character_radius: options::CHARACTER_RADIUS.usual(),
            snowman_radius: options::SNOWMAN_RADIUS.usual(),
            contact_gap: options::CONTACT_GAP.usual(),
        }
    }
}

impl Measures {
    /// Minimum distance of a character in contact with its snowman: rs + rc.
    #[must_use]
    pub const fn contact(&self) -> i32 {
        self.snowman_radius.saturating_add(self.character_radius)
    }

    /// Maximum distance at the deployment: rs + rc + gap.
    #[must_use]
    pub const fn contact_most(&self) -> i32 {
        self.contact().saturating_add(self.contact_gap)
    }

    /// The depth of a home strip, which no obstacle enters: Z = 2·(rs + rc).
    #[must_use]
    pub const fn strip(&self) -> i32 {
        self.contact().saturating_mul(2)
    }

    /// Minimum distance of two characters: 2·rc.
    #[must_use]
    pub const fn apart(&self) -> i32 {
        self.character_radius.saturating_mul(2)
    }

    /// The x of characters that touch a seat's home edge from inside.
    // SW-73, SW-R61
    pub(crate) fn home_line(&self, seat: SeatIndex) -> i32 {
        if seat == FIRST {
            self.character_radius
        } else {
            self.field_depth.saturating_sub(self.character_radius)
        }
    }
}

/// Valid options, each with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// The lengths.
    pub measures: Measures,
    /// Number of generated obstacles; `None` if it is drawn, or if the obstacles are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle_count: Option<u8>,
    /// The obstacles, if they are given; an empty list means an open field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacles: Option<Vec<Obstacle>>,
    /// Whether snowmen block throws (SW-R34).
    pub snowmen_block_sight: bool,
    /// The choice of the first picker.
    pub first_picker: FirstPicker,
    /// Number of tokens that knock a snowman out (SW-R69).
    pub snowman_limit: u8,
    /// Number of turns after which the match ends (SW-R67).
    pub turn_limit: u8,
    /// The sheets that differ from the defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sheets: BTreeMap<Character, Sheet>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            measures: Measures::default(),
            obstacle_count: None,
            obstacles: None,
            snowmen_block_sight: options::SNOWMEN_BLOCK_SIGHT.default,
            first_picker: FirstPicker::Random,
            snowman_limit: options::SNOWMAN_LIMIT.usual(),
            turn_limit: options::TURN_LIMIT.usual(),
            sheets: BTreeMap::new(),
        }
    }
}

impl Config {
    /// The number of seats: always two.
    // SW-16
    #[must_use]
    pub const fn players(&self) -> SeatCount {
        SEAT_COUNT
    }

    /// The sheet in force of a character.
    // SW-R40
    #[must_use]
    pub fn sheet(&self, character: Character) -> Sheet {
        self.sheets
            .get(&character)
            .copied()
            .unwrap_or_else(|| Sheet::usual(character))
    }
}
