//! Pools of matches in memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

use crate::{MatchId, POOL_NAMED_MAX, PoolId, Reserved, UnixMillis};

/// All pools that have members.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pools: BTreeMap<PoolId, Pool>,
    expiries: BTreeSet<(UnixMillis, PoolId, MatchId)>,
}

/// The slots of one pool.
#[derive(Debug, Default)]
struct Pool {
    members: BTreeMap<MatchId, UnixMillis>,
    /// The member that was listed last.
    named: Option<MatchId>,
}

impl Pools {
    pub(super) fn reserve(&mut self, pool: PoolId, id: MatchId, until: UnixMillis, limit: u32) -> Reserved {
        let held = self.pools.entry(pool).or_default();
        let before = held.members.get(&id).copied();
        if before.is_none() && held.members.len() >= usize::try_from(limit).unwrap_or(usize::MAX) {
            let named = held.name();
            if named.is_empty() {
                self.pools.remove(&pool);
            }
            return Reserved::Full(named);
        }
        let until = before.map_or(until, |before| before.max(until));
        held.members.insert(id, until);
        if let Some(before) = before {
            self.expiries.remove(&(before, pool, id));
        }
        self.expiries.insert((until, pool, id));
        Reserved::Taken
    }

    pub(super) fn release(&mut self, pool: PoolId, id: MatchId) {
        let Some(held) = self.pools.get_mut(&pool) else { return };
        if let Some(until) = held.members.remove(&id) {
            self.expiries.remove(&(until, pool, id));
        }
        if held.members.is_empty() {
            self.pools.remove(&pool);
        }
    }

    /// Frees expired slots.
    pub(super) fn expire(&mut self, now: UnixMillis) {
        while let Some((_, pool, id)) = self.expiries.first().copied().filter(|(until, ..)| *until <= now) {
            self.release(pool, id);
        }
    }
}

impl Pool {
    /// The members after those that were listed last, cyclically.
    fn name(&mut self) -> Vec<MatchId> {
        let from = self.named.map_or(Bound::Unbounded, Bound::Excluded);
        let behind = self.members.range((from, Bound::Unbounded));
        let round = behind.chain(&self.members).map(|(id, _)| *id);
        let named: Vec<_> = round.take(POOL_NAMED_MAX.min(self.members.len())).collect();
        self.named = named.last().copied();
        named
    }
}
