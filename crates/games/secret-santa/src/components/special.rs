//! Special cards.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

/// A kind of special card, in canonical order.
// SS-9, SS-R53: there is no other; SS-R2: Santa and Elves are Star cards; Tree, Fruitcake and Scrooge Snow; Carol,
// Mouse and Ghost Holly
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(rename_all = "UPPERCASE")]
pub enum Special {
    /// Wins the round at once (SS-33).
    Santa,
    /// Copies of the gift that the seat plays with them (SS-27).
    Elves,
    /// The Christmas Tree: a surprise gift for everyone (SS-63).
    Tree,
    /// Gives a gift away before the first round (SS-58).
    Fruitcake,
    /// Makes a miser pass (SS-64).
    Scrooge,
    /// The Christmas Carol: swaps seats (SS-44).
    Carol,
    /// A Mouse: ends the round (SS-45).
    Mouse,
    /// The Ghost of Christmas Present: gives a play back (SS-46).
    Ghost,
}

impl Special {
    /// All kinds, in canonical order.
    pub const ALL: [Self; 8] = [
        Self::Santa,
        Self::Elves,
        Self::Tree,
        Self::Fruitcake,
        Self::Scrooge,
        Self::Carol,
        Self::Mouse,
        Self::Ghost,
    ];

    /// The kinds with one card at most, which the option can list one by one.
    pub const SINGLE: [Self; 7] = [
        Self::Santa,
        Self::Tree,
        Self::Fruitcake,
        Self::Scrooge,
        Self::Carol,
        Self::Mouse,
        Self::Ghost,
    ];

    /// The kinds with one card that a match of three can have.
    // SS-72
    pub const SINGLE_FOR_THREE: [Self; 3] = [Self::Santa, Self::Tree, Self::Fruitcake];

    /// Its name in identifiers.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Santa => "SANTA",
            Self::Elves => "ELVES",
            Self::Tree => "TREE",
            Self::Fruitcake => "FRUITCAKE",
            Self::Scrooge => "SCROOGE",
            Self::Carol => "CAROL",
            Self::Mouse => "MOUSE",
            Self::Ghost => "GHOST",
        }
    }

    /// Its index among the special cards in canonical order, from 0.
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Santa => 0,
            Self::Elves => 1,
            Self::Tree => 2,
            Self::Fruitcake => 3,
            Self::Scrooge => 4,
            Self::Carol => 5,
            Self::Mouse => 6,
            Self::Ghost => 7,
        }
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
