//! Watch streams: every update once, in order, without gaps.

mod delivery;
mod messages;
mod unseen;

pub(crate) use delivery::{RequestedContent, Watcher, stream};
