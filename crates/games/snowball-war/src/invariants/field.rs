//! SW-I3, SW-I4, SW-I13 and SW-I14: positions on the field.

use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{Character, Obstacle, Piece, Point, SEAT_COUNT},
    config::Measures,
    field::Field,
    state::{SnowballWar, Stage},
};

fn radius(measures: &Measures, piece: Piece) -> i64 {
    i64::from(match piece {
        Piece::Character(_) => measures.character_radius,
        Piece::Snowman(_) => measures.snowman_radius,
    })
}

fn square(length: i64) -> i64 {
    length.saturating_mul(length)
}

/// The squared distance of a point to an obstacle, and the radius that the obstacle adds.
fn off(obstacle: Obstacle, at: Point) -> (i64, i64) {
    match obstacle {
        Obstacle::Circle { centre, radius } => (centre.distance_squared(at), radius.into()),
        Obstacle::Rectangle { low, high } => {
            let outside = |along: i32, from: i32, to: i32| {
                i64::from(from.saturating_sub(along).max(along.saturating_sub(to)).max(0))
            };
            let (x, y) = (outside(at.x, low.x, high.x), outside(at.y, low.y, high.y));
            (square(x).saturating_add(square(y)), 0)
        }
    }
}

// SW-I3
/// SW-I3: every disc is inside the field; no two overlap; none overlaps an obstacle.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn discs_lie_inside_and_apart(game: &SnowballWar) -> Verdict {
    let measures = &game.config.measures;
    let (depth, breadth) = (i64::from(measures.field_depth), i64::from(measures.field_breadth));
    let standing = || {
        Piece::ALL
            .into_iter()
            .filter_map(|piece| Some((piece, game.table.position(piece)?)))
    };
    for (piece, at) in standing() {
        let r = radius(measures, piece);
        let fits = |along: i32, length: i64| {
            let along = i64::from(along);
            along >= r && along.saturating_add(r) <= length
        };
        hold(fits(at.x, depth) && fits(at.y, breadth), || {
            format!("{piece} at {at} hangs over")
        })?;
        for (other, spot) in standing().filter(|(other, _)| *other > piece) {
            let apart = radius(measures, other).saturating_add(r);
            hold(at.distance_squared(spot) >= square(apart), || {
                format!("{piece} overlaps {other}")
            })?;
        }
        for obstacle in &game.table.obstacles {
            let (distance, own) = off(*obstacle, at);
            hold(distance >= square(own.saturating_add(r)), || {
                format!("{piece} at {at} overlaps {obstacle:?}")
            })?;
        }
    }
    Ok(())
}

// SW-I4
/// SW-I4: snowmen keep their positions, within a move of their edge.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn snowmen_keep_their_places(change: Change<'_, SnowballWar>) -> Verdict {
    let game = change.after;
    for seat in SEAT_COUNT.iter() {
        let now = game.table.snowmen.at(seat).at;
        let before = change.before.and_then(|before| before.table.snowmen.at(seat).at);
        hold(before.is_none() || before == now, || {
            format!("the snowman of {seat} moved")
        })?;
        let measures = &game.config.measures;
        let off = now.map_or(0, |at| match seat.get() {
            0 => at.x,
            _ => measures.field_depth.saturating_sub(at.x),
        });
        hold(off <= measures.move_distance, || {
            format!("the snowman of {seat} is {off} mm off")
        })?;
    }
    Ok(())
}

// SW-I13
/// SW-I13: if A may throw at B's spot, B may throw at A's.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn range_and_line_are_symmetric(game: &SnowballWar) -> Verdict {
    let field = Field::of(game);
    for (index, one) in Character::ALL.into_iter().enumerate() {
        for two in Character::ALL.into_iter().skip(index.saturating_add(1)) {
            let there = (field.can_throw(one, two.into()), field.in_the_way(one, two.into()));
            let back = (field.can_throw(two, one.into()), field.in_the_way(two, one.into()));
            equal(&format!("{one} at {two} and back"), &there, &back)?;
        }
    }
    Ok(())
}

// SW-I14
/// SW-I14: a generated map looks alike from both edges, does not enter the home strips, and has gaps of 2·rc.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_generated_map_is_symmetric_and_keeps_gaps(game: &SnowballWar) -> Verdict {
    let (measures, obstacles) = (&game.config.measures, &game.table.obstacles);
    if game.config.obstacles.is_some() || !matches!(game.stage, Stage::Draft { .. }) {
        return Ok(());
    }
    let (depth, breadth) = (measures.field_depth, measures.field_breadth);
    let gap = measures.character_radius.saturating_mul(2);
    for (index, obstacle) in obstacles.iter().enumerate() {
        let image = obstacle.turned(depth, breadth);
        hold(obstacles.contains(&image), || {
            format!("{obstacle:?} has no mirror image")
        })?;
        hold(obstacle.is_between(measures.strip(), depth, breadth), || {
            format!("{obstacle:?} is in a home strip")
        })?;
        for other in obstacles.iter().skip(index.saturating_add(1)) {
            hold(obstacle.keeps_gap(*other, gap), || {
                format!("{obstacle:?} and {other:?} are too near")
            })?;
        }
    }
    Ok(())
}
