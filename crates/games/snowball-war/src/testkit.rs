//! Positions in a short notation, and other worlds for tests of hidden information.
//!
//! [`Position`] sets up these facts, each by one call:
//!
//! - the stage: options, phase, turn, the acting seat, and the starter of the latest turn;
//! - the positions: obstacles, teams, characters, snowmen, and characters that have run away;
//! - the dice on the cards, and the tokens;
//! - the pools, and the secret commitments.
//!
//! Characters that no call sets stand far away and have no dice, as in the worked examples. The short functions build
//! actions, and the draws of a script.
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
pub use refusals::{checked_positions, malformed_actions};
pub use rotation::{rotated, rotated_action};
pub use setups::{bounds, cramped, setups};
pub use words::{
    allocate, come_back, deploy, discard, dodge, dodge_as, double_throw, draws, force_reroll, intercept, move_again,
    pick, reroll, rush, skip, swap, take_hit, throw, throw_again, throw_as, walk, walk_as,
};
pub use worlds::redeal;
