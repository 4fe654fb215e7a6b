//! Checks of a traced store.

use std::time::Duration;

use super::Traced;
use crate::{
    InstallationId, MarkScope, Marking, Marks, MatchStore, StoreError, StoreInspection, StoreReport, UnixMillis,
};

impl<S: MatchStore> StoreInspection for Traced<S> {
    async fn check(&self, probe: u64) -> StoreReport {
        self.store.check(probe).await
    }

    async fn marks(&self, scope: MarkScope) -> Result<Marks, StoreError> {
        self.store.marks(scope).await
    }

    async fn mark(&self, id: InstallationId, marking: Marking) -> Result<Marks, StoreError> {
        self.store.mark(id, marking).await
    }

    async fn note_loss(&self) -> Result<(), StoreError> {
        self.store.note_loss().await
    }

    async fn announce_secrets(
        &self,
        replica: u64,
        prints: &[u64],
        valid_for: Duration,
        now: UnixMillis,
    ) -> Result<(), StoreError> {
        self.store.announce_secrets(replica, prints, valid_for, now).await
    }

    async fn announced_secrets(&self, now: UnixMillis) -> Result<Vec<(u64, Vec<u64>)>, StoreError> {
        self.store.announced_secrets(now).await
    }
}
