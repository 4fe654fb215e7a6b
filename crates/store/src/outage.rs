//! Times in which no replica reached some shards, and the reachability of the nodes.

use std::{collections::BTreeSet, sync::Arc};

use crate::{Shard, StoreError, UnixMillis};

/// A time in which no replica reached some shards, because the store was unreachable or no replica was alive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outage {
    /// When it ended, or until when it is known to have lasted.
    pub to: UnixMillis,
    /// When it began.
    pub from: UnixMillis,
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

    /// The same outages by their ends. Those of the same shards that overlap become one. Beyond
    /// [`STORED_MAX`](Self::STORED_MAX), so do the two with the shortest time between them, with the shards of both: this
    /// credits players too much rather than too little.
    #[must_use]
    pub fn merged(mut outages: Vec<Self>) -> Vec<Self> {
        outages.sort_unstable();
        let mut merged: Vec<Self> = Vec::with_capacity(outages.len());
        for mut outage in outages {
            // Those that the outage overlaps have ended before it, so they are the last ones of its shards.
            merged.retain(|earlier| {
                let overlaps = earlier.shards == outage.shards && earlier.to >= outage.from;
                if overlaps {
                    outage.from = outage.from.min(earlier.from);
                }
                !overlaps
            });
            merged.push(outage);
        }
        while merged.len() > Self::STORED_MAX {
            let between = |pair: &[Self]| match pair {
                [earlier, later] => later.from.0.saturating_sub(earlier.to.0),
                _ => u64::MAX,
            };
            let closest = merged.windows(2).enumerate().min_by_key(|(_, pair)| between(pair));
            let Some((at, _)) = closest else { break };
            let earlier = merged.remove(at);
            if let Some(later) = merged.get_mut(at) {
                later.from = later.from.min(earlier.from);
                later.shards = match (later.shards.take(), earlier.shards) {
                    (Some(one), Some(other)) => Some(Arc::new(one.union(&other).copied().collect())),
                    (None, _) | (_, None) => None,
                };
            }
        }
        merged
    }
}

/// The result of [`MatchStore::pulse`](crate::MatchStore::pulse) at one node.
#[derive(Debug)]
pub struct Pulse {
    /// The requested shards that the node stores.
    pub shards: Vec<Shard>,
    /// Whether the node serves them.
    pub answered: Result<(), StoreError>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outage(from: u64, to: u64, shards: &[u16]) -> Outage {
        let shards: BTreeSet<_> = shards.iter().filter_map(|shard| Shard::new(*shard)).collect();
        Outage {
            from: UnixMillis(from),
            to: UnixMillis(to),
            shards: (!shards.is_empty()).then(|| Arc::new(shards)),
        }
    }

    #[test]
    fn overlapping_outages_of_the_same_shards_become_one() {
        let merged = Outage::merged(vec![
            outage(0, 60, &[]),
            outage(50, 70, &[]),
            outage(5, 10, &[]),
            outage(90, 95, &[]),
            outage(55, 65, &[3]),
        ]);
        assert_eq!(merged, [outage(55, 65, &[3]), outage(0, 70, &[]), outage(90, 95, &[])]);
    }

    #[test]
    fn beyond_the_maximum_no_credit_is_lost() {
        let most = u64::try_from(Outage::STORED_MAX).unwrap();
        let long = outage(0, 20_000, &[]);
        let short = (0..most + 10).map(|number| outage(30_000 + number * 1_000, 30_001 + number * 1_000, &[7]));
        let merged = Outage::merged([long.clone()].into_iter().chain(short).collect());
        assert_eq!((merged.len(), &merged[0]), (Outage::STORED_MAX, &long));
        assert!(
            merged[1..]
                .iter()
                .all(|outage| outage.shards == self::outage(0, 1, &[7]).shards)
        );
    }
}
