//! Gift cards and their values.

use std::fmt;

use serde::{Deserialize, Serialize, de};
use tinsel_engine::Wire;

/// The highest value of a gift.
const HIGHEST: u8 = 12;

/// A kind of gift card: one of the twelve values.
// SS-8
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(try_from = "u8", into = "u8")]
#[wire(try_from)]
pub struct Gift(u8);

impl Gift {
    /// All kinds, by ascending value.
    pub const ALL: [Self; 12] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
        Self(9),
        Self(10),
        Self(11),
        Self(12),
    ];

    /// The gift that a set of five announces as gold rings.
    // SS-22
    pub const GOLD_RINGS: Self = Self(5);

    /// The gift of this value, or `None` outside 1 to 12.
    #[must_use]
    pub fn new(value: u32) -> Option<Self> {
        u8::try_from(value)
            .ok()
            .filter(|value| (1..=HIGHEST).contains(value))
            .map(Self)
    }

    /// The number on the card.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its value in a play.
    #[must_use]
    pub const fn value(self) -> Value {
        Value(self.0)
    }

    /// Number of cards of it in the deck.
    // SS-8
    #[must_use]
    pub const fn copies(self) -> u8 {
        HIGHEST.saturating_add(1).saturating_sub(self.0)
    }

    /// Its index in canonical order, from 0.
    pub(crate) const fn index(self) -> usize {
        (self.0 as usize).saturating_sub(1)
    }
}

impl fmt::Display for Gift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Gift {
    type Error = &'static str;

    fn try_from(value: u8) -> Result<Self, Self::Error> {
        Self::new(u32::from(value)).ok_or("gifts are 1 to 12")
    }
}

impl From<Gift> for u8 {
    fn from(gift: Gift) -> Self {
        gift.0
    }
}

/// The value of a play: that of its gifts, or 0 for a play of zeros.
// SS-14, SS-29
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Value(u8);

impl Value {
    /// The value of special cards that are played as gifts.
    pub const ZERO: Self = Self(0);

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u8::deserialize(deserializer)?;
        if value <= HIGHEST {
            Ok(Self(value))
        } else {
            Err(de::Error::custom("values are 0 to 12"))
        }
    }
}
