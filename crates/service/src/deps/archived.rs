//! Reads of matches that may be archived.

use tinsel_archive::ArchiveError;
use tinsel_store::{LogPage, MatchId, MatchStore, Packed, RequestId, Revision, StoreError, Stored, StoredResponse};

use super::Deps;

impl<S: MatchStore> Deps<S> {
    /// The newest record of a match, from the store or the archive.
    ///
    /// # Errors
    ///
    /// As [`MatchStore::load`].
    pub(crate) async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        match self.store.load(id).await {
            Err(unreadable @ StoreError::Corrupt(_)) => {
                // The cause may quote stored data.
                tracing::warn!(r#match = %id, "stored match unreadable");
                self.metrics.read(Err(unreadable))
            }
            Err(missing) => Ok(self.archived(id, missing).await?.stored()),
            stored => stored,
        }
    }

    /// The log entries after `after`, at most `limit`, from the store or the archive.
    ///
    /// # Errors
    ///
    /// As [`MatchStore::log`].
    pub(crate) async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        match self.store.log(id, after, limit).await {
            Err(missing) => Ok(self.archived(id, missing).await?.log(after, limit)),
            page => page,
        }
    }

    /// The stored answer to a request; an archived match has none.
    ///
    /// # Errors
    ///
    /// As [`MatchStore::answer`].
    pub(crate) async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<StoredResponse>, StoreError> {
        match self.store.answer(id, request).await {
            Err(missing) => self.archived(id, missing).await.map(|_| None),
            answer => answer,
        }
    }

    /// The archived match; `error` if it is not archived or the error has another cause. While matches move to another
    /// store, an archived match counts as moved there.
    async fn archived(&self, id: MatchId, error: StoreError) -> Result<Packed, StoreError> {
        let (Some(archive), StoreError::NotFound | StoreError::Moved) = (&self.archive, &error) else {
            return Err(error);
        };
        // Boxed, because it is rare: inline, it would enlarge the future of every call, and callers copy their futures.
        let object = Box::pin(archive.get(id)).await.map_err(store_error)?;
        Packed::decompress(&object.ok_or(error)?)
    }
}

/// An error of the archive, for callers of the store.
pub(crate) fn store_error(error: ArchiveError) -> StoreError {
    match error {
        ArchiveError::Unavailable(_) | ArchiveError::Refused(_) | ArchiveError::Full(_) => {
            StoreError::Unavailable(error.to_string())
        }
        ArchiveError::TooLarge { .. } => StoreError::Corrupt("an archived match".to_owned()),
    }
}
