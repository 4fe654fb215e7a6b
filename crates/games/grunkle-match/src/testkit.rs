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

mod nonsense;
mod position;
mod words;
mod worlds;

pub use nonsense::nonsense;
pub use position::Position;
pub use words::{sheet, skill, skills, submit, vote, written, written_sheet};
pub use worlds::{redeal, rotated, rotated_action};
