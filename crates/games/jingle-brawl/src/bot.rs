//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod random;
mod taste;

use std::num::NonZeroU32;

use tinsel_engine::{Chance, SeatIndex};

use crate::{
    action::{Action, GambitChoice, ReprisalChoice},
    components::Path,
    rules::Target,
};

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

/// `GAMBIT` for the target, or keeping the gift.
fn gambit(target: Option<Target>) -> Action {
    let choice = target.map_or(GambitChoice::Keep, |target| GambitChoice::Target(target.gift));
    Action::Gambit { choice: Some(choice) }
}

/// `REPRISAL` for the target, with this seat as the Defender of a Misfit; or declining.
fn reprisal(target: Option<Target>, defender: Option<SeatIndex>) -> Action {
    let choice = target.map_or(ReprisalChoice::Decline, |target| ReprisalChoice::Target(target.gift));
    let misfit = target.is_some_and(|target| target.holder.is_none());
    Action::Reprisal {
        choice: Some(choice),
        defender: defender.filter(|_| misfit),
    }
}

/// `CHOOSE_PATH`: stealing the target, or the auction.
fn path(target: Option<Target>) -> Action {
    Action::ChoosePath {
        path: Some(target.map_or(Path::Auction, |_| Path::Steal)),
        target_gift: target.map(|target| target.gift),
    }
}

/// A uniform choice from `items`.
pub(crate) fn pick<T: Copy>(chance: &mut dyn Chance, items: &[T]) -> Option<T> {
    chance.pick("bot", items).copied()
}
