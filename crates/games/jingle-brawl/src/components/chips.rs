//! Chips, the money of the game.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

/// An amount of Jingle Chips: held, bid, paid or received.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Chips(u16);

impl Chips {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// A single chip: the Santa Tax, a dividend, a toll.
    pub const ONE: Self = Self(1);

    /// This amount.
    #[must_use]
    pub const fn new(amount: u16) -> Self {
        Self(amount)
    }

    /// The number of chips.
    #[must_use]
    pub const fn get(self) -> u16 {
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

    /// Half of it, rounded down.
    // JB-49
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// Whether it is zero.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The Bank's book value: chips received less chips paid out. It is negative if the Bank paid more.
// JB-3, JB-R31: a supply that never runs out
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Bank(i32);

impl Bank {
    /// Wraps a value.
    #[must_use]
    pub const fn new(value: i32) -> Self {
        Self(value)
    }

    /// Its value.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The value after the Bank received `amount`.
    #[must_use]
    pub(crate) fn received(self, amount: Chips) -> Self {
        Self(self.0.saturating_add(i32::from(amount.get())))
    }

    /// The value after the Bank paid `amount`.
    #[must_use]
    pub(crate) fn paid(self, amount: Chips) -> Self {
        Self(self.0.saturating_sub(i32::from(amount.get())))
    }
}

impl fmt::Display for Bank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The places of chips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Purse {
    /// A seat's own chips.
    Seat(SeatIndex),
    /// The North Pole Fund.
    Bank,
    /// The stake of the running duel.
    Pot,
}

/// Why chips move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = ChipsReason)]
pub enum Reason {
    /// A full bid, into the pot (JB-48).
    Bid,
    /// Half of a bid, into the pot of a yield duel (JB-49).
    HalfBid,
    /// The price of a direct challenge, to the Bank (JB-19).
    MinimumCost,
    /// A chip of the pot, to the Bank (JB-21).
    SantaTax,
    /// The pot, to the winner (JB-21).
    Pot,
    /// A chip to the Defender who beat the Active player (JB-74).
    Toll,
    /// A chip from the Bank, to the loser (JB-22).
    Dividend,
}
