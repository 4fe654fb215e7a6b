//! Garnets, the money of the game.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::{Chance, Wire};

/// An amount of garnets: held, bid, paid or gained.
// GM-3: never below 0
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Garnets(u32);

impl Garnets {
    /// No garnets.
    pub const ZERO: Self = Self(0);

    /// This amount.
    #[must_use]
    pub const fn new(amount: u32) -> Self {
        Self(amount)
    }

    /// The number of garnets.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The sum.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference; zero if `other` is larger.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// A random multiple of `unit` from `least` to `most`; `None` if there is none. `least` is a multiple of `unit`.
    pub(crate) fn random(least: Self, most: Self, unit: Self, chance: &mut dyn Chance) -> Option<Self> {
        let room = most.0.checked_sub(least.0)?.checked_div(unit.0)?;
        let steps = chance.number("amount", room.saturating_add(1));
        Some(least.plus(Self(steps.saturating_mul(unit.0))))
    }

    /// Whether it is a multiple of `unit`.
    #[must_use]
    pub const fn is_multiple_of(self, unit: Self) -> bool {
        self.0.is_multiple_of(unit.0)
    }
}

impl std::iter::Sum for Garnets {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::plus)
    }
}

impl fmt::Display for Garnets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
