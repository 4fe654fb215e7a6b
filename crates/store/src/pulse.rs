//! Reachability of the nodes of a store.

use crate::{Shard, StoreError};

/// The result of [`MatchStore::pulse`](crate::MatchStore::pulse) at one node.
#[derive(Debug)]
pub struct Pulse {
    /// The requested shards that the node stores.
    pub shards: Vec<Shard>,
    /// Whether the node serves them.
    pub answered: Result<(), StoreError>,
}
