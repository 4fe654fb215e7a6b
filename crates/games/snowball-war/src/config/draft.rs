//! Options as a caller requested them; they can be invalid.

use tinsel_engine::{Wire, options::Asked, present::Reader};

use super::{
    Config, FirstPicker,
    options::{
        CHARACTER_RADIUS, CONTACT_GAP, FIELD_BREADTH, FIELD_DEPTH, FIRST_PICKER, MOVE_DISTANCE, SNOWBALL_DISTANCE,
        SNOWMAN_LIMIT, SNOWMAN_RADIUS, SNOWMEN_BLOCK_SIGHT, TURN_LIMIT, read_obstacle_count,
    },
};
use crate::components::{Character, Face, FaceAction, Obstacle, Sheet};

/// Options as a caller requested them; `None` if one is omitted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Wire)]
#[wire(as = Config)]
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
    /// The obstacles, `None` for an incomplete one; an empty list means an open field.
    #[wire(with = crate::wire::obstacles)]
    pub obstacles: Option<Vec<Option<Obstacle>>>,
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
pub(crate) fn draft(values: Reader<'_>) -> Draft {
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

/// A requested sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Wire)]
#[wire(as = Sheet)]
pub struct SheetDraft {
    /// The character; `None` if unset or unknown.
    pub character: Option<Character>,
    /// Number of tokens with which it runs away.
    pub scarf: Option<u32>,
    /// The faces of the values, from 1 on.
    pub faces: Vec<FaceDraft>,
}

/// A requested face.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Wire)]
#[wire(as = Face)]
pub struct FaceDraft {
    /// The effect.
    pub action: Asked<FaceAction>,
    /// The number of times; once if omitted.
    pub times: Option<u32>,
    /// Whether it dodges; no if omitted.
    pub dodge: Option<bool>,
}

impl Config {
    /// The options, which are all public. An option that the game draws stays unset.
    pub(crate) fn public(&self) -> Draft {
        let measures = &self.measures;
        let length = |length: i32| u32::try_from(length).ok();
        let given = self.obstacles.as_ref();
        Draft {
            field_depth: length(measures.field_depth),
            field_breadth: length(measures.field_breadth),
            move_distance: length(measures.move_distance),
            snowball_distance: length(measures.snowball_distance),
            character_radius: length(measures.character_radius),
            snowman_radius: length(measures.snowman_radius),
            contact_gap: length(measures.contact_gap),
            obstacle_count: self.obstacle_count.map(u32::from),
            obstacles: given.map(|given| given.iter().copied().map(Some).collect()),
            snowmen_block_sight: Some(self.snowmen_block_sight),
            first_picker: Asked::Given(self.first_picker),
            snowman_limit: Some(self.snowman_limit.into()),
            turn_limit: Some(self.turn_limit.into()),
            sheets: Character::ALL
                .map(|character| SheetDraft::of(character, self.sheet(character)))
                .to_vec(),
        }
    }
}

impl SheetDraft {
    fn of(character: Character, sheet: Sheet) -> Self {
        Self {
            character: Some(character),
            scarf: Some(sheet.scarf.into()),
            faces: sheet.faces.map(FaceDraft::from).to_vec(),
        }
    }
}

impl From<Face> for FaceDraft {
    fn from(face: Face) -> Self {
        Self {
            action: Asked::Given(face.action),
            times: Some(face.times.number().into()),
            dodge: Some(face.dodge),
        }
    }
}
