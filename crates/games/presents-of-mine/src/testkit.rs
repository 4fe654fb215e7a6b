//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.
#![expect(
    clippy::panic,
    reason = "a position that cannot be set up stops the test that wants it"
)]

mod nonsense;
mod position;
mod worlds;

pub use nonsense::nonsense;
pub use position::{Position, hand, list, pass, present, references, select, steal, swap};
pub use worlds::{redeal, rotated};
