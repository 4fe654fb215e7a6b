//! What the server does without being called.

mod sweep;

pub use sweep::Sweeper;
