//! Positions of several pieces that fit together.

use tinsel_engine::Chance;

use super::Deploying;
use crate::{action::Action, components::Point};

/// Number of random tries for a spot before the deployment that is known to be free.
const TRIES: u32 = 40;

/// A snowman at a random spot, with characters around it. Occasionally, and if no other spot is found, `at_home`.
pub(crate) fn deployment(deploying: &Deploying, at_home: &Action, chance: &mut dyn Chance) -> Action {
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
            return Action::deploy(snowman, deploying.characters.iter().copied().zip(spots));
        }
    }
    at_home.clone()
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
