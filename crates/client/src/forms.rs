//! Answers to forms of any game: checked before they are sent, or filled in at random.

mod bounds;
mod check;
mod fill;
mod misfit;
mod rules;
mod values;

pub use check::check;
pub use fill::fill;
pub use misfit::Misfit;
