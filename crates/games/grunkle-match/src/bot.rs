//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod random;
mod worth;

use tinsel_engine::{Chance, SeatSet};

use crate::{action::Action, components::Garnets};

pub use plan::decide;
pub use random::random;

/// A vote for a random tied seat.
fn vote(candidates: SeatSet, chance: &mut dyn Chance) -> Action {
    let candidates: Vec<_> = candidates.iter().collect();
    let seat = chance.pick("bot: vote", &candidates).copied();
    Action::VoteElimination { seat }
}

/// A random multiple of `unit` from `least` to `most`, with equal probabilities; `None` if there is none.
///
/// `least` is a multiple of `unit`, and `unit` is not 0.
fn amount(chance: &mut dyn Chance, least: Garnets, most: Garnets, unit: Garnets) -> Option<Garnets> {
    let room = most.get().checked_sub(least.get())?;
    let steps = room.checked_div(unit.get())?.saturating_add(1);
    let drawn = chance.number("bot", steps).saturating_mul(unit.get());
    Some(least.plus(Garnets::new(drawn)))
}
