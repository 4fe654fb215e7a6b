//! The obstacles of a match: given or generated.

use tinsel_engine::Chance;

use super::draws::{self, draw};
use crate::{
    components::Obstacle,
    config::{COUNT_DRAWN, Config, Measures},
};

/// Maximum number of tries for a pair.
const ATTEMPTS: u32 = 100;

/// The obstacles, by id.
// SW-18, SW-R15
pub(super) fn of(config: &Config, chance: &mut dyn Chance) -> Vec<Obstacle> {
    match &config.obstacles {
        Some(given) => given.clone(),
        None => generated(&config.measures, config.obstacle_count, chance),
    }
}

// SW-19, SW-R16
fn generated(measures: &Measures, count: Option<u8>, chance: &mut dyn Chance) -> Vec<Obstacle> {
    let (least, most) = COUNT_DRAWN.into_inner();
    let count = count.map_or_else(|| draw(chance, draws::OBSTACLES, least.into(), most.into()), i32::from);
    let mut obstacles = Vec::new();
    if count.rem_euclid(2) == 1 {
        obstacles.push(middle(measures, chance));
    }
    for _ in 0..count.div_euclid(2) {
        if let Some(pair) = pair(measures, &obstacles, chance) {
            obstacles.extend(pair);
        }
    }
    obstacles
}

fn middle(measures: &Measures, chance: &mut dyn Chance) -> Obstacle {
    let (depth, breadth) = (measures.field_depth, measures.field_breadth);
    let a = draw(chance, draws::MIDDLE, 10, 25);
    let b = draw(chance, draws::MIDDLE, 10, 25);
    let (left, low) = (depth.div_euclid(2), breadth.div_euclid(2));
    Obstacle::rectangle(
        left.saturating_sub(a),
        low.saturating_sub(b),
        depth.saturating_sub(left).saturating_add(a),
        breadth.saturating_sub(low).saturating_add(b),
    )
}

/// An obstacle and its mirror image with the gap between them and to all others; `None` if none was found.
fn pair(measures: &Measures, there: &[Obstacle], chance: &mut dyn Chance) -> Option<[Obstacle; 2]> {
    let gap = measures.apart();
    (0..ATTEMPTS).find_map(|_| {
        let candidate = candidate(measures, chance);
        let mirror = candidate.turned(measures.field_depth, measures.field_breadth);
        let apart = candidate.keeps_gap(mirror, gap) && there.iter().all(|other| candidate.keeps_gap(*other, gap));
        apart.then_some([candidate, mirror])
    })
}

fn candidate(measures: &Measures, chance: &mut dyn Chance) -> Obstacle {
    let (depth, breadth, strip) = (measures.field_depth, measures.field_breadth, measures.strip());
    let far = depth.saturating_sub(strip);
    if draw(chance, draws::KIND, 0, 1) == 0 {
        let radius = draw(chance, draws::CIRCLE, 10, 25);
        let x = draw(
            chance,
            draws::CIRCLE,
            strip.saturating_add(radius),
            far.saturating_sub(radius),
        );
        let y = draw(chance, draws::CIRCLE, radius, breadth.saturating_sub(radius));
        return Obstacle::circle(x, y, radius);
    }
    let width = draw(chance, draws::RECTANGLE, 20, 60);
    let height = draw(chance, draws::RECTANGLE, 20, 60);
    let x = draw(chance, draws::RECTANGLE, strip, far.saturating_sub(width));
    let y = draw(chance, draws::RECTANGLE, 0, breadth.saturating_sub(height));
    Obstacle::rectangle(x, y, x.saturating_add(width), y.saturating_add(height))
}
