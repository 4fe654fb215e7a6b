//! What a seat asks for, and what it becomes once judged.

use serde::{Deserialize, Serialize};
use tinsel_engine::SeatIndex;

use crate::components::{Card, Character, DiceSet, Die, Piece, Point, Slot};

/// What a seat asks for. Can hold nonsense; it is judged by the checks of the specification, section 6.
///
/// A character or piece is `None` if it was left out or is none; a number is `None` if it was left out.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Takes a card of the draft.
    PickCharacter {
        /// Which.
        character: Option<Character>,
    },
    /// Places a snowman and its team.
    Deploy {
        /// Where the snowman stands.
        snowman: Option<Spot>,
        /// Where the characters stand.
        characters: Vec<Placement>,
    },
    /// Chooses pool dice to re-roll.
    Reroll {
        /// Their indices.
        dice: Vec<u32>,
    },
    /// Gives pool dice to characters.
    Allocate {
        /// Two indices for each character in play.
        cards: Vec<CardAsked>,
    },
    /// Throws a snowball.
    Throw {
        /// Who throws.
        character: Option<Character>,
        /// With which die: a slot.
        die: Option<u32>,
        /// The value in use; `None` for the die's own.
        as_value: Option<u32>,
        /// At what.
        target: Option<Piece>,
    },
    /// Moves a character.
    Move {
        /// Who moves.
        character: Option<Character>,
        /// With which die: a slot.
        die: Option<u32>,
        /// The value in use; `None` for the die's own.
        as_value: Option<u32>,
        /// Where to.
        to: Option<Spot>,
    },
    /// Spends a die for nothing.
    DiscardDie {
        /// Whose die.
        character: Option<Character>,
        /// Which: a slot.
        die: Option<u32>,
    },
    /// Paul's ability.
    DoubleThrow {
        /// At what.
        target: Option<Piece>,
    },
    /// Bianca's ability.
    ForceReroll {
        /// Which of her dice: a slot.
        die: Option<u32>,
        /// Whose dice are rolled again.
        target: Option<Piece>,
    },
    /// Natasha's ability.
    SwapPlaces {
        /// Which of her dice: a slot.
        die: Option<u32>,
        /// With whom.
        team_mate: Option<Character>,
    },
    /// Emily's ability.
    RushSnowman {
        /// Which of her dice: a slot.
        die: Option<u32>,
    },
    /// The second throw of a double symbol.
    ThrowAgain {
        /// At what.
        target: Option<Piece>,
    },
    /// The second move of a double symbol.
    MoveAgain {
        /// Where to.
        to: Option<Spot>,
    },
    /// Leaves out the second throw or move.
    Skip,
    /// Reacts to a hit.
    React {
        /// How; `None` if that was left out.
        choice: Option<Choice>,
    },
    /// Brings characters back.
    Return {
        /// Where along the home edge.
        characters: Vec<Arrival>,
    },
}

/// How to react to a hit. Can hold nonsense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// The target dodges.
    Dodge {
        /// With which of its dice: a slot.
        die: Option<u32>,
        /// The value in use; `None` for the die's own.
        as_value: Option<u32>,
    },
    /// Robert takes it instead.
    Intercept {
        /// With which of his dice: a slot.
        die: Option<u32>,
    },
    /// It hits.
    TakeHit,
}

/// A spot as asked for, in mm. Can hold nonsense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Spot {
    /// Along the depth of the field; `None` if it was left out.
    pub x: Option<i32>,
    /// Along its breadth; `None` if it was left out.
    pub y: Option<i32>,
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self {
            x: Some(point.x),
            y: Some(point.y),
        }
    }
}

/// Where a character is placed. Can hold nonsense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Placement {
    /// Who.
    pub character: Option<Character>,
    /// Where.
    pub at: Option<Spot>,
}

/// Which dice a character is given. Can hold nonsense.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct CardAsked {
    /// Who.
    pub character: Option<Character>,
    /// Indices in the pool: for slot 0, for slot 1.
    pub dice: Vec<u32>,
}

/// Where a character comes back. Can hold nonsense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrival {
    /// Who.
    pub character: Option<Character>,
    /// Along the home edge, in mm.
    pub y: Option<i32>,
}

/// A decision that was judged and may be committed.
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
}

/// What was decided.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Made {
    Picked(Character),
    Deployed(Deployment),
    ChoseDice(DiceSet),
    /// In canonical order.
    Allocated(Vec<Card>),
    Threw(Spend, Piece),
    Moved(Spend, Point),
    Discarded(Character, Slot),
    DoubleThrew(Piece),
    ForcedReroll(Slot, Character),
    Swapped(Slot, Character),
    Rushed(Slot),
    ThrewAgain(Piece),
    MovedAgain(Point),
    Skipped,
    Dodged(Slot, Die),
    Intercepted(Slot),
    TookHit,
    /// In canonical order.
    Returned(Vec<(Character, Point)>),
}

tinsel_engine::redacted!(Action, CardAsked, Move, Made);

/// Where a seat's pieces are deployed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deployment {
    pub(crate) snowman: Point,
    /// In canonical order.
    pub(crate) characters: Vec<(Character, Point)>,
}

/// A die that is spent for its face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spend {
    pub(crate) character: Character,
    pub(crate) slot: Slot,
    /// The value in use.
    pub(crate) value: Die,
}
