//! Options.

mod measures;
mod obstacles;
mod sheets;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    ConfigError, SeatCount, SeatIndex, Wire, option_reasons,
    options::{Asked, ChoiceOption, FlagOption, GameOption, NumberOption, SeatsOption},
    present::{Reader, Text},
};

pub use measures::Measures;
pub(crate) use obstacles::COUNT_DRAWN;
pub use sheets::{FaceDraft, SheetDraft};

use crate::components::{Character, FIRST, Obstacle, SEAT_COUNT, SEATS, SECOND, Sheet};

option_reasons! {
    /// The requested number of seats is not 2.
    #[malformed(remedy = "Request 2 seats, or omit `seats`.")]
    PLAYERS_OUT_OF_RANGE;
    /// `field_depth` is out of range.
    #[malformed(remedy = "Send 200 to 2000, or omit it.")]
    FIELD_DEPTH_OUT_OF_RANGE;
    /// `field_breadth` is out of range.
    #[malformed(remedy = "Send 200 to 2000, or omit it.")]
    FIELD_BREADTH_OUT_OF_RANGE;
    /// `move_distance` is out of range.
    #[malformed(remedy = "Send 40 to 400, or omit it.")]
    MOVE_DISTANCE_OUT_OF_RANGE;
    /// `snowball_distance` is out of range.
    #[malformed(remedy = "Send 40 to 2000, or omit it.")]
    SNOWBALL_DISTANCE_OUT_OF_RANGE;
    /// `character_radius` is out of range.
    #[malformed(remedy = "Send 5 to 20, or omit it.")]
    CHARACTER_RADIUS_OUT_OF_RANGE;
    /// `snowman_radius` is out of range.
    #[malformed(remedy = "Send 5 to 40, or omit it.")]
    SNOWMAN_RADIUS_OUT_OF_RANGE;
    /// A snowman would be smaller than a character.
    #[malformed(remedy = "Send at least `character_radius` as `snowman_radius`.")]
    SNOWMAN_RADIUS_TOO_SMALL;
    /// `contact_gap` is out of range.
    #[malformed(remedy = "Send 0 to 5, or omit it.")]
    CONTACT_GAP_OUT_OF_RANGE;
    /// `obstacle_count` is out of range.
    #[malformed(remedy = "Send 0 to 8, or omit it.")]
    OBSTACLE_COUNT_OUT_OF_RANGE;
    /// Both `obstacle_count` and `obstacles` are set.
    #[malformed(remedy = "Omit one of them.")]
    OBSTACLE_COUNT_WITH_OBSTACLES;
    /// `obstacles` has too many entries.
    #[malformed(remedy = "Send at most 12 obstacles.")]
    OBSTACLES_TOO_MANY;
    /// An obstacle is malformed, outside the field, or inside a home strip.
    #[malformed(remedy = "Send circles of radius 1 to 200 and rectangles, all between the home strips.")]
    OBSTACLE_INVALID;
    /// `first_picker` is unknown.
    #[malformed(remedy = "Send a value of FirstPicker.")]
    FIRST_PICKER_UNKNOWN;
    /// `snowman_limit` is out of range.
    #[malformed(remedy = "Send 1 to 12, or omit it.")]
    SNOWMAN_LIMIT_OUT_OF_RANGE;
    /// `turn_limit` is out of range.
    #[malformed(remedy = "Send 1 to 200, or omit it.")]
    TURN_LIMIT_OUT_OF_RANGE;
    /// A sheet is incomplete or out of range, or its character has two sheets.
    #[malformed(remedy = "Send each character at most once, with a scarf number of 1 to 9 and six faces.")]
    SHEET_INVALID;
    /// The field is not deep enough for the other lengths.
    #[malformed(remedy = "Increase `field_depth`, or decrease `move_distance` and the radii.")]
    FIELD_DEPTH_TOO_SMALL;
    /// The home edges are too short for the characters that return.
    #[malformed(remedy = "Increase `field_breadth`, or decrease the radii.")]
    FIELD_BREADTH_TOO_SMALL;
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

// SW-16
static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS..=SEATS,
    default: Some(2),
    reason: PLAYERS_OUT_OF_RANGE,
    sentence: "Snowball War is played by exactly 2 players.",
};

// SW-R34
static SNOWMEN_BLOCK_SIGHT: FlagOption = FlagOption {
    name: "snowmen_block_sight",
    meaning: "whether snowmen block throws",
    default: true,
    title: Text::new("option_block", "Snowmen block throws"),
    help: None,
};

