//! Obstruction of throws.
//!
//! A thing blocks a throw only if the line, a closed segment, enters its interior. A line along its side or touching it
//! does not block (SW-10, SW-R7).

use super::{Disc, Obstacle, Point, point::square};

impl Obstacle {
    /// Whether it blocks the line from `from` to `to`.
    #[must_use]
    pub fn blocks(self, from: Point, to: Point) -> bool {
        match self {
            Self::Circle { centre, radius } => disc_blocks(from, to, Disc::new(centre, radius)),
            Self::Rectangle { low, high } => rectangle_blocks(from, to, low, high),
        }
    }
}

/// Whether a disc blocks the line from `from` to `to`.
///
/// It compares the distance of the centre to the segment with the radius. If the foot of the perpendicular lies beyond
/// the segment, that is the distance to the nearer end; otherwise the cross product, which is the distance times the
/// segment's length.
// SW-11
pub(crate) fn disc_blocks(from: Point, to: Point, disc: Disc) -> bool {
    let (dx, dy) = from.way(to);
    let (ux, uy) = from.way(disc.centre);
    let length = square(dx).saturating_add(square(dy));
    let foot = ux.saturating_mul(dx).saturating_add(uy.saturating_mul(dy));
    let radius = square(disc.radius.into());
    if foot <= 0 {
        square(ux).saturating_add(square(uy)) < radius
    } else if foot >= length {
        disc.centre.distance_squared(to) < radius
    } else {
        let cross = cross((dx, dy), (ux, uy));
        square(cross) < radius.saturating_mul(length)
    }
}

/// Whether a rectangle with these corners blocks the line from `from` to `to`.
///
/// Two convex shapes are apart when an axis separates them; here the axes are those of the rectangle and the normal of
/// the segment.
// SW-12
fn rectangle_blocks(from: Point, to: Point, low: Point, high: Point) -> bool {
    let beside = from.x.max(to.x) <= low.x || from.x.min(to.x) >= high.x;
    let above = from.y.max(to.y) <= low.y || from.y.min(to.y) >= high.y;
    if beside || above {
        return false;
    }
    let way = from.way(to);
    let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
    let sides = corners.map(|corner| cross(way, from.way(corner)));
    sides.iter().any(|side| *side < 0) && sides.iter().any(|side| *side > 0)
}

const fn cross((dx, dy): (i64, i64), (ux, uy): (i64, i64)) -> i64 {
    dx.saturating_mul(uy).saturating_sub(dy.saturating_mul(ux))
}
