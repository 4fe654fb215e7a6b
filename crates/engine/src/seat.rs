//! Seats, sets of seats, and one value for each seat.

use std::{fmt, num::NonZeroU8};

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::never;

/// Maximum number of seats of a match of any game.
const SEATS_MAX: u8 = 32;

/// A seat of a match, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatIndex(u8);

impl SeatIndex {
    /// The seat with this number. [`SeatCount::has`] checks whether a match has this seat.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The seat's number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for SeatIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// How many seats a match has: 1 to 32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct SeatCount(NonZeroU8);

impl SeatCount {
    /// This many seats, or `None` outside 1 to 32.
    #[must_use]
    pub const fn new(count: u8) -> Option<Self> {
        match NonZeroU8::new(count) {
            Some(count) if count.get() <= SEATS_MAX => Some(Self(count)),
            Some(_) | None => None,
        }
    }

    /// The number of seats.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Whether the match has `seat`.
    #[must_use]
    pub const fn has(self, seat: SeatIndex) -> bool {
        seat.0 < self.0.get()
    }

    /// All seats, in seat order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = SeatIndex> + ExactSizeIterator {
        (0..self.get()).map(SeatIndex)
    }

    /// All seats as a set.
    #[must_use]
    pub fn all(self) -> SeatSet {
        self.iter().collect()
    }
}

impl TryFrom<u8> for SeatCount {
    type Error = &'static str;

    fn try_from(count: u8) -> Result<Self, Self::Error> {
        Self::new(count).ok_or("a match has 1 to 32 seats")
    }
}

impl From<SeatCount> for u8 {
    fn from(count: SeatCount) -> Self {
        count.get()
    }
}

/// A set of seats. Iterates in seat order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u32);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Just this seat.
    #[must_use]
    pub const fn only(seat: SeatIndex) -> Self {
        Self::EMPTY.with(seat)
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: SeatIndex) -> Self {
        Self(self.0 | Self::bit(seat))
    }

    /// The set without `seat`.
    #[must_use]
    pub const fn without(self, seat: SeatIndex) -> Self {
        Self(self.0 & !Self::bit(seat))
    }

    /// Whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: SeatIndex) -> bool {
        self.0 & Self::bit(seat) != 0
    }

    /// Whether no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats, in seat order.
    pub fn iter(self) -> impl Iterator<Item = SeatIndex> {
        (0..SEATS_MAX).map(SeatIndex).filter(move |seat| self.contains(*seat))
    }

    const fn bit(seat: SeatIndex) -> u32 {
        if seat.0 < SEATS_MAX { 1 << seat.0 } else { 0 }
    }
}

impl FromIterator<SeatIndex> for SeatSet {
    fn from_iter<I: IntoIterator<Item = SeatIndex>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// One value for each seat of a match, in seat order. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(#[serde(deserialize_with = "some_seats", bound(deserialize = "T: Deserialize<'de>"))] Vec<T>);

fn some_seats<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let values = Vec::deserialize(deserializer)?;
    BySeat::from_vec(values)
        .map(|seats| seats.0)
        .ok_or_else(|| de::Error::custom("a match has 1 to 32 seats"))
}

impl<T> BySeat<T> {
    /// The result of `value` for each seat.
    pub fn from_fn(seats: SeatCount, value: impl FnMut(SeatIndex) -> T) -> Self {
        Self(seats.iter().map(value).collect())
    }

    /// The values in seat order, or `None` if there is none or there are more than 32.
    #[must_use]
    pub fn from_vec(values: Vec<T>) -> Option<Self> {
        let count = u8::try_from(values.len()).ok()?;
        SeatCount::new(count).map(|_| Self(values))
    }

    /// How many seats there are.
    #[must_use]
    pub fn seats(&self) -> SeatCount {
        let count = u8::try_from(self.0.len()).ok().and_then(SeatCount::new);
        count.unwrap_or(SeatCount(NonZeroU8::MIN))
    }

    /// The value of `seat`, or `None` if there is no such seat.
    #[must_use]
    pub fn get(&self, seat: SeatIndex) -> Option<&T> {
        self.0.get(usize::from(seat.0))
    }

    /// The value of a seat that exists.
    ///
    /// A seat that does not exist is a mistake of the caller: it stops a test, and gives the last seat's value in
    /// production.
    #[must_use]
    pub fn at(&self, seat: SeatIndex) -> &T {
        let index = self.index(seat);
        #[expect(clippy::indexing_slicing, reason = "never empty, and `index` stays below the length")]
        &self.0[index]
    }

    /// The value of a seat that exists, to be changed. See [`BySeat::at`].
    #[must_use]
    pub fn at_mut(&mut self, seat: SeatIndex) -> &mut T {
        let index = self.index(seat);
        #[expect(clippy::indexing_slicing, reason = "never empty, and `index` stays below the length")]
        &mut self.0[index]
    }

    /// The values in seat order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.0.iter()
    }

    /// Each seat with its value, in seat order.
    pub fn enumerate(&self) -> impl Iterator<Item = (SeatIndex, &T)> {
        (0u8..).map(SeatIndex).zip(self.0.iter())
    }

    /// Each seat with its value, to be changed, in seat order.
    pub fn enumerate_mut(&mut self) -> impl Iterator<Item = (SeatIndex, &mut T)> {
        (0u8..).map(SeatIndex).zip(self.0.iter_mut())
    }

    /// The same seats with other values.
    pub fn map<U>(&self, mut value: impl FnMut(SeatIndex, &T) -> U) -> BySeat<U> {
        BySeat(self.enumerate().map(|(seat, old)| value(seat, old)).collect())
    }

    fn index(&self, seat: SeatIndex) -> usize {
        let last = self.0.len().saturating_sub(1);
        let index = usize::from(seat.0);
        if index > last {
            never!("a seat is taken from the match it belongs to");
        }
        index.min(last)
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A viewer of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// The player of this seat.
    Seat(SeatIndex),
    /// Any other viewer; sees only public facts.
    Spectator,
}

impl Viewer {
    /// The viewer's seat, if it holds one.
    #[must_use]
    pub const fn seat(self) -> Option<SeatIndex> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }

    /// Whether the viewer holds `seat`.
    #[must_use]
    pub fn is(self, seat: SeatIndex) -> bool {
        self.seat() == Some(seat)
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Spectator => f.write_str("spectator"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_in_seat_order_whatever_was_put_in_first() {
        let set: SeatSet = [5, 0, 31].map(SeatIndex::new).into_iter().collect();
        assert_eq!(set.iter().map(SeatIndex::get).collect::<Vec<_>>(), [0, 5, 31]);
        assert_eq!(set.without(SeatIndex::new(5)).len(), 2);
    }

    #[test]
    fn a_seat_beyond_the_last_possible_one_is_in_no_set() {
        let far = SeatIndex::new(200);
        assert!(!SeatSet::EMPTY.with(far).contains(far));
    }

    #[test]
    fn seat_counts_are_1_to_32() {
        for (count, valid) in [(0, false), (1, true), (32, true), (33, false), (255, false)] {
            assert_eq!(SeatCount::new(count).is_some(), valid, "{count}");
        }
    }

    #[test]
    fn a_container_without_seats_cannot_be_read() {
        assert!(serde_json::from_str::<BySeat<u8>>("[]").is_err());
        assert_eq!(
            serde_json::from_str::<BySeat<u8>>("[7,8]")
                .unwrap()
                .at(SeatIndex::new(1)),
            &8
        );
    }
}
