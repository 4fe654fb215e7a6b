//! SS-I15 to SS-I17 and SS-I20: order, places, points.

use super::{Kept, Passage, equal, hold, same_deal};
use crate::{components::Phase, event::Event, state::SecretSanta};

// SS-I15
/// SS-I15: the table order is a permutation, changed by a Carol only, and in seat order at each start of a deal.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_order_is_a_permutation(passage: Passage<'_>) -> Kept {
    let order: Vec<_> = passage.after.deal.order.iter().collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    let straight: Vec<_> = passage.after.config.players.iter().collect();
    equal("the seats at the table", &sorted, &straight)?;
    match same_deal(passage) {
        None if passage.after.phase() == Phase::Over => Ok(()),
        None => equal("the order at the start", &order, &straight),
        Some(before) => {
            let carol = passage
                .all_events()
                .any(|event| matches!(event, Event::CarolPlayed { .. }));
            hold(carol || before.deal.order == passage.after.deal.order, || {
                "the order changes without a Carol".to_owned()
            })
        }
    }
}

// SS-I16
/// SS-I16: a place never changes, and seats get places one after the other.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn places_are_given_in_order(passage: Passage<'_>) -> Kept {
    let after = &passage.after.deal.places;
    let mut twice = after.clone();
    twice.sort_unstable();
    twice.dedup();
    equal("seats with a place", &twice.len(), &after.len())?;
    let before = same_deal(passage).map(|before| &before.deal.places);
    hold(before.is_none_or(|before| after.starts_with(before)), || {
        format!("{before:?} became {after:?}")
    })
}

// SS-I17
/// SS-I17: the points of each finished deal, and the totals, add up.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn points_add_up(game: &SecretSanta) -> Kept {
    let seats = game.config.players;
    let n = u32::from(seats.get());
    let of_a_deal = n.saturating_mul(n.saturating_add(1)) / 2;
    for places in &game.sheet {
        let points: u32 = places.iter().map(|place| u32::from(place.points(seats).get())).sum();
        equal("points of a deal", &points, &of_a_deal)?;
    }
    let deals = u32::try_from(game.sheet.len()).unwrap_or(u32::MAX);
    let totals: u32 = game.totals().iter().map(|total| u32::from(total.get())).sum();
    equal("totals", &totals, &of_a_deal.saturating_mul(deals))
}

// SS-I20
/// SS-I20: totals never decrease.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn totals_never_decrease(passage: Passage<'_>) -> Kept {
    let Some(before) = passage.before else { return Ok(()) };
    let (before, after) = (before.totals(), passage.after.totals());
    let fallen = before.enumerate().find(|(seat, total)| after.at(*seat) < *total);
    hold(fallen.is_none(), || format!("{fallen:?} became less"))
}
