//! Places: points, shapes, and regions of points.

/// A point, in the units of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Upwards.
    pub y: i32,
}

/// A circle, or a rectangle with rounded corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The points at most a radius away from a point.
    Circle {
        /// The centre.
        centre: Point,
        /// The radius: 0 or more.
        radius: i32,
    },
    /// The points at most a margin away from a rectangle.
    Rectangle {
        /// The corner with the lowest coordinates.
        low: Point,
        /// The corner with the highest coordinates.
        high: Point,
        /// The margin: 0 or more.
        margin: i32,
    },
}

/// The integer points inside every shape of one set and outside every shape of another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Region {
    /// A point of the region is inside all of these. At least one.
    pub inside: Vec<Bordered>,
    /// A point of the region is inside none of these.
    pub outside: Vec<Bordered>,
}

/// A shape with or without its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bordered {
    /// The shape.
    pub shape: Shape,
    /// Whether the points at its edge are inside.
    pub edge: bool,
}

impl Point {
    /// The point with these coordinates.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The square of the distance to another point.
    #[must_use]
    pub fn distance_squared(self, other: Self) -> i128 {
        let along = |a: i32, b: i32| (i128::from(a) - i128::from(b)).pow(2);
        along(self.x, other.x) + along(self.y, other.y)
    }
}

impl Shape {
    /// The shape with the points at its edge.
    #[must_use]
    pub const fn with_edge(self) -> Bordered {
        Bordered {
            shape: self,
            edge: true,
        }
    }

    /// The shape without the points at its edge.
    #[must_use]
    pub const fn without_edge(self) -> Bordered {
        Bordered {
            shape: self,
            edge: false,
        }
    }

    /// The smallest rectangle around the shape: its lowest and its highest corner.
    #[must_use]
    pub const fn bounds(self) -> (Point, Point) {
        let (low, high, margin) = self.core();
        (
            Point::new(low.x.saturating_sub(margin), low.y.saturating_sub(margin)),
            Point::new(high.x.saturating_add(margin), high.y.saturating_add(margin)),
        )
    }

    /// A circle is a rectangle of one point with a margin.
    const fn core(self) -> (Point, Point, i32) {
        match self {
            Self::Circle { centre, radius } => (centre, centre, radius),
            Self::Rectangle { low, high, margin } => (low, high, margin),
        }
    }
}

impl Bordered {
    /// Whether the point is inside.
    #[must_use]
    pub fn has(self, point: Point) -> bool {
        let (low, high, margin) = self.shape.core();
        let nearest = Point::new(point.x.max(low.x).min(high.x), point.y.max(low.y).min(high.y));
        let (distance, reach) = (point.distance_squared(nearest), i128::from(margin).pow(2));
        match (self.edge, margin) {
            (true, _) => distance <= reach,
            (false, 0) => low.x < point.x && point.x < high.x && low.y < point.y && point.y < high.y,
            (false, _) => distance < reach,
        }
    }
}

impl Region {
    /// Whether the region contains the point.
    #[must_use]
    pub fn has(&self, point: Point) -> bool {
        self.inside.iter().all(|shape| shape.has(point)) && !self.outside.iter().any(|shape| shape.has(point))
    }

    /// A rectangle that contains the region: its lowest and its highest corner.
    #[must_use]
    pub fn bounds(&self) -> (Point, Point) {
        let all = self.inside.iter().map(|bordered| bordered.shape.bounds());
        let shared = all.reduce(|(low, high), (other_low, other_high)| {
            (
                Point::new(low.x.max(other_low.x), low.y.max(other_low.y)),
                Point::new(high.x.min(other_high.x), high.y.min(other_high.y)),
            )
        });
        shared.unwrap_or((Point::new(0, 0), Point::new(0, 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CIRCLE: Shape = Shape::Circle {
        centre: Point::new(0, 0),
        radius: 5,
    };
    const SQUARE: Shape = Shape::Rectangle {
        low: Point::new(0, 0),
        high: Point::new(4, 4),
        margin: 0,
    };

    #[test]
    fn an_edge_belongs_to_a_shape_or_not() {
        let at_edge = Point::new(3, 4);
        assert!(CIRCLE.with_edge().has(at_edge) && !CIRCLE.without_edge().has(at_edge));
        let corner = Point::new(4, 0);
        assert!(SQUARE.with_edge().has(corner) && !SQUARE.without_edge().has(corner));
        assert!(SQUARE.without_edge().has(Point::new(1, 1)));
    }

    #[test]
    fn a_margin_rounds_the_corners() {
        let rounded = Shape::Rectangle {
            low: Point::new(0, 0),
            high: Point::new(4, 4),
            margin: 5,
        };
        assert!(rounded.with_edge().has(Point::new(7, 8)));
        assert!(!rounded.with_edge().has(Point::new(8, 8)));
        assert!(!rounded.without_edge().has(Point::new(9, 4)));
    }

    #[test]
    fn a_region_is_inside_all_and_outside_all() {
        let region = Region {
            inside: vec![CIRCLE.with_edge(), SQUARE.with_edge()],
            outside: vec![
                Shape::Circle {
                    centre: Point::new(0, 0),
                    radius: 1,
                }
                .without_edge(),
            ],
        };
        assert_eq!(region.bounds(), (Point::new(0, 0), Point::new(4, 4)));
        assert!(region.has(Point::new(1, 0)) && region.has(Point::new(3, 4)));
        assert!(!region.has(Point::new(0, 0)) && !region.has(Point::new(4, 4)));
    }
}
