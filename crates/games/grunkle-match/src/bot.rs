//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod random;
mod worth;

use std::num::NonZeroU32;

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

/// `true` with probability 1 in `times`.
pub(crate) fn once_in(chance: &mut dyn Chance, times: u32) -> bool {
    below(chance, times) == 0
}

/// A number below `bound`; 0 if that is 0.
pub(crate) fn below(chance: &mut dyn Chance, bound: u32) -> u32 {
    NonZeroU32::new(bound).map_or(0, |bound| chance.below("bot", bound))
}

/// A random multiple of `unit` from `least` to `most`, with equal probabilities; `None` if there is none.
///
/// `least` is a multiple of `unit`, and `unit` is not 0.
fn amount(chance: &mut dyn Chance, least: Garnets, most: Garnets, unit: Garnets) -> Option<Garnets> {
    let room = most.get().checked_sub(least.get())?;
    let steps = room.checked_div(unit.get())?.saturating_add(1);
    let drawn = below(chance, steps).saturating_mul(unit.get());
    Some(least.plus(Garnets::new(drawn)))
}
