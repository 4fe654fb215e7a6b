//! The possible centres of a base: data that a client can draw.

use tinsel_engine::Wire;

use crate::{
    components::{Disc, Obstacle, Point},
    config::Measures,
};

/// A rectangle of spots, without forbidden ones.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
pub struct Ground {
    /// The corner of the rectangle with the lowest coordinates, included.
    pub low: Point,
    /// The corner with the highest coordinates, included.
    pub high: Point,
    /// The forbidden spots.
    pub forbidden: Vec<Shape>,
}

/// Forbidden spots, in the order of pieces and then obstacles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
#[wire(as = Forbidden, oneof = area)]
pub enum Shape {
    /// Spots nearer to a point than a radius.
    Disc(Disc),
    /// Spots nearer to a rectangle than a margin.
    #[wire(as = NearRectangle)]
    Rectangle {
        /// Its corner with the lowest coordinates.
        low: Point,
        /// Its corner with the highest coordinates.
        high: Point,
        /// Minimum distance of a spot.
        margin: i32,
    },
}

/// The possible ends of a move.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
pub struct Area {
    /// The start of the move.
    pub origin: Point,
    /// Maximum distance, included.
    pub max_distance: i32,
    /// The possible spots on the field.
    pub ground: Ground,
}

impl Ground {
    /// The spots for a base of this radius among bases and obstacles.
    // SW-5, SW-9
    pub(crate) fn of(
        measures: &Measures,
        radius: i32,
        bases: impl Iterator<Item = Disc>,
        obstacles: &[Obstacle],
    ) -> Self {
        let disc = |centre, own: i32| Shape::Disc(Disc::new(centre, own.saturating_add(radius)));
        let bases = bases.map(|base| disc(base.centre, base.radius));
        let obstacles = obstacles.iter().map(|obstacle| match *obstacle {
            Obstacle::Circle { centre, radius } => disc(centre, radius),
            Obstacle::Rectangle { low, high } => Shape::Rectangle {
                low,
                high,
                margin: radius,
            },
        });
        Self {
            low: Point::new(radius, radius),
            high: Point::new(
                measures.field_depth.saturating_sub(radius),
                measures.field_breadth.saturating_sub(radius),
            ),
            forbidden: bases.chain(obstacles).collect(),
        }
    }

    /// Whether it contains a spot.
    #[must_use]
    pub fn has(&self, spot: Point) -> bool {
        let inside = (self.low.x..=self.high.x).contains(&spot.x) && (self.low.y..=self.high.y).contains(&spot.y);
        inside && !self.forbidden.iter().any(|shape| shape.has(spot))
    }
}

impl Shape {
    /// Whether it contains a spot.
    #[must_use]
    pub fn has(self, spot: Point) -> bool {
        match self {
            Self::Disc(disc) => disc.overlaps(Disc::new(spot, 0)),
            Self::Rectangle { low, high, margin } => {
                Obstacle::Rectangle { low, high }.overlaps(Disc::new(spot, margin))
            }
        }
    }
}

impl Area {
    /// Whether it contains a spot.
    #[must_use]
    pub fn has(&self, spot: Point) -> bool {
        self.origin.is_within(self.max_distance, spot) && self.ground.has(spot)
    }
}
