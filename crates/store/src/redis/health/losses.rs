//! Detects matches whose record is gone before its time: deleted, or evicted by a full server.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use quick_cache::sync::Cache;
use tokio::time::Instant;

use crate::{Change, MatchId};

/// The maximum of tracked matches; beyond it, others are no longer tracked.
const MATCHES: usize = 1 << 15;

/// The expiry of recent matches, as this process has written it, and the number of lost matches.
pub(crate) struct LossDetector {
    expiries: Cache<MatchId, Instant>,
    /// The matches that were reported.
    reported: Cache<MatchId, ()>,
    lost: AtomicU64,
    damaged: AtomicU64,
}

impl LossDetector {
    pub(crate) fn new() -> Self {
        Self {
            expiries: Cache::new(MATCHES),
            reported: Cache::new(MATCHES),
            lost: AtomicU64::new(0),
            damaged: AtomicU64::new(0),
        }
    }

    /// Records a change of a match's expiry by a command that was sent at this time, so that the match does not expire earlier in
    /// the store.
    pub(crate) fn changed(&self, id: MatchId, expiry: &Change<Duration>, sent: Instant) {
        match expiry {
            Change::Keep => {}
            Change::Clear => drop(self.expiries.remove(&id)),
            Change::Set(after) => {
                if let Some(at) = sent.checked_add(*after) {
                    self.expiries.insert(id, at);
                }
            }
        }
    }

    /// Whether a match should still exist, as far as this process knows.
    pub(crate) fn is_expected(&self, id: MatchId) -> bool {
        self.expiries.get(&id).is_some_and(|expiry| Instant::now() < expiry)
    }

    /// Records that an operator has deleted a match.
    pub(crate) fn deleted(&self, id: MatchId) {
        self.expiries.remove(&id);
    }

    /// Records that a match was not found. It is lost if it should not have expired yet, as far as this process knows.
    pub(crate) fn not_found(&self, id: MatchId) {
        if let Some((_, expiry)) = self.expiries.remove(&id)
            && Instant::now() < expiry
        {
            self.report(id);
        }
    }

    /// Records that the index of deadlines listed a match that does not exist: it was lost before its end.
    pub(crate) fn gone_in_play(&self, id: MatchId) {
        self.report(id);
    }

    /// Records that the deadline of a match is damaged.
    pub(crate) fn damaged(&self, id: MatchId) {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        tracing::error!(r#match = %id, "damaged deadline: removed from the index; repair the match");
    }

    /// The number of matches with a damaged deadline.
    pub(crate) fn damages(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }

    /// The number of lost matches.
    pub(crate) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    fn report(&self, id: MatchId) {
        if self.reported.get(&id).is_some() {
            return;
        }
        self.reported.insert(id, ());
        self.lost.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(r#match = %id, "match lost: its record is gone from the store before its end");
    }
}
