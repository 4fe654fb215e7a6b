//! The phases of a match, and the uses of a die.

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

/// The phases of a match (section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum Phase {
    /// A seat picks a character.
    Draft,
    /// A seat places its snowman and its characters.
    Deploy,
    /// Seats choose dice to re-roll.
    Reroll,
    /// Seats allocate their dice.
    Allocate,
    /// A seat acts.
    Action,
    /// A seat reacts to a hit.
    Reaction,
    /// A seat may throw a second time.
    ThrowAgain,
    /// A seat may move a second time.
    MoveAgain,
    /// A seat brings characters back.
    Return,
    /// No decision: the match is over.
    Finished,
}

impl Phase {
    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::Deploy => "DEPLOY",
            Self::Reroll => "REROLL",
            Self::Allocate => "ALLOCATE",
            Self::Action => "ACTION",
            Self::Reaction => "REACTION",
            Self::ThrowAgain => "THROW_AGAIN",
            Self::MoveAgain => "MOVE_AGAIN",
            Self::Return => "RETURN",
            Self::Finished => "FINISHED",
        }
    }
}

/// The action that a double symbol allows twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum Symbol {
    /// A throw.
    Throw,
    /// A move.
    Move,
}

/// The use of a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum DieUse {
    /// A throw (SW-40).
    Throw,
    /// A move (SW-41).
    Move,
    /// No effect (SW-37).
    Discard,
    /// Paul's ability (SW-62).
    DoubleThrow,
    /// Bianca's ability (SW-63).
    ForceReroll,
    /// Natasha's ability (SW-64).
    Swap,
    /// Emily's ability (SW-66).
    Rush,
    /// A dodge (SW-48).
    Dodge,
    /// Robert's ability (SW-49).
    Intercept,
}

impl DieUse {
    /// The name in the specification, such as `DOUBLE_THROW`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Throw => "THROW",
            Self::Move => "MOVE",
            Self::Discard => "DISCARD",
            Self::DoubleThrow => "DOUBLE_THROW",
            Self::ForceReroll => "FORCE_REROLL",
            Self::Swap => "SWAP",
            Self::Rush => "RUSH",
            Self::Dodge => "DODGE",
            Self::Intercept => "INTERCEPT",
        }
    }
}
