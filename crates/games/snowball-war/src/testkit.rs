//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! [`Position`] sets up, each in a line:
//!
//! - where the match is: options, phase, turn, whose action it is, who started the latest turn;
//! - what stands where: obstacles, teams, characters, snowmen, and who has run away;
//! - what lies on the cards and on the snowmen: dice and tokens;
//! - the pools, and what is committed.
//!
//! Whoever is not mentioned stands far away and has no dice, as in the worked examples. The words make actions in a
//! line each, and the draws of a script.
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
pub use words::{
    allocate, come_back, deploy, discard, dodge, dodge_as, double_throw, draws, force_reroll, intercept, move_again,
    pick, reroll, rush, skip, swap, take_hit, throw, throw_again, throw_as, walk, walk_as,
};
pub use worlds::{redeal, rotated, rotated_action};
