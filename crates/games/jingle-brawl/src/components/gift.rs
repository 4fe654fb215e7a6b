//! Gifts and their places.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, SeatIndex, Wire, never};

use super::Chips;

/// A gift: the number on its wrapping, from 0. [`ByGift::get`] checks whether a match has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GiftId(u8);

impl GiftId {
    /// The gift with this number.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for GiftId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gift {}", self.0)
    }
}

/// The number of duels for an opened gift.
// JB-10, JB-12: it starts at 0 and only grows
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Naughty(u8);

impl Naughty {
    /// The level of a gift that was just unwrapped.
    pub const ZERO: Self = Self(0);

    /// Wraps a level.
    #[must_use]
    pub const fn new(level: u8) -> Self {
        Self(level)
    }

    /// The level.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The next level.
    // JB-11
    #[must_use]
    pub(crate) const fn raised(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The price of a direct challenge for a gift of this level.
    // JB-19
    #[must_use]
    pub fn minimum_cost(self) -> Chips {
        Chips::ONE.plus(Chips::new(u16::from(self.0)))
    }
}

impl fmt::Display for Naughty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The content of a wrapped gift. Its `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct GiftName(String);

impl GiftName {
    /// Wraps a name.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The name, for viewers that may know it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for GiftName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GiftName(…)")
    }
}

/// The place of a gift.
// JB-9
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(oneof = gift::Place)]
pub enum Place {
    /// No seat has opened it.
    Wrapped,
    /// A seat holds it.
    #[wire(as = HolderSeat)]
    Held(SeatIndex),
    /// It is in the Misfit pile, this many positions behind the front.
    #[wire(as = PilePosition)]
    Pile(u8),
    /// It is contested, and no seat holds it.
    #[wire(as = OnTable)]
    Table,
}

/// A place between which opened gifts move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Spot {
    /// In a seat's hand.
    Seat(SeatIndex),
    /// In the Misfit pile.
    Pile,
    /// On the table.
    #[wire(message = OnTable)]
    Table,
}

/// One value for each gift of a match, by number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByGift<T>(Vec<T>);

impl<T> ByGift<T> {
    /// The result of `value` for each gift: a match has as many gifts as seats.
    // JB-4
    pub fn from_fn(seats: SeatCount, value: impl FnMut(GiftId) -> T) -> Self {
        Self((0..seats.get()).map(GiftId).map(value).collect())
    }

    /// Applies `value` to each.
    pub(crate) fn map<U>(&self, value: impl FnMut(&T) -> U) -> ByGift<U> {
        ByGift(self.0.iter().map(value).collect())
    }

    /// The values in the order of the gifts' numbers.
    #[must_use]
    pub(crate) const fn from_vec(values: Vec<T>) -> Self {
        Self(values)
    }

    /// The value of a gift, or `None` if the match does not have it.
    #[must_use]
    pub fn get(&self, gift: GiftId) -> Option<&T> {
        self.0.get(usize::from(gift.0))
    }

    /// Replaces the value of a gift that the match has.
    pub(crate) fn put(&mut self, gift: GiftId, value: T) {
        match self.0.get_mut(usize::from(gift.0)) {
            Some(place) => *place = value,
            None => never!("JB-9: a gift is taken from the match it belongs to"),
        }
    }

    /// Each gift with its value, by number.
    pub fn enumerate(&self) -> impl Iterator<Item = (GiftId, &T)> {
        (0u8..).map(GiftId).zip(self.0.iter())
    }

    /// How many gifts there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no gift; never in a match.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
