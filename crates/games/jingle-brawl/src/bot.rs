//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod taste;

use tinsel_engine::SeatIndex;

use crate::{
    action::{Action, GambitChoice, ReprisalChoice},
    components::Path,
    rules::Target,
};

pub use plan::decide;

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
