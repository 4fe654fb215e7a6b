//! The components of the game.

mod cards;
mod gift;
mod order;
mod points;
mod special;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

pub use cards::{Card, Cards};
pub use gift::{Gift, Value};
pub use order::TableOrder;
pub use points::{Place, Points};
pub use special::Special;

/// The minimum number of seats.
pub const SEATS_MIN: u8 = 3;
/// The maximum number of seats.
pub const SEATS_MAX: u8 = 8;

/// The phase of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Phase {
    /// Sealed answers before the first round of a deal: seats decide whether to play the Fruitcake (SS-58).
    Fruitcake,
    /// A turn (SS-23).
    Turn,
    /// Sealed answers after a turn: Holly cards (SS-35).
    Holly,
    /// Sealed answers between rounds: Snow cards (SS-61).
    Snow,
    /// No decision: the match is over.
    Over,
}

impl Phase {
    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fruitcake => "FRUITCAKE",
            Self::Turn => "TURN",
            Self::Holly => "HOLLY",
            Self::Snow => "SNOW",
            Self::Over => "OVER",
        }
    }
}

/// Whether a seat has declared that it holds a single card.
// SS-48
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum FinalGift {
    /// Its hand is not exactly one card.
    None,
    /// It holds one card, and has declared it.
    Declared,
    /// It holds one card and forgot to declare it: it must miss a turn first (SS-54).
    Undeclared,
}

/// How long a decline lasts.
// SS-40
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// For the open window.
    #[default]
    Window,
    /// For it and all later Holly windows of the round.
    Round,
    /// For it and all later Holly windows of the deal.
    Deal,
}

impl Scope {
    /// The scope of a decline with this standing decline, or without one.
    pub(crate) const fn of(standing: Option<Standing>) -> Self {
        match standing {
            None => Self::Window,
            Some(Standing::Round) => Self::Round,
            Some(Standing::Deal) => Self::Deal,
        }
    }

    /// The resulting standing decline, if there is one.
    #[must_use]
    pub const fn standing(self) -> Option<Standing> {
        match self {
            Self::Window => None,
            Self::Round => Some(Standing::Round),
            Self::Deal => Some(Standing::Deal),
        }
    }
}

/// A standing decline, by its scope.
// SS-40
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Standing {
    /// It stands until the round ends.
    Round,
    /// It stands until the deal ends.
    Deal,
}

/// The first receiver of the Christmas Tree.
// SS-63
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum DealFirst {
    /// The seat that plays it.
    #[wire(as = Self_)]
    Oneself,
    /// The next seat to its left that is in.
    Left,
}
