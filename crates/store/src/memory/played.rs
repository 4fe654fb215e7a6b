//! The indexes of players in memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::{MatchId, PLAYED_MAX, Played, PoolId, UnixMillis};

/// All indexes that contain matches.
#[derive(Debug, Default)]
pub(super) struct PlayedIndexes(BTreeMap<PoolId, PlayedIndex>);

#[derive(Debug)]
struct PlayedIndex {
    times: BTreeMap<MatchId, UnixMillis>,
    newest: BTreeSet<Played>,
    expiry: UnixMillis,
}

impl PlayedIndexes {
    pub(super) fn index(&mut self, index: PoolId, id: MatchId, at: Option<UnixMillis>, expiry: UnixMillis) {
        let held = self.0.entry(index).or_insert_with(|| PlayedIndex {
            times: BTreeMap::new(),
            newest: BTreeSet::new(),
            expiry,
        });
        if let Some(at) = held.times.remove(&id) {
            held.newest.remove(&Played { at, id });
        }
        if let Some(at) = at {
            held.times.insert(id, at);
            held.newest.insert(Played { at, id });
            held.expiry = expiry;
        }
        if held.newest.len() > PLAYED_MAX
            && let Some(oldest) = held.newest.pop_first()
        {
            held.times.remove(&oldest.id);
        }
        if held.newest.is_empty() {
            self.0.remove(&index);
        }
    }

    pub(super) fn newest(
        &mut self,
        index: PoolId,
        after: Option<Played>,
        limit: usize,
        now: UnixMillis,
    ) -> Vec<Played> {
        self.0.retain(|_, index| index.expiry > now);
        let newest = self
            .0
            .get(&index)
            .into_iter()
            .flat_map(|index| index.newest.iter().rev());
        let unread = newest.filter(|played| after.is_none_or(|after| **played < after));
        unread.take(limit).copied().collect()
    }
}
