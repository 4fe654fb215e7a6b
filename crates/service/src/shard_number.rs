//! The number of shards of the store. All replicas must have the same number: otherwise they would disagree about the
//! owner of a shard.

use tinsel_store::{MatchStore, StoreError};
use tokio::sync::watch;

/// Whether the store has the number of shards that this replica is configured with.
#[derive(Debug)]
pub(crate) struct ShardNumber {
    configured: u16,
    found: watch::Sender<Option<Found>>,
}

/// The number of shards in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// No number is stored, as before the first match.
    Nothing,
    /// The configured number.
    Configured,
    /// Another number.
    Other(u16),
}

impl ShardNumber {
    pub(crate) const fn configured(&self) -> u16 {
        self.configured
    }

    pub(crate) fn new(configured: u16) -> Self {
        let found = watch::Sender::new(None);
        Self { configured, found }
    }

    /// The last answer of the store; `None` before the store has answered.
    pub(crate) fn found(&self) -> Option<Found> {
        *self.found.borrow()
    }

    /// A receiver that is notified when a different number is found.
    pub(crate) fn changes(&self) -> watch::Receiver<Option<Found>> {
        self.found.subscribe()
    }

    /// Reads the number from the store again. The store can have lost it, and have got another one since.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub(crate) async fn read<S: MatchStore>(&self, store: &S) -> Result<(), StoreError> {
        self.note(store.shards().await?);
        Ok(())
    }

    /// Stores the number with the first match that this replica creates.
    ///
    /// # Errors
    ///
    /// If the store has another number, or fails.
    pub(crate) async fn confirm<S: MatchStore>(&self, store: &S) -> Result<(), StoreError> {
        if self.found() == Some(Found::Configured) {
            return Ok(());
        }
        let stored = store.store_shards(self.configured).await?;
        self.note(Some(stored));
        if stored == self.configured {
            return Ok(());
        }
        let configured = self.configured;
        let why = format!("the store has {stored} shards and this server is configured with {configured}");
        Err(StoreError::Unavailable(why))
    }

    fn note(&self, stored: Option<u16>) {
        self.found.send_replace(Some(match stored {
            None => Found::Nothing,
            Some(stored) if stored == self.configured => Found::Configured,
            Some(stored) => Found::Other(stored),
        }));
    }
}
