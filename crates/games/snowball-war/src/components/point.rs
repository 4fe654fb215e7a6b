//! Points and discs, in whole millimetres.
//!
//! Coordinates of a match lie between 0 and 2000, so that 64 bits hold every intermediate value exactly (SW-13). For
//! points further out, which only occur in tests and refused actions, arithmetic saturates at the ends of 64 bits.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

/// A point on the field or outside it. Seat 0's home edge is x = 0; both seats use the same coordinates (SW-1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Point {
    /// Along the depth of the field, in mm.
    pub x: i32,
    /// Along its breadth, in mm.
    pub y: i32,
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl Point {
    /// The point with these coordinates.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The vector from here to `to`, along x and along y.
    #[must_use]
    pub fn way(self, to: Self) -> (i64, i64) {
        let along = |from: i32, to: i32| i64::from(to).saturating_sub(i64::from(from));
        (along(self.x, to.x), along(self.y, to.y))
    }

    /// The square of the distance to `other`.
    // SW-3, SW-13, SW-R4
    #[must_use]
    pub fn distance_squared(self, other: Self) -> i64 {
        let (dx, dy) = self.way(other);
        square(dx).saturating_add(square(dy))
    }

    /// Whether the distance to `other` is at most this distance.
    // SW-4
    #[must_use]
    pub fn is_within(self, distance: i32, other: Self) -> bool {
        self.distance_squared(other) <= square(i64::from(distance))
    }

    /// Whether the distance to `other` is at least this.
    #[must_use]
    pub fn is_apart(self, least: i32, other: Self) -> bool {
        self.distance_squared(other) >= square(i64::from(least))
    }

    /// The places of a team whose snowman is here: one before it along the depth, and one on each side.
    pub(crate) const fn with_team(self, ahead: i32, aside: i32) -> [Self; 3] {
        [
            Self::new(self.x.saturating_add(ahead), self.y),
            Self::new(self.x, self.y.saturating_add(aside)),
            Self::new(self.x, self.y.saturating_sub(aside)),
        ]
    }
}

/// The base of a character or a snowman.
// SW-2, SW-R5
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Wire)]
#[wire(as = Circle)]
pub struct Disc {
    /// Its centre, which is the piece's position.
    pub centre: Point,
    /// Its radius, in mm.
    pub radius: i32,
}

impl Disc {
    /// The disc with this centre and radius.
    #[must_use]
    pub const fn new(centre: Point, radius: i32) -> Self {
        Self { centre, radius }
    }

    /// The bound that a coordinate of the centre violates: beyond it the disc extends over the edge of a field of this
    /// depth and breadth. `None` if the whole disc lies inside.
    // SW-5, SW-R11
    #[must_use]
    pub fn broken_bound(self, depth: i32, breadth: i32) -> Option<i32> {
        let along = |at: i32, length: i32| {
            let (least, most) = (self.radius, length.saturating_sub(self.radius));
            if at < least {
                Some(least)
            } else {
                (at > most).then_some(most)
            }
        };
        along(self.centre.x, depth).or_else(|| along(self.centre.y, breadth))
    }

    /// Whether two discs overlap. Touching is not overlapping.
    // SW-6, SW-R7
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let apart = i64::from(self.radius).saturating_add(i64::from(other.radius));
        self.centre.distance_squared(other.centre) < square(apart)
    }
}

/// The square of a length.
pub(super) const fn square(length: i64) -> i64 {
    length.saturating_mul(length)
}
