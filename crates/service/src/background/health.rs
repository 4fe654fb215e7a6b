//! Whether a replica can serve.

use std::fmt;

use crate::{deps::Deps, shard_number::Found};

/// The health of a replica, as its heartbeat finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// The first heartbeat is not complete yet.
    Starting,
    /// The store cannot be used, for this cause, which contains no address and no secret.
    NotReady(String),
    /// The store answers.
    Ready,
    /// The store has another number of shards than this replica is configured with.
    OtherShards(OtherShards),
}

impl Health {
    /// Why the replica cannot serve; `None` if it can.
    #[must_use]
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Ready => None,
            Self::Starting => Some("waiting for the first response of the store".to_owned()),
            Self::NotReady(cause) => Some(cause.clone()),
            Self::OtherShards(other) => Some(other.to_string()),
        }
    }
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
