//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;
mod random;
mod spots;
mod worth;

pub use plan::decide;
pub use random::random;
