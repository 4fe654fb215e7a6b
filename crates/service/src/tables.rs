//! Matches this replica has seen, decoded and ready for the next action.
//!
//! What is kept here is only a guess: the compare-and-set decides whether it was the newest. An action that is refused
//! is judged again on what is stored before the refusal is told.

use std::sync::Arc;

use parking_lot::Mutex;
use quick_cache::sync::Cache;
use tinsel_store::MatchId;

use crate::table::Table;

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
    newest: Mutex<Option<Arc<Table>>>,
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
    pub(crate) fn guess(&self) -> Option<Arc<Table>> {
        self.newest.lock().clone()
    }

    pub(crate) fn remember(&self, table: &Arc<Table>) {
        *self.newest.lock() = Some(Arc::clone(table));
    }
}
