//! Reads of matches that may be archived.

use std::time::Duration;

use bytes::Bytes;
use tinsel_archive::ArchiveError;
use tinsel_store::{
    LogPage, MatchId, MatchStore, Packed, PoolId, RequestId, Reserved, Revision, StoreError, Stored, StoredResponse,
};

use super::Deps;

/// How long a server may change the personal data of a match in the archive: longer than its requests to the archive take.
const CHANGING: Duration = Duration::from_secs(120);

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
            Err(missing) => {
                let packed = self.archived(id, missing).await?;
                let personal = Box::pin(self.archived_personal_data(id)).await?;
                Ok(packed.stored(personal))
            }
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

    /// The right to change the personal data of a match in the archive, for [`CHANGING`]: otherwise a server could write a name
    /// again that another one has erased. `None` while another server has it. Release it unless a write was not confirmed.
    pub(crate) async fn reserve_archived_data(&self, id: MatchId) -> Result<Option<(PoolId, MatchId)>, StoreError> {
        let hash = blake3::derive_key(
            "tinsel 2026-12 changes of archived personal data",
            id.as_str().as_bytes(),
        );
        let entropy = hash.first_chunk().unwrap_or(&[0; 16]);
        let pool = PoolId::from_entropy(*entropy, self.settings.shards);
        let own = MatchId::from_entropy(self.random(), self.settings.shards);
        Ok(match self.store.reserve(pool, own, CHANGING, 1).await? {
            Reserved::Taken => Some((pool, own)),
            Reserved::Full(_) => None,
        })
    }

    /// The personal data of an archived match.
    async fn archived_personal_data(&self, id: MatchId) -> Result<Bytes, StoreError> {
        match &self.archive {
            Some(archive) => archive.get_personal(id).await.map_err(store_error),
            None => Ok(Bytes::new()),
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
