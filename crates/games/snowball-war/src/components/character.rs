//! The six children, and all pieces on the field.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use super::{FIRST, SECOND};

/// One of the six characters. Their order is the canonical order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum Character {
    /// Uses a die as one value higher or lower (SW-61).
    Stephen,
    /// Throws two dice at once for two hits (SW-62).
    Paul,
    /// Takes a hit for a nearby piece (SW-49).
    Robert,
    /// Forces a nearby character to roll again (SW-63).
    Bianca,
    /// Swaps places with a nearby team-mate (SW-64).
    Natasha,
    /// Hits a nearby snowman twice (SW-66).
    Emily,
}

impl Character {
    /// All of them, in canonical order.
    pub const ALL: [Self; 6] = [
        Self::Stephen,
        Self::Paul,
        Self::Robert,
        Self::Bianca,
        Self::Natasha,
        Self::Emily,
    ];

    /// The name in the specification, such as `STEPHEN`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stephen => "STEPHEN",
            Self::Paul => "PAUL",
            Self::Robert => "ROBERT",
            Self::Bianca => "BIANCA",
            Self::Natasha => "NATASHA",
            Self::Emily => "EMILY",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stephen => "Stephen",
            Self::Paul => "Paul",
            Self::Robert => "Robert",
            Self::Bianca => "Bianca",
            Self::Natasha => "Natasha",
            Self::Emily => "Emily",
        }
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece on the field that can be hit. Characters come first, in canonical order; snowmen by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Piece {
    /// A character.
    Character(Character),
    /// The snowman of a seat.
    Snowman(SeatIndex),
}

impl Piece {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Character(Character::Stephen),
        Self::Character(Character::Paul),
        Self::Character(Character::Robert),
        Self::Character(Character::Bianca),
        Self::Character(Character::Natasha),
        Self::Character(Character::Emily),
        Self::Snowman(FIRST),
        Self::Snowman(SECOND),
    ];

    /// The character, if the piece is one.
    #[must_use]
    pub const fn character(self) -> Option<Character> {
        match self {
            Self::Character(character) => Some(character),
            Self::Snowman(_) => None,
        }
    }
}

impl From<Character> for Piece {
    fn from(character: Character) -> Self {
        Self::Character(character)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => character.fmt(f),
            Self::Snowman(seat) => write!(f, "snowman {}", seat.get()),
        }
    }
}

/// One value for each character, in canonical order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByCharacter<T>(pub(crate) [T; 6]);

impl<T> ByCharacter<T> {
    /// The result of `value` for each character.
    pub fn from_fn(value: impl FnMut(Character) -> T) -> Self {
        Self(Character::ALL.map(value))
    }

    /// The value of a character.
    #[must_use]
    pub const fn at(&self, character: Character) -> &T {
        let [stephen, paul, robert, bianca, natasha, emily] = &self.0;
        match character {
            Character::Stephen => stephen,
            Character::Paul => paul,
            Character::Robert => robert,
            Character::Bianca => bianca,
            Character::Natasha => natasha,
            Character::Emily => emily,
        }
    }

    /// The value of a character, mutable.
    #[must_use]
    pub const fn at_mut(&mut self, character: Character) -> &mut T {
        let [stephen, paul, robert, bianca, natasha, emily] = &mut self.0;
        match character {
            Character::Stephen => stephen,
            Character::Paul => paul,
            Character::Robert => robert,
            Character::Bianca => bianca,
            Character::Natasha => natasha,
            Character::Emily => emily,
        }
    }

    /// Each character with its value, in canonical order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Character, &T)> {
        Character::ALL.into_iter().zip(&self.0)
    }

    /// Applies `value` to each.
    pub fn map<U>(&self, mut value: impl FnMut(Character, &T) -> U) -> ByCharacter<U> {
        ByCharacter::from_fn(|character| value(character, self.at(character)))
    }
}
