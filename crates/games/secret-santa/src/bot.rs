//! Bots. They use only the data of a client: the view and the legal actions.

mod lead;
mod plan;
mod random;
mod sight;

pub use plan::decide;
pub use random::random;
