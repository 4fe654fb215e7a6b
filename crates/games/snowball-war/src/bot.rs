//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod random;
mod spots;
mod worth;

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

/// A random number from `least` to `most`, both included; `least` if there is none.
pub(crate) fn between(chance: &mut dyn Chance, least: i32, most: i32) -> i32 {
    let room = i64::from(most).saturating_sub(i64::from(least)).saturating_add(1);
    let room = u32::try_from(room).unwrap_or(0);
    least.saturating_add_unsigned(below(chance, room))
}

/// A random item; `None` if there is none.
pub(crate) fn pick<T: Clone>(chance: &mut dyn Chance, items: &[T]) -> Option<T> {
    chance.pick("bot", items).cloned()
}
