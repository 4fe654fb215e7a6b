//! Matches this replica has seen, decoded and ready for the next action.
//!
//! What is kept here is only a guess: the compare-and-set decides whether it was the newest. An action that is refused
//! is judged again on what is stored before the refusal is told.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use parking_lot::Mutex;
use quick_cache::sync::Cache;
use tinsel_store::{MatchId, Revision, Version};
use tokio::time::Instant;

use crate::{log::Entry, mark::Mark, recent::Recent, table::Table};

/// A bounded number of matches.
#[derive(Debug)]
pub(crate) struct Tables {
    slots: Cache<MatchId, Arc<Slot>>,
}

/// The place of one match.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    /// Held while an action is applied, so that actions of one replica do not race each other to the store.
    pub(crate) turn: tokio::sync::Mutex<()>,
    /// Held while a watcher reads from the store, so that one reads for all.
    pub(crate) reading: tokio::sync::Mutex<()>,
    newest: Mutex<Option<Arc<Table>>>,
    /// When the newest state was last seen in the store.
    seen: Mutex<Option<Instant>>,
    watchers: AtomicUsize,
    /// Kept only while somebody watches.
    recent: Mutex<Recent>,
}

impl Tables {
    pub(crate) fn new(matches: usize) -> Self {
        Self {
            slots: Cache::new(matches.max(1)),
        }
    }

    /// The place of a match, which may be empty.
    pub(crate) fn slot(&self, id: MatchId) -> Arc<Slot> {
        let made = self
            .slots
            .get_or_insert_with(&id, || Ok::<_, std::convert::Infallible>(Arc::default()));
        made.unwrap_or_default()
    }

    /// Forgets a match.
    pub(crate) fn forget(&self, id: MatchId) {
        self.slots.remove(&id);
    }
}

impl Slot {
    /// How many watch the match.
    #[cfg(test)]
    pub(crate) fn watchers(&self) -> usize {
        self.watchers.load(Ordering::Relaxed)
    }

    pub(crate) fn guess(&self) -> Option<Arc<Table>> {
        self.newest.lock().clone()
    }

    /// Keeps what is or was just stored.
    pub(crate) fn remember(&self, table: &Arc<Table>) {
        *self.newest.lock() = Some(Arc::clone(table));
        *self.seen.lock() = Some(Instant::now());
    }

    /// When the newest state was last seen in the store.
    pub(crate) fn seen(&self) -> Option<Instant> {
        *self.seen.lock()
    }

    /// Notes that the newest state is still the one that is kept.
    pub(crate) fn seen_again(&self) {
        *self.seen.lock() = Some(Instant::now());
    }

    /// Keeps what followed a version, if anybody watches.
    pub(crate) fn follow(&self, before: Version, entries: impl IntoIterator<Item = Arc<Entry>>) {
        if self.watchers.load(Ordering::Relaxed) > 0 {
            self.recent.lock().follow(before, entries);
        }
    }

    /// What came after `told`, up to `newest`; `None` if it is not all here.
    pub(crate) fn since(&self, told: Mark, newest: Version) -> Option<Vec<(Revision, Arc<Entry>)>> {
        self.recent.lock().since(told, newest)
    }
}

/// One who watches a match, counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Audience(pub(crate) Arc<Slot>);

impl Audience {
    pub(crate) fn take(slot: Arc<Slot>) -> Self {
        slot.watchers.fetch_add(1, Ordering::Relaxed);
        Self(slot)
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        if self.0.watchers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.recent.lock().clear();
        }
    }
}
