//! Positions in a short notation, and other worlds for tests of hidden information.
//!
//! [`Position`] sets up these facts, each by one call:
//!
//! - the stage: a turn of the Main Game, before or after the gift is opened, or of the Lottery; or its end;
//! - the possessions: gifts with their Naughty Levels, chips, the title, and the pile;
//! - the past of the turn: bids, duels with their winners, any decision, any default.
//!
//! The functions beside it build actions: `bid(5)`, `steal(2)`, `reprise(g)`. [`draws`] contains the names of all
//! draws.
//!
//! Only with the feature `testkit`. It is for tests only, so every function may panic.
#![expect(
    clippy::panic,
    reason = "what cannot be set up or dealt stops the test that wants it"
)]

mod notation;
mod position;
mod refusals;
mod rotation;
mod setups;
mod words;
mod worlds;

pub use crate::draws;
pub use position::Position;
pub use refusals::{bidding, checked_positions, choosing, complete_actions, malformed_actions};
pub use rotation::{rotated, rotated_action};
pub use setups::{bounds, setups};
pub use words::{
    auction, bid, choose, decline, defend, discard, gambit, keep, open, report, reprise, reprise_misfit, stand, steal,
    throw, verdict, yields,
};
pub use worlds::redeal;
