//! A store that fails when told to.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use bytes::Bytes;
use tinsel_store::{
    Answer, Created, Envelope, LogPage, MatchId, MatchStore, PoolId, Replaced, RequestId, Reserved, Revision, Seek,
    Shard, StoreError, Stored, UnixMillis, Version, Write,
};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Somebody else is always faster.
    Contended,
    /// What is read was written by a newer release.
    Newer,
    /// What is read is no record.
    Unreadable,
    /// Reading panics.
    Panics,
    /// Reading and writing never end.
    Hangs,
    /// It cannot be reached.
    Gone,
    /// Writes are applied, and the answer is lost.
    AnswerLost,
    /// Places in pools are never given back.
    NoRelease,
    /// What is not due yet is told as due.
    Early,
}

/// In milliseconds.
const AN_HOUR: u64 = 3_600_000;

/// A store with a fault that can be switched.
#[derive(Debug, Clone)]
pub struct Faulty<S> {
    inner: S,
    fault: Arc<Mutex<Fault>>,
}

impl<S> Faulty<S> {
    /// A store without a fault yet.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            fault: Arc::new(Mutex::new(Fault::None)),
        }
    }

    /// Gives it a fault.
    pub fn set(&self, fault: Fault) {
        *self.fault.lock().expect("the fault") = fault;
    }

    fn fault(&self) -> Fault {
        *self.fault.lock().expect("the fault")
    }

    fn as_read(&self, stored: Stored) -> Stored {
        let record = match self.fault() {
            Fault::Newer => Envelope {
                schema: u32::MAX,
                body: Bytes::new(),
            }
            .seal(),
            Fault::Unreadable => Bytes::from_static(b"no record"),
            Fault::Panics => panic!("the store panics, as it was told to"),
            Fault::None
            | Fault::Contended
            | Fault::Hangs
            | Fault::Gone
            | Fault::AnswerLost
            | Fault::NoRelease
            | Fault::Early => stored.record,
        };
        Stored { record, ..stored }
    }
}

impl<S: MatchStore> MatchStore for Faulty<S> {
    type Notices = S::Notices;

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        self.inner.create(id, write).await
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        match self.fault() {
            Fault::Hangs => std::future::pending::<()>().await,
            Fault::Gone => return Err(gone()),
            Fault::None
            | Fault::Contended
            | Fault::Newer
            | Fault::Unreadable
            | Fault::Panics
            | Fault::AnswerLost
            | Fault::NoRelease
            | Fault::Early => {}
        }
        Ok(self.as_read(self.inner.load(id).await?))
    }

    async fn replace(&self, id: MatchId, expected: Version, write: Write) -> Result<Replaced, StoreError> {
        match self.fault() {
            Fault::Contended => Ok(Replaced::Conflict(self.inner.load(id).await?)),
            Fault::AnswerLost => {
                self.inner.replace(id, expected, write).await?;
                self.set(Fault::None);
                Err(StoreError::Unavailable(
                    "the answer was lost, as it was told to be".to_owned(),
                ))
            }
            Fault::Hangs => std::future::pending().await,
            Fault::Gone => Err(gone()),
            Fault::None | Fault::Newer | Fault::Unreadable | Fault::Panics | Fault::NoRelease | Fault::Early => {
                self.inner.replace(id, expected, write).await
            }
        }
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<Answer>, StoreError> {
        self.inner.answer(id, request).await
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        self.inner.log(id, after, limit).await
    }

    async fn lobby(
        &self,
        shard: Shard,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        self.inner.lobby(shard, after, limit).await
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let ahead = if self.fault() == Fault::Early { AN_HOUR } else { 0 };
        self.inner.due(shard, UnixMillis(now.0 + ahead), limit).await
    }

    async fn seek(&self, pool: PoolId, seeker: &RequestId, seek: Seek) -> Result<Option<MatchId>, StoreError> {
        if self.fault() == Fault::Gone {
            return Err(gone());
        }
        self.inner.seek(pool, seeker, seek).await
    }

    async fn lease(&self, shard: Shard, holder: u64, kept_for: Duration) -> Result<bool, StoreError> {
        if self.fault() == Fault::Gone {
            return Err(gone());
        }
        self.inner.lease(shard, holder, kept_for).await
    }

    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        self.inner.reserve(pool, id, kept_for, limit).await
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        if self.fault() == Fault::NoRelease {
            return Err(gone());
        }
        self.inner.release(pool, ids).await
    }

    async fn watch(&self, id: MatchId) -> Result<Self::Notices, StoreError> {
        self.inner.watch(id).await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        self.inner.ready().await
    }
}

fn gone() -> StoreError {
    StoreError::Unavailable("it is gone, as it was told to be".to_owned())
}
