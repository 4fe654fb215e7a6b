//! The condition of the store in memory, which is always good.

use std::time::Duration;

use super::Memory;
use crate::{
    Coverage, InstallationId, MarkScope, Marking, Marks, StoreError, StoreInspection, StoreReport, UnixMillis,
};

impl StoreInspection for Memory {
    async fn check(&self, _: u64) -> StoreReport {
        StoreReport {
            coverage: Coverage::All,
            ..StoreReport::default()
        }
    }

    /// The memory belongs to this process, so it is always marked.
    async fn marks(&self, _: MarkScope) -> Result<Marks, StoreError> {
        Ok(Marks::Complete(InstallationId(0)))
    }

    async fn mark(&self, _: InstallationId, _: Marking) -> Result<Marks, StoreError> {
        self.marks(MarkScope::All).await
    }

    async fn note_loss(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn announce_secrets(
        &self,
        replica: u64,
        prints: &[u64],
        _: Duration,
        _: UnixMillis,
    ) -> Result<(), StoreError> {
        self.room.lock().secrets.insert(replica, prints.to_vec());
        Ok(())
    }

    async fn announced_secrets(&self, _: UnixMillis) -> Result<Vec<(u64, Vec<u64>)>, StoreError> {
        Ok(self.room.lock().secrets.clone().into_iter().collect())
    }
}
