//! A toy game with every kind of secret, and a number of mistakes to switch on.
//!
//! Each round deals every seat 0 to 3 chips in secret. Every seat seals a bid of at most its chips; then the game shows
//! all bids, and the highest one gets the round's point. A draw decides between equal bids.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a toy in a test"
)]

pub mod bug;
mod engine;
mod parts;
mod present;
mod subject;

pub use parts::*;
pub use subject::Toys;

/// The toy without a mistake.
pub type Sound = Toy<{ bug::NONE }>;
