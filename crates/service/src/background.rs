//! Work without a call.

mod sweep;

pub use sweep::Sweeper;
