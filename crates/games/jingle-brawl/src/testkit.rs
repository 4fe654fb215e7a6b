//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! [`Position`] sets up, each in a line:
//!
//! - where the match is: a turn of the Main Game, before or after the gift is opened, or of the Lottery; or its end;
//! - what the seats have: gifts with their Naughty Levels, chips, the title; what lies in the pile;
//! - what has happened in the turn: bids, duels with their winners, any decision, any default.
//!
//! The functions beside it name actions in a word: `bid(5)`, `steal(2)`, `reprise(g)`. What is drawn has a name in
//! [`draws`].
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.
#![expect(
    clippy::panic,
    reason = "what cannot be set up or dealt stops the test that wants it"
)]

mod nonsense;
mod notation;
mod position;
mod rotation;
mod words;
mod worlds;

pub use crate::draws;
pub use nonsense::nonsense;
pub use position::Position;
pub use rotation::{rotated, rotated_action};
pub use words::{
    auction, bid, choose, decline, defend, discard, gambit, keep, open, report, reprise, reprise_misfit, stand, steal,
    throw, verdict, yields,
};
pub use worlds::redeal;
