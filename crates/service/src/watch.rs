//! What a watcher receives, in order and without gap.

mod delivery;
mod messages;

pub(crate) use delivery::{Watcher, stream};
