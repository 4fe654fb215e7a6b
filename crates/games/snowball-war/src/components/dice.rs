//! Dice, their slots on a card, and sets of dice of a pool.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::Character;

/// The value of a die: 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(try_from = "u8", into = "u8")]
#[wire(try_from)]
pub struct Die(u8);

impl Die {
    /// The values, in order.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];
    /// The lowest.
    pub const ONE: Self = Self(1);

    /// The die with this value; `None` outside 1 to 6.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        match value {
            1..=6 => Some(Self(value)),
            _ => None,
        }
    }

    /// The value.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The values that differ from this one by at most one, in order. There is no seventh value and no wrap (SW-R56).
    // SW-R56
    pub fn beside(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |die| die.0.abs_diff(self.0) <= 1)
    }
}

impl TryFrom<u8> for Die {
    type Error = &'static str;

    fn try_from(value: u8) -> Result<Self, Self::Error> {
        Self::new(value).ok_or("a die shows 1 to 6")
    }
}

impl From<Die> for u8 {
    fn from(die: Die) -> Self {
        die.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The position of a die on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Slot {
    /// Slot 0.
    First,
    /// Slot 1.
    Second,
}

impl Slot {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// The slot with this number, if there is one.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::First),
            1 => Some(Self::Second),
            _ => None,
        }
    }
}

/// A die that dodges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
pub struct LegalDodge {
    /// Its slot on the target's card.
    #[wire(as = die)]
    pub slot: Slot,
    /// Its value.
    pub value: Die,
    /// The value in use that dodges.
    pub as_value: Die,
}

/// Some of the dice of a pool, by index.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DiceSet(u8);

impl DiceSet {
    /// No die.
    pub const EMPTY: Self = Self(0);

    /// The set with the die of this index; unchanged for an index that no pool has.
    #[must_use]
    pub const fn with(self, index: u8) -> Self {
        if index < 8 { Self(self.0 | 1 << index) } else { self }
    }

    /// Whether the set contains the die with this index.
    #[must_use]
    pub const fn contains(self, index: u8) -> bool {
        index < 8 && self.0 & 1 << index != 0
    }

    /// The indices, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |index| self.contains(*index))
    }
}

impl FromIterator<u8> for DiceSet {
    fn from_iter<I: IntoIterator<Item = u8>>(indices: I) -> Self {
        indices.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The two dice of the pool for a character: the first goes into slot 0, the second into slot 1 (SW-34).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub struct Card {
    /// The character.
    pub character: Character,
    /// The indices in the pool.
    pub dice: [u8; 2],
}

// Both can hold a choice that a seat has committed in secret.
tinsel_engine::redacted!(DiceSet, Card);
