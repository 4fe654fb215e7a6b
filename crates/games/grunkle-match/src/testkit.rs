//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! [`Position`] sets up, each in a line:
//!
//! - where the match is: options, round, or the end of round 7 with what follows from it;
//! - what the seats have: garnets, skills, Grunko Pops, and what is nullified;
//! - what was before: who won what, submissions, defaults, zero bids and thefts;
//! - what is in: the submissions, defaults and votes of this step, sealed;
//! - what is drawn: [`Position::resolve`] ends the step with the draws that it is given.
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.
#![expect(
    clippy::panic,
    reason = "what cannot be set up or dealt stops the test that wants it"
)]

mod allows;
mod nonsense;
mod position;
mod words;
mod worlds;

pub use nonsense::nonsense;
pub use position::Position;
pub use words::{sheet, skill, skills, submit, vote, written, written_sheet};
pub use worlds::{redeal, rotated, rotated_action};

use std::num::NonZeroU32;

use tinsel_engine::{Chance, GameEngine, SeatIndex};

use crate::{
    reject::Rejected,
    state::GrunkleMatch,
    submission::{Move, Submission},
};

/// Chance that always draws the first.
pub(crate) struct First;

impl Chance for First {
    fn below(&mut self, _draw: &'static str, _bound: NonZeroU32) -> u32 {
        0
    }
}

/// Judges a submission again that was accepted once. A default stays one, even if it is another submission now.
pub(crate) fn again(game: &GrunkleMatch, seat: SeatIndex, submission: &Submission) -> Result<Move, Rejected> {
    if submission.by_default {
        game.absent(seat)
    } else {
        game.resolve(seat, &submission.action(game.round()))
    }
}
