//! Obstacles, which never move.

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::{Disc, Point, point::square};

/// A circle or an axis-parallel rectangle (SW-2). Its index in the list of a match is its id (SW-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[wire(oneof = shape)]
pub enum Obstacle {
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius, in mm.
        radius: i32,
    },
    /// A rectangle.
    Rectangle {
        /// The corner with the lowest coordinates: (x1, y1).
        low: Point,
        /// The corner with the highest coordinates: (x2, y2).
        high: Point,
    },
}

impl Obstacle {
    /// A circle.
    #[must_use]
    pub const fn circle(x: i32, y: i32, radius: i32) -> Self {
        Self::Circle {
            centre: Point::new(x, y),
            radius,
        }
    }

    /// A rectangle.
    #[must_use]
    pub const fn rectangle(x1: i32, y1: i32, x2: i32, y2: i32) -> Self {
        Self::Rectangle {
            low: Point::new(x1, y1),
            high: Point::new(x2, y2),
        }
    }

    /// Whether a base would overlap it. Touching is not overlapping.
    // SW-7, SW-8, SW-R7
    #[must_use]
    pub fn overlaps(self, base: Disc) -> bool {
        match self {
            Self::Circle { centre, radius } => base.overlaps(Disc::new(centre, radius)),
            Self::Rectangle { low, high } => {
                base.centre.distance_squared(nearest(low, high, base.centre)) < square(base.radius.into())
            }
        }
    }

    /// Whether the distance of two obstacles is at least `gap`.
    // SW-20
    #[must_use]
    pub fn keeps_gap(self, other: Self, gap: i32) -> bool {
        let gap = i64::from(gap);
        match (self, other) {
            (
                Self::Circle { centre, radius },
                Self::Circle {
                    centre: to,
                    radius: and,
                },
            ) => {
                let apart = i64::from(radius).saturating_add(i64::from(and)).saturating_add(gap);
                centre.distance_squared(to) >= square(apart)
            }
            (Self::Circle { centre, radius }, Self::Rectangle { low, high })
            | (Self::Rectangle { low, high }, Self::Circle { centre, radius }) => {
                let apart = i64::from(radius).saturating_add(gap);
                centre.distance_squared(nearest(low, high, centre)) >= square(apart)
            }
            (Self::Rectangle { low, high }, Self::Rectangle { low: bottom, high: top }) => {
                let (right, up) = high.way(bottom);
                let (left, down) = top.way(low);
                let gx = right.max(left).max(0);
                let gy = up.max(down).max(0);
                square(gx).saturating_add(square(gy)) >= square(gap)
            }
        }
    }

    /// Its image under a rotation of the field by half a circle: (x, y) → (W − x, H − y).
    // SW-19
    #[must_use]
    pub const fn turned(self, depth: i32, breadth: i32) -> Self {
        match self {
            Self::Circle { centre, radius } => Self::Circle {
                centre: turned(centre, depth, breadth),
                radius,
            },
            Self::Rectangle { low, high } => Self::Rectangle {
                low: turned(high, depth, breadth),
                high: turned(low, depth, breadth),
            },
        }
    }

    /// Whether it is where obstacles may be: between the home strips of depth `strip`, and inside the field.
    // SW-21, SW-R17
    #[must_use]
    pub fn is_between(self, strip: i32, depth: i32, breadth: i32) -> bool {
        let (low, high) = self.extent();
        let far = i64::from(depth).saturating_sub(i64::from(strip));
        low.0 >= i64::from(strip) && high.0 <= far && low.1 >= 0 && high.1 <= i64::from(breadth)
    }

    /// The corners of the smallest rectangle around it.
    fn extent(self) -> ((i64, i64), (i64, i64)) {
        match self {
            Self::Circle { centre, radius } => {
                let (x, y, r) = (i64::from(centre.x), i64::from(centre.y), i64::from(radius));
                (
                    (x.saturating_sub(r), y.saturating_sub(r)),
                    (x.saturating_add(r), y.saturating_add(r)),
                )
            }
            Self::Rectangle { low, high } => ((low.x.into(), low.y.into()), (high.x.into(), high.y.into())),
        }
    }
}

/// The image of a point under a rotation of the field by half a circle.
pub(crate) const fn turned(point: Point, depth: i32, breadth: i32) -> Point {
    Point::new(depth.saturating_sub(point.x), breadth.saturating_sub(point.y))
}

/// The point of a rectangle that is nearest to `point`.
// SW-8
fn nearest(low: Point, high: Point, point: Point) -> Point {
    // max and min instead of `clamp`, which panics if the corners are in the wrong order
    Point::new(point.x.min(high.x).max(low.x), point.y.min(high.y).max(low.y))
}
