//! Looks after matches that are due, whichever replica was there when they became so.
//!
//! Every replica sweeps. The replica that holds the lease of a shard looks up what is due in it; the others only try
//! for the lease, and get it soon after its holder has ended. A lease saves work and nothing depends on it: what is due
//! is done by the same compare-and-set as everything else, so that doing it twice has no effect.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures_util::{StreamExt, stream};
use parking_lot::Mutex;
use tinsel_store::{MatchId, MatchStore, Shard, StoreError, UnixMillis};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{Instrument, debug_span};

use crate::{commit, deps::Deps, error::RpcError, metrics::Swept, record::OVERDUE_MS};

/// How often every shard is looked at.
const EVERY: Duration = Duration::from_millis(250);
/// How long a shard is somebody's without being looked at again. Together with [`EVERY`] it leaves time within a second
/// for the work itself.
const LEASE: Duration = Duration::from_millis(500);
/// How many shards are looked at together.
const SHARDS_AT_ONCE: usize = 32;
/// How many matches of a shard are looked up together.
const MATCHES: usize = 64;
/// How many matches of a shard are looked after together.
const MATCHES_AT_ONCE: usize = 4;
/// How often a shard is looked up in one sweep while more is due than one look gives.
const LOOKS: u32 = 64;
/// For how long a replica leaves a shard to others in which it met a match of a newer release.
const LEFT_MS: u64 = 5_000;
/// For how long a match is passed over that cannot be read, so that it is in nobody's way.
const PASSED_OVER_MS: u64 = 60_000;

/// Looks after matches that are due.
#[derive(Debug)]
pub struct Sweeper<S> {
    deps: Arc<Deps<S>>,
    /// By what the holder of a lease is known.
    holder: u64,
    /// Matches of a newer release, and until when their shards are left to others.
    newer: Mutex<BTreeMap<MatchId, UnixMillis>>,
    /// Matches that are passed over, and until when.
    passed_over: Mutex<BTreeMap<MatchId, UnixMillis>>,
    /// The matches that this sweep found due for longer than a second.
    overdue: Mutex<BTreeSet<MatchId>>,
    /// How many shards this sweep could not look at.
    unreached: AtomicU64,
}

impl<S: MatchStore> Sweeper<S> {
    /// A sweeper for the matches that `deps` serves.
    pub fn new(deps: Arc<Deps<S>>) -> Self {
        let holder = u64::from_le_bytes(deps.random());
        Self {
            deps,
            holder,
            newer: Mutex::default(),
            passed_over: Mutex::default(),
            overdue: Mutex::default(),
            unreached: AtomicU64::new(0),
        }
    }

    /// Sweeps until the server begins to stop.
    pub async fn run(self) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let draining = self.deps.draining.clone();
        while draining.run_until_cancelled(ticks.tick()).await.is_some() {
            self.sweep().await;
        }
    }

    /// Looks once at every shard, and after every match in those it holds that is due.
    pub async fn sweep(&self) {
        let shards = (0..self.deps.settings.shards).filter_map(Shard::new);
        let sweeps = stream::iter(shards).map(|shard| self.sweep_shard(shard));
        sweeps.buffer_unordered(SHARDS_AT_ONCE).for_each(async |()| ()).await;
        let now = self.deps.clock.now();
        let (corrupt, newer) = self.stuck(now);
        let overdue = std::mem::take(&mut *self.overdue.lock()).len();
        self.deps.metrics.swept(&Swept {
            overdue,
            corrupt,
            newer,
            unreached: self.unreached.swap(0, Ordering::Relaxed),
        });
    }

    /// How many matches cannot be looked after, as this replica has found them: broken ones, and those of a newer release.
    fn stuck(&self, now: UnixMillis) -> (usize, usize) {
        let of =
            |matches: &Mutex<BTreeMap<_, UnixMillis>>| matches.lock().values().filter(|until| **until > now).count();
        (of(&self.passed_over), of(&self.newer))
    }

    async fn sweep_shard(&self, shard: Shard) {
        for _ in 0..LOOKS {
            match self.due(shard).await {
                Ok(due) => {
                    self.deps.reach.succeeded(shard, self.deps.clock.now());
                    let all = due.len() < MATCHES;
                    let matches = stream::iter(due).map(|id| self.look_after(id));
                    matches.buffer_unordered(MATCHES_AT_ONCE).for_each(async |()| ()).await;
                    if all {
                        return;
                    }
                }
                Err(StoreError::Unavailable(cause)) => {
                    self.unreached.fetch_add(1, Ordering::Relaxed);
                    tracing::debug!(%shard, %cause, "a shard was not swept");
                    return self.deps.reach.failed(shard);
                }
                Err(error) => return tracing::warn!(%shard, %error, "a shard was not swept"),
            }
        }
    }

    /// What is due in a shard, if the shard is this replica's; nothing otherwise.
    async fn due(&self, shard: Shard) -> Result<Vec<MatchId>, StoreError> {
        let now = self.deps.clock.now();
        if self.leaves(shard, now) || !self.deps.store.lease(shard, self.holder, LEASE).await? {
            return Ok(Vec::new());
        }
        let passed_over = self.passed_over(shard, now);
        let limit = u32::try_from(MATCHES + passed_over.len()).unwrap_or(u32::MAX);
        let due = self.deps.store.due(shard, now, limit).await?;
        let due = due
            .into_iter()
            .filter(|(id, _)| !passed_over.contains(id))
            .take(MATCHES);
        let due: Vec<_> = due.collect();
        let overdue = due.iter().filter(|(_, at)| at.0.saturating_add(OVERDUE_MS) < now.0);
        self.overdue.lock().extend(overdue.map(|(id, _)| *id));
        Ok(due.into_iter().map(|(id, _)| id).collect())
    }

    /// Whether a shard is left to others now, who may know a newer release.
    fn leaves(&self, shard: Shard, now: UnixMillis) -> bool {
        let mut newer = self.newer.lock();
        newer.retain(|_, until| *until > now);
        newer.keys().any(|id| id.shard() == shard)
    }

    /// The matches of a shard that are passed over now.
    fn passed_over(&self, shard: Shard, now: UnixMillis) -> BTreeSet<MatchId> {
        let mut all = self.passed_over.lock();
        all.retain(|_, until| *until > now);
        all.keys().filter(|id| id.shard() == shard).copied().collect()
    }

    async fn look_after(&self, id: MatchId) {
        let looking = commit::process_due(&self.deps, id);
        let Err(error) = looking
            .instrument(debug_span!("look_after", tinsel.r#match = %id))
            .await
        else {
            return;
        };
        tracing::warn!(%id, %error, "a match that is due was not looked after");
        let until = |ms| UnixMillis(self.deps.clock.now().0.saturating_add(ms));
        if matches!(error, RpcError::MatchUnreadable { .. }) {
            self.passed_over.lock().insert(id, until(PASSED_OVER_MS));
        }
        if matches!(error, RpcError::NewerSchema { .. }) {
            self.newer.lock().insert(id, until(LEFT_MS));
        }
    }
}
