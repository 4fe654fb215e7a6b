//! The components of the game: presents, hands, points, the list.

mod hand;
mod letter;
mod list;
mod present;
mod step;

pub use hand::{Hand, Held, Picture};
pub(crate) use hand::{row, spaced};
pub use letter::Letter;
#[cfg(feature = "testkit")]
pub(crate) use list::DRAW_OF_THE_LIST;
pub use list::List;
pub use present::{Layers, Present, PresentRef, Staleness};
pub use step::{Phase, Round, Step};

use std::{fmt, iter::Sum, ops::Add};

use serde::{Deserialize, Serialize};
use tinsel_engine::SeatCount;

pub use crate::text::NotationError;

/// The number of seats.
// PM-1
pub const SEATS: u8 = 8;

/// The seats of every match.
// PM-1
pub const SEAT_COUNT: SeatCount = match SeatCount::new(SEATS) {
    Some(count) => count,
    None => panic!("8 is a number of seats"),
};

/// Points, gained or lost. They can be negative where a sum can (PM-35).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// Wraps a number of points.
    #[must_use]
    pub const fn new(points: i64) -> Self {
        Self(points)
    }

    /// The number of points.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// These points without `loss`.
    #[must_use]
    pub const fn less(self, loss: Self) -> Self {
        Self(self.0.saturating_sub(loss.0))
    }

    /// These points, or 0 if they are negative.
    #[must_use]
    pub fn floored(self) -> Self {
        self.max(Self::ZERO)
    }

    /// These points, multiplied by `count`.
    #[must_use]
    pub fn times(self, count: usize) -> Self {
        Self(self.0.saturating_mul(i64::try_from(count).unwrap_or(i64::MAX)))
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Self::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The distance of a pass or theft along the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Distance {
    /// To the first below.
    First,
    /// To the second below.
    Second,
    /// To the third below.
    Third,
}

impl Distance {
    /// All distances, nearest first.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// 1, 2 or 3.
    #[must_use]
    pub const fn get(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
            Self::Third => 3,
        }
    }

    /// The distance with this number, 1 to 3.
    #[must_use]
    pub const fn new(distance: u8) -> Option<Self> {
        match distance {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            3 => Some(Self::Third),
            _ => None,
        }
    }

    /// The one of three values, nearest first, that belongs to this distance.
    #[must_use]
    pub fn of<T>(self, [first, second, third]: &[T; 3]) -> &T {
        match self {
            Self::First => first,
            Self::Second => second,
            Self::Third => third,
        }
    }

    /// The same, mutable.
    #[must_use]
    pub(crate) fn of_mut<T>(self, [first, second, third]: &mut [T; 3]) -> &mut T {
        match self {
            Self::First => first,
            Self::Second => second,
            Self::Third => third,
        }
    }
}
