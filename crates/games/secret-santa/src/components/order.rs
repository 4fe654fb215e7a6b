//! The order of the seats at the table.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, SeatIndex, Wire};

/// The seats in their order at the table, clockwise. A Carol changes it (SS-44).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct TableOrder(Vec<SeatIndex>);

impl TableOrder {
    /// The order at the start of a deal.
    // SS-4
    pub(crate) fn of(seats: SeatCount) -> Self {
        Self(seats.iter().collect())
    }

    /// The seats by position.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = SeatIndex> {
        self.0.iter().copied()
    }

    /// All other seats clockwise from the left of `seat`, and `seat` last.
    // SS-4
    pub fn from_left_of(&self, seat: SeatIndex) -> impl Iterator<Item = SeatIndex> {
        let position = self.0.iter().position(|other| *other == seat);
        let next = position.map_or(0, |position| position.saturating_add(1));
        let (before, after) = self.0.split_at_checked(next).unwrap_or((&[], &self.0));
        after.iter().chain(before).copied()
    }

    /// Swaps the positions of two seats.
    // SS-44
    pub(crate) fn swap(&mut self, one: SeatIndex, other: SeatIndex) {
        for seat in &mut self.0 {
            if *seat == one {
                *seat = other;
            } else if *seat == other {
                *seat = one;
            }
        }
    }
}

impl FromIterator<SeatIndex> for TableOrder {
    fn from_iter<I: IntoIterator<Item = SeatIndex>>(seats: I) -> Self {
        Self(seats.into_iter().collect())
    }
}
