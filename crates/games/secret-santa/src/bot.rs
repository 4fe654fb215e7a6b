//! Bots. They use only the data of a client: the view and the legal actions.

mod lead;
mod plan;
mod sight;

pub use plan::decide;
