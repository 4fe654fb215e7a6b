//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod worth;

use tinsel_engine::{Chance, SeatSet};

use crate::action::Action;

pub use plan::decide;

/// A vote for a random tied seat.
fn vote(candidates: SeatSet, chance: &mut dyn Chance) -> Action {
    let candidates: Vec<_> = candidates.iter().collect();
    let seat = chance.pick("bot: vote", &candidates).copied();
    Action::VoteElimination { seat }
}
