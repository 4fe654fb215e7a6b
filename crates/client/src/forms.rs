//! Answers to forms of any game: checked before they are sent, or filled in at random.

mod bounds;
mod check;
mod fill;
mod rules;
mod values;

pub use check::{Misfit, check};
pub use fill::fill;
