//! SS-I15 to SS-I17 and SS-I20: order, places, points.

use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold, same_deal};
use crate::{components::Phase, event::Event, state::SecretSanta};

// SS-I15
/// SS-I15: the table order is a permutation, changed by a Carol only, and in seat order at each start of a deal.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_order_is_a_permutation(change: Change<'_, SecretSanta>) -> Verdict {
    let order: Vec<_> = change.after.deal.order.iter().collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    let straight: Vec<_> = change.after.config.players.iter().collect();
    equal("the seats at the table", &sorted, &straight)?;
    match same_deal(change) {
        None if change.after.phase() == Phase::Over => Ok(()),
        None => equal("the order at the start", &order, &straight),
        Some(before) => {
            let carol = change
                .all_events()
                .any(|event| matches!(event, Event::CarolPlayed { .. }));
            hold(carol || before.deal.order == change.after.deal.order, || {
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
pub fn places_are_given_in_order(change: Change<'_, SecretSanta>) -> Verdict {
    let after = &change.after.deal.places;
    let mut twice = after.clone();
    twice.sort_unstable();
    twice.dedup();
    equal("seats with a place", &twice.len(), &after.len())?;
    let before = same_deal(change).map(|before| &before.deal.places);
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
pub fn points_add_up(game: &SecretSanta) -> Verdict {
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
pub fn totals_never_decrease(change: Change<'_, SecretSanta>) -> Verdict {
    let Some(before) = change.before else { return Ok(()) };
    let (before, after) = (before.totals(), change.after.totals());
    let fallen = before.enumerate().find(|(seat, total)| after.at(*seat) < *total);
    hold(fallen.is_none(), || format!("{fallen:?} became less"))
}
