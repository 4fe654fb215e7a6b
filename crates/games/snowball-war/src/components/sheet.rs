//! The sheets of the characters: scarf numbers and faces (1.2).

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::{Character, Die};

/// The effect of a value on the character's own turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum FaceAction {
    /// A throw.
    Throw,
    /// A move.
    Move,
    /// No effect.
    #[wire(as = None)]
    Nothing,
}

/// The number of times that a value has its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Times {
    /// Once.
    Once,
    /// Twice, the second time with its own target or spot.
    Twice,
}

impl Times {
    /// 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Once => 1,
            Self::Twice => 2,
        }
    }
}

/// The meaning of a die's value on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub struct Face {
    /// The effect on the character's own turn.
    pub action: FaceAction,
    /// The number of times; once without an effect.
    pub times: Times,
    /// Whether it dodges a hit.
    // SW-R38: a face of a custom sheet can have an effect and dodge; SW-R39: it dodges one hit
    pub dodge: bool,
}

/// The card of a character, which a Config can replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// Number of tokens with which the character runs away: 1 to 9.
    pub scarf: u8,
    /// The faces of the values 1 to 6.
    pub faces: [Face; 6],
}

const T: Face = face(FaceAction::Throw, Times::Once, false);
const TT: Face = face(FaceAction::Throw, Times::Twice, false);
const M: Face = face(FaceAction::Move, Times::Once, false);
const MM: Face = face(FaceAction::Move, Times::Twice, false);
const D: Face = face(FaceAction::Nothing, Times::Once, true);

const fn face(action: FaceAction, times: Times, dodge: bool) -> Face {
    Face { action, times, dodge }
}

impl Sheet {
    /// The default sheet of a character (1.2).
    // SW-R40
    #[must_use]
    pub const fn usual(character: Character) -> Self {
        let (scarf, faces) = match character {
            Character::Stephen => (2, [M, M, D, T, D, T]),
            Character::Paul => (3, [M, D, M, T, T, MM]),
            Character::Robert => (4, [M, T, M, D, T, M]),
            Character::Bianca => (3, [D, M, T, M, D, TT]),
            Character::Natasha => (3, [D, T, M, T, M, TT]),
            Character::Emily => (3, [D, M, T, M, D, MM]),
        };
        Self { scarf, faces }
    }

    /// The face of a value.
    // SW-39
    #[must_use]
    pub const fn face(&self, value: Die) -> Face {
        let [one, two, three, four, five, six] = self.faces;
        match value.get() {
            1 => one,
            2 => two,
            3 => three,
            4 => four,
            5 => five,
            _ => six,
        }
    }
}
