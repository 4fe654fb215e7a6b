//! Places and points.

use std::{fmt, iter::Sum};

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, Wire};

/// A place in the finishing order of a deal, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Place(u8);

impl Place {
    /// The place of the seat that finishes first.
    pub const FIRST: Self = Self(1);

    /// The place with this number.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The place of the seat that finishes after this number of others.
    pub(crate) fn after(others: usize) -> Self {
        Self(u8::try_from(others).unwrap_or(u8::MAX).saturating_add(1))
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its points in a match with this number of seats: the number of seats for the first place, one for the last.
    // SS-65
    #[must_use]
    pub fn points(self, seats: SeatCount) -> Points {
        let points = seats.get().saturating_add(1).saturating_sub(self.0);
        Points(u16::from(points))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Points of a deal or of a match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Points(u16);

impl Points {
    /// This number of points.
    #[must_use]
    pub const fn new(points: u16) -> Self {
        Self(points)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self(0), |sum, points| Self(sum.0.saturating_add(points.0)))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