static FIRST_PICKER: ChoiceOption<FirstPicker> = ChoiceOption {
    name: "first_picker",
    meaning: "the seat that picks first",
    words: &[
        ("random", FirstPicker::Random, Text::new("option_random", "Drawn")),
        (
            "seat_0",
            FirstPicker::Seat0,
            Text::new("option_seat_0", "The first seat"),
        ),
        (
            "seat_1",
            FirstPicker::Seat1,
            Text::new("option_seat_1", "The second seat"),
        ),
    ],
    title: Text::new("option_picker", "Who picks first"),
    help: None,
    reason: FIRST_PICKER_UNKNOWN,
};

// SW-R69
static SNOWMAN_LIMIT: NumberOption = NumberOption {
    name: "snowman_limit",
    meaning: "the number of tokens that knocks a snowman out",
    range: 1..=12,
    also: "",
    default: 4,
    means: "",
    unit: "",
    title: Text::new("option_limit", "Cold tokens that knock a snowman out"),
    help: None,
    reason: SNOWMAN_LIMIT_OUT_OF_RANGE,
};

// SW-R67
static TURN_LIMIT: NumberOption = NumberOption {
    name: "turn_limit",
    meaning: "the number of turns after which the match ends",
    range: 1..=200,
    also: "",
    default: 30,
    means: "",
    unit: "",
    title: Text::new("option_turns", "Maximum number of turns"),
    help: None,
    reason: TURN_LIMIT_OUT_OF_RANGE,
};

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[
    &PLAYERS,
    &measures::FIELD_DEPTH,
    &measures::FIELD_BREADTH,
    &measures::MOVE_DISTANCE,
    &measures::SNOWBALL_DISTANCE,
    &measures::CHARACTER_RADIUS,
    &measures::SNOWMAN_RADIUS,
    &measures::CONTACT_GAP,
    &obstacles::OBSTACLE_COUNT,
    &obstacles::OBSTACLES,
    &SNOWMEN_BLOCK_SIGHT,
    &FIRST_PICKER,
    &SNOWMAN_LIMIT,
    &TURN_LIMIT,
    &sheets::SHEETS,
];

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
            snowmen_block_sight: SNOWMEN_BLOCK_SIGHT.default,
            first_picker: FirstPicker::Random,
            snowman_limit: SNOWMAN_LIMIT.usual(),
            turn_limit: TURN_LIMIT.usual(),
            sheets: BTreeMap::new(),
        }
    }
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

/// Checks options: each by itself, then together, then the positions of given obstacles.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    PLAYERS.check(players)?;
    let config = Config {
        measures: measures::check(&draft)?,
        obstacle_count: obstacles::check_count(draft.obstacle_count, draft.obstacles.is_some())?,
        obstacles: draft.obstacles.map(|asked| obstacles::check(&asked)).transpose()?,
        snowmen_block_sight: SNOWMEN_BLOCK_SIGHT.check(draft.snowmen_block_sight),
        first_picker: FIRST_PICKER.check(draft.first_picker)?,
        snowman_limit: SNOWMAN_LIMIT.check(draft.snowman_limit)?,
        turn_limit: TURN_LIMIT.check(draft.turn_limit)?,
        sheets: sheets::check(&draft.sheets)?,
    };
    measures::check_together(&config.measures)?;
    obstacles::check_places(&config)?;
    Ok(config)
}

/// The options of a completed form. Obstacles and sheets are in the typed message only.
pub(crate) fn draft(values: Reader<'_>) -> Draft {
    Draft {
        field_depth: measures::FIELD_DEPTH.read(values),
        field_breadth: measures::FIELD_BREADTH.read(values),
        move_distance: measures::MOVE_DISTANCE.read(values),
        snowball_distance: measures::SNOWBALL_DISTANCE.read(values),
        character_radius: measures::CHARACTER_RADIUS.read(values),
        snowman_radius: measures::SNOWMAN_RADIUS.read(values),
        contact_gap: measures::CONTACT_GAP.read(values),
        obstacle_count: obstacles::read_count(values),
        obstacles: None,
        snowmen_block_sight: SNOWMEN_BLOCK_SIGHT.read(values),
        first_picker: FIRST_PICKER.read(values),
        snowman_limit: SNOWMAN_LIMIT.read(values),
        turn_limit: TURN_LIMIT.read(values),
        sheets: Vec::new(),
    }
}
