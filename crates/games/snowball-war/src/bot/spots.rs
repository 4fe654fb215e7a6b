//! Spots for moves, and places for the snowman.

use tinsel_engine::Chance;

use super::worth::Worth;
use crate::{
    components::{Character, Point},
    ground::Area,
    legal::Deploying,
};

/// Number of candidate spots for a move, in addition to those in the direction of the snowman.
const SPOTS: u32 = 24;
/// Number of candidate places for the snowman.
const PLACES: u32 = 40;

/// The spot of an area with the highest value, and its gain over the character's own spot.
pub(super) fn best_spot(
    worth: &Worth<'_>,
    character: Character,
    area: &Area,
    chance: &mut dyn Chance,
) -> Option<(Point, i64)> {
    let now = worth.place(character, area.origin);
    let goal = worth.field.position(worth.enemy_snowman());
    let ahead = goal.into_iter().flat_map(|goal| on_the_way(area, goal));
    let mut spots: Vec<Point> = ahead.collect();
    spots.extend((0..SPOTS).map(|_| {
        let along = |chance: &mut dyn Chance, at: i32| {
            chance.between(
                "bot",
                at.saturating_sub(area.max_distance),
                at.saturating_add(area.max_distance),
            )
        };
        Point::new(along(chance, area.origin.x), along(chance, area.origin.y))
    }));
    let free = spots.into_iter().filter(|spot| area.has(*spot));
    free.map(|spot| (spot, worth.place(character, spot).saturating_sub(now)))
        .max_by_key(|(_, gain)| *gain)
}

/// Spots towards a goal: the furthest ones, and those half as far.
fn on_the_way(area: &Area, goal: Point) -> impl Iterator<Item = Point> {
    let origin = area.origin;
    let (dx, dy) = origin.way(goal);
    let length = i64::try_from(origin.distance_squared(goal).unsigned_abs().isqrt()).unwrap_or(1);
    let reach = i64::from(area.max_distance).saturating_sub(1);
    [reach, reach.div_euclid(2)].into_iter().map(move |far| {
        let part = |way: i64| way.saturating_mul(far).div_euclid(length.max(1));
        let along = |from: i32, way: i64| i32::try_from(i64::from(from).saturating_add(part(way))).unwrap_or(from);
        Point::new(along(origin.x, dx), along(origin.y, dy))
    })
}

/// A place for the snowman with few directions to throw from.
pub(super) fn hiding_place(worth: &Worth<'_>, deploying: &Deploying, chance: &mut dyn Chance) -> Option<Point> {
    let (low, high) = (deploying.snowman.low, deploying.snowman.high);
    let any = |chance: &mut dyn Chance| {
        Point::new(
            chance.between("bot", low.x, high.x),
            chance.between("bot", low.y, high.y),
        )
    };
    let places: Vec<Point> = (0..PLACES).map(|_| any(chance)).collect();
    let free = places.into_iter().filter(|place| deploying.snowman.has(*place));
    free.min_by_key(|place| openness(worth, *place))
}

/// Number of spots around a place with a clear line to it.
fn openness(worth: &Worth<'_>, place: Point) -> usize {
    let measures = worth.field.measures;
    let reach = measures.snowball_distance.saturating_mul(4).div_euclid(5);
    let diagonal = reach.saturating_mul(7).div_euclid(10);
    let near = reach.div_euclid(2);
    let directions = [
        (reach, 0),
        (0, reach),
        (diagonal, diagonal),
        (reach, near),
        (near, reach),
        (near, near),
    ];
    let around = directions.into_iter().flat_map(|(x, y)| {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(right, up): (i32, i32)| {
            Point::new(
                place.x.saturating_add(x.saturating_mul(right)),
                place.y.saturating_add(y.saturating_mul(up)),
            )
        })
    });
    let inside =
        |spot: &Point| (0..=measures.field_depth).contains(&spot.x) && (0..=measures.field_breadth).contains(&spot.y);
    around
        .filter(inside)
        .filter(|spot| !worth.field.is_hidden(*spot, place))
        .count()
}
