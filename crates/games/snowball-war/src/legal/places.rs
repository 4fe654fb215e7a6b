//! Positions of several pieces that fit together.

use tinsel_engine::Chance;

use super::Deploying;
use crate::{
    action::{Action, Placement},
    components::Point,
};

/// Number of random tries for a spot before the deployment that is known to be free.
const TRIES: u32 = 40;

/// A snowman at a random spot, with characters around it. Occasionally, and if no other spot is found, in the middle of
/// the home edge, where there is always room.
pub(crate) fn deployment(deploying: &Deploying, chance: &mut dyn Chance) -> Action {
    let tries = if chance.once_in("bot", 8) { 0 } else { TRIES };
    for _ in 0..tries {
        let (low, high) = (deploying.snowman.low, deploying.snowman.high);
        let snowman = Point::new(
            chance.between("bot", low.x, high.x),
            chance.between("bot", low.y, high.y),
        );
        if !deploying.snowman.has(snowman) {
            continue;
        }
        if let Some(spots) = around(deploying, snowman, chance) {
            return deployed(deploying, snowman, &spots);
        }
    }
    at_home(deploying)
}

/// The spots in contact with a snowman, in order.
fn ring(deploying: &Deploying, snowman: Point) -> Vec<Point> {
    let most = deploying.contact_most;
    let along = |from: i32| from.saturating_sub(most)..=from.saturating_add(most);
    let square = along(snowman.x).flat_map(|x| along(snowman.y).map(move |y| Point::new(x, y)));
    square
        .filter(|spot| spot.is_within(most, snowman) && spot.is_apart(deploying.contact_least, snowman))
        .filter(|spot| deploying.team.has(*spot))
        .collect()
}

/// Spots around a snowman with enough distance between them.
pub(crate) fn around(deploying: &Deploying, snowman: Point, chance: &mut dyn Chance) -> Option<Vec<Point>> {
    let mut ring = ring(deploying, snowman);
    chance.shuffle("bot: deployment", &mut ring);
    let mut spots: Vec<Point> = Vec::new();
    for spot in ring {
        if spots.len() < deploying.characters.len() && spots.iter().all(|other| spot.is_apart(deploying.apart, *other))
        {
            spots.push(spot);
        }
    }
    (spots.len() == deploying.characters.len()).then_some(spots)
}

/// A deployment with these spots in canonical order.
pub(crate) fn deployed(deploying: &Deploying, snowman: Point, spots: &[Point]) -> Action {
    let characters = deploying.characters.iter().zip(spots);
    Action::Deploy {
        snowman: Some(snowman.into()),
        characters: characters
            .map(|(character, at)| Placement {
                character: Some(*character),
                at: Some((*at).into()),
            })
            .collect(),
    }
}

/// The snowman in the middle of its home edge, a character before it and one on each side, where there is always room.
///
/// The ground begins at the home edge of seat 0: there its first centre is a snowman's radius from x = 0.
// Section 9
pub(crate) fn at_home(deploying: &Deploying) -> Action {
    let (low, high) = (deploying.snowman.low, deploying.snowman.high);
    let contact = deploying.contact_least;
    let radius = contact.saturating_sub(deploying.team.low.x);
    let breadth = low.y.saturating_add(high.y);
    let middle = breadth.div_euclid(2);
    let (snowman, inwards) = if low.x == radius {
        (Point::new(low.x, middle), contact)
    } else {
        let other = breadth.saturating_sub(middle);
        (Point::new(high.x, other), contact.saturating_neg())
    };
    let team = [
        Point::new(snowman.x.saturating_add(inwards), snowman.y),
        Point::new(snowman.x, snowman.y.saturating_add(inwards)),
        Point::new(snowman.x, snowman.y.saturating_sub(inwards)),
    ];
    deployed(deploying, snowman, &team)
}
