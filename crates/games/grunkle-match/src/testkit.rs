//! Positions in a short notation, and other worlds for tests of hidden information.
//!
//! [`Position`] sets up these facts, each by one call:
//!
//! - the stage: options, round, or the end of round 7 with its consequences;
//! - the possessions: garnets, skills, Grunko Pops, and the nullified kind;
//! - the past: winners, submissions, defaults, zero bids and thefts;
//! - the sealed submissions, defaults and votes of this step;
//! - the draws: [`Position::resolve`] ends the step with given draws.
//!
//! Only with the feature `testkit`. It is for tests only, so every function may panic.
#![expect(
    clippy::panic,
    reason = "what cannot be set up or dealt stops the test that wants it"
)]

mod position;
mod refusals;
mod rotation;
mod setups;
mod words;
mod worlds;

pub use position::Position;
pub use refusals::{Flaw, checked_positions, flawed, flaws, over, submitted, tie};
pub use rotation::{rotated, rotated_action};
pub use setups::{bounds, setups};
pub use words::{sheet, skill, skills, submit, vote, written, written_sheet};
pub use worlds::redeal;

use std::num::NonZeroU32;

use tinsel_engine::{Chance, GameEngine, SeatIndex};

use crate::{
    reject::Rejected,
    state::GrunkleMatch,
    submission::{Move, Submission},
};

/// A random source that always draws 0.
pub(crate) struct First;

impl Chance for First {
    fn below(&mut self, _draw: &'static str, _bound: NonZeroU32) -> u32 {
        0
    }
}

/// Validates an accepted submission again. A default stays a default, even if its content has changed.
pub(crate) fn again(game: &GrunkleMatch, seat: SeatIndex, submission: &Submission) -> Result<Move, Rejected> {
    if submission.by_default {
        game.absent(seat)
    } else {
        game.resolve(seat, &submission.action(game.round()))
    }
}
