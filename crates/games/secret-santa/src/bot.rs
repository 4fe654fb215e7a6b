//! Bots. They use only the data of a client: the view and the legal actions.

mod lead;
mod plan;
mod random;
mod sight;

use std::num::NonZeroU32;

use tinsel_engine::Chance;

pub use plan::decide;
pub use random::random;

/// `true` with probability 1 in `times`.
pub(crate) fn once_in(chance: &mut dyn Chance, times: u32) -> bool {
    below(chance, times) == 0
}

/// A number below `bound`; 0 if that is 0.
pub(crate) fn below(chance: &mut dyn Chance, bound: u32) -> u32 {
    NonZeroU32::new(bound).map_or(0, |bound| chance.below("bot", bound))
}
