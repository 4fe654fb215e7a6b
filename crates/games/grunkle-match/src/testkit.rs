//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.
#![expect(clippy::panic, reason = "a world that cannot be dealt stops the test that wants it")]

mod nonsense;
mod position;
mod words;
mod worlds;

pub use nonsense::nonsense;
pub use worlds::{redeal, rotated, rotated_action};
