//! Actions as seats request them, and as validation returns them.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::components::{Card, Character, DiceSet, Die, Piece, Point, Slot};

/// An action as a seat requests it. It can be invalid: the checks of the specification, section 6, validate it.
///
/// A character or piece is `None` if it is omitted or does not exist; a number is `None` if it is omitted.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Action {
    /// Takes a card of the draft.
    PickCharacter {
        /// The character.
        character: Option<Character>,
    },
    /// Places a snowman and its team.
    Deploy {
        /// The position of the snowman.
        snowman: Option<Spot>,
        /// The positions of the characters.
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
    #[wire(as = ThrowSnowball, message = Throw)]
    Throw {
        /// The character.
        character: Option<Character>,
        /// The slot of the die.
        die: Option<u32>,
        /// The value in use; `None` for the die's own.
        as_value: Option<u32>,
        /// The target.
        target: Option<Piece>,
    },
    /// Moves a character.
    Move {
        /// The character.
        character: Option<Character>,
        /// The slot of the die.
        die: Option<u32>,
        /// The value in use; `None` for the die's own.
        as_value: Option<u32>,
        /// The new position.
        to: Option<Spot>,
    },
    /// Spends a die without an effect.
    DiscardDie {
        /// The character with the die.
        character: Option<Character>,
        /// The slot of the die.
        die: Option<u32>,
    },
    /// Paul's ability.
    DoubleThrow {
        /// The target.
        target: Option<Piece>,
    },
    /// Bianca's ability.
    ForceReroll {
        /// The slot of her die.
        die: Option<u32>,
        /// The character that rolls its dice again. A `Piece`, because the rules refuse a snowman as `BAD_TARGET`; the
        /// message has a `Character` with the same numbers.
        target: Option<Piece>,
    },
    /// Natasha's ability.
    SwapPlaces {
        /// The slot of her die.
        die: Option<u32>,
        /// The team-mate to swap with.
        team_mate: Option<Character>,
    },
    /// Emily's ability.
    RushSnowman {
        /// The slot of her die.
        die: Option<u32>,
    },
    /// The second throw of a double symbol.
    ThrowAgain {
        /// The target.
        target: Option<Piece>,
    },
    /// The second move of a double symbol.
    MoveAgain {
        /// The new position.
        to: Option<Spot>,
    },
    /// Renounces the second throw or move.
    Skip,
    /// Reacts to a hit.
    React {
        /// The reaction; `None` if omitted.
        choice: Option<Choice>,
    },
    /// Brings characters back.
    #[wire(as = ReturnCharacters, message = Return)]
    Return {
        /// The positions along the home edge.
        characters: Vec<Arrival>,
    },
}

/// A reaction to a hit. It can be invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(oneof = react::Choice)]
pub enum Choice {
    /// The target dodges.
    Dodge {
        /// The slot of its die.
        die: Option<u32>,
        /// The value in use; `None` for the die's own.
        as_value: Option<u32>,
    },
    /// Robert takes the hit instead.
    Intercept {
        /// The slot of his die.
        die: Option<u32>,
    },
    /// The hit lands.
    TakeHit,
}

impl Action {
    /// A deployment of a snowman and characters.
    pub(crate) fn deploy(snowman: Point, characters: impl Iterator<Item = (Character, Point)>) -> Self {
        let placement = |(character, at): (Character, Point)| Placement {
            character: Some(character),
            at: Some(at.into()),
        };
        Self::Deploy {
            snowman: Some(snowman.into()),
            characters: characters.map(placement).collect(),
        }
    }
}

/// A requested spot, in mm. It can be invalid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
#[wire(as = Point)]
pub struct Spot {
    /// Along the depth of the field; `None` if omitted.
    pub x: Option<i32>,
    /// Along its breadth; `None` if omitted.
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

/// The position of a character. It can be invalid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
#[wire(as = CharacterAt)]
pub struct Placement {
    /// The character.
    pub character: Option<Character>,
    /// The position.
    pub at: Option<Spot>,
}

/// The dice for a character. It can be invalid.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
#[wire(as = Card)]
pub struct CardAsked {
    /// The character.
    pub character: Option<Character>,
    /// Indices in the pool: for slot 0, for slot 1.
    pub dice: Vec<u32>,
}

/// The position where a character returns. It can be invalid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
pub struct Arrival {
    /// The character.
    pub character: Option<Character>,
    /// Along the home edge, in mm.
    pub y: Option<i32>,
}

/// A validated decision, ready to commit; not [`Action::Move`].
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
}

/// The decision.
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

/// The positions of a seat's deployed pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deployment {
    pub(crate) snowman: Point,
    /// In canonical order.
    pub(crate) characters: Vec<(Character, Point)>,
}

/// A die that a seat spends for its face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spend {
    pub(crate) character: Character,
    pub(crate) slot: Slot,
    /// The value in use.
    pub(crate) value: Die,
}
