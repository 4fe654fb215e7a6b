//! Inspections have no faults.

use std::time::Duration;

use tinsel_store::{
    InstallationId, MarkScope, Marking, Marks, MatchStore, StoreError, StoreInspection, StoreReport, UnixMillis,
};

use super::Faulty;

impl<S: MatchStore> StoreInspection for Faulty<S> {
    async fn check(&self, probe: u64) -> StoreReport {
        self.inner.check(probe).await
    }

    async fn marks(&self, scope: MarkScope) -> Result<Marks, StoreError> {
        self.inner.marks(scope).await
    }

    async fn mark(&self, id: InstallationId, marking: Marking) -> Result<Marks, StoreError> {
        self.inner.mark(id, marking).await
    }

    async fn note_loss(&self) -> Result<(), StoreError> {
        self.inner.note_loss().await
    }

    async fn announce_secrets(
        &self,
        replica: u64,
        prints: &[u64],
        valid_for: Duration,
        now: UnixMillis,
    ) -> Result<(), StoreError> {
        self.inner.announce_secrets(replica, prints, valid_for, now).await
    }

    async fn announced_secrets(&self, now: UnixMillis) -> Result<Vec<(u64, Vec<u64>)>, StoreError> {
        self.inner.announced_secrets(now).await
    }
}
