//! Times in which no replica reached some shards.

use std::{collections::BTreeSet, sync::Arc};

use crate::{Shard, UnixMillis};

/// A time in which no replica reached some shards, because the store was unreachable or no replica was alive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outage {
    /// When it began.
    pub from: UnixMillis,
    /// When it ended.
    pub to: UnixMillis,
    /// The shards; `None` for all.
    pub shards: Option<Arc<BTreeSet<Shard>>>,
}

impl Outage {
    /// The maximum of stored outages.
    pub const STORED_MAX: usize = 1_000;

    /// Whether it concerns a shard.
    #[must_use]
    pub fn concerns(&self, shard: Shard) -> bool {
        self.shards.as_ref().is_none_or(|shards| shards.contains(&shard))
    }
}
