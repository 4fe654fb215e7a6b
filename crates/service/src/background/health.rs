//! Whether a replica can serve.

use std::fmt;

use crate::{commit::shard_number::Found, deps::Deps};

/// The health of a replica, as its heartbeat finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// No node of the store answers, or none has answered yet.
    Unreachable,
    /// The store answers.
    Ready,
    /// The store has another number of shards than this replica is configured with.
    OtherShards(OtherShards),
}

/// The store has another number of shards than this replica is configured with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherShards {
    /// The number in the store.
    pub stored: u16,
    /// The number of this replica.
    pub configured: u16,
}

impl fmt::Display for OtherShards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stored, configured } = self;
        write!(
            f,
            "shards must be {stored}, the number that the matches of this store are spread over, and is {configured}; \
             set --shards {stored} or use another store"
        )
    }
}

/// The number of shards in the store, if it differs from the configured one.
pub(super) fn other_shards<S>(deps: &Deps<S>) -> Option<OtherShards> {
    let configured = deps.shard_number.configured();
    match deps.shard_number.found() {
        Some(Found::Other(stored)) => Some(OtherShards { stored, configured }),
        Some(Found::Nothing | Found::Configured) | None => None,
    }
}
