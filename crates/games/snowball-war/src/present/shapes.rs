//! Points and areas of the field, as the presentation has them.

use tinsel_engine::present::{Point, Shape};

use crate::components;

/// A point of a presentation.
pub(super) const fn point(of: components::Point) -> Point {
    Point::new(of.x, of.y)
}

/// A circle.
pub(super) const fn circle(centre: components::Point, radius: i32) -> Shape {
    Shape::Circle {
        centre: point(centre),
        radius,
    }
}

/// A rectangle with a margin.
pub(super) const fn rectangle(low: components::Point, high: components::Point, margin: i32) -> Shape {
    Shape::Rectangle {
        low: point(low),
        high: point(high),
        margin,
    }
}
