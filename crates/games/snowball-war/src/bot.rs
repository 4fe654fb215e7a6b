//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod spots;
mod worth;

pub use plan::decide;
