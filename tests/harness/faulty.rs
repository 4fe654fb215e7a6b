//! A store with faults that tests switch on.

mod fault;
mod inspection;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use bytes::Bytes;
use tinsel_service::Retention;
use tinsel_store::{
    Assignment, Created, Due, Envelope, LobbyIndex, LogPage, MatchId, MatchStore, Messages, Outage, Packing, Played,
    PoolId, Pulse, Replaced, RequestId, Reserved, Revision, ScanPosition, Scanned, Shard, StoreError, Stored,
    StoredResponse, UnixMillis, Version, Write, WriteRefusal,
};

pub use self::fault::Fault;

/// In milliseconds.
const AN_HOUR: u64 = 3_600_000;

/// The time from the end of a match to its [early upkeep](Fault::EarlyUpkeep): longer than players retry their last
/// calls.
pub const UPKEEP_AFTER: Duration = Duration::from_secs(20);

/// A store with a fault that can be switched.
#[derive(Debug, Clone)]
pub struct Faulty<S> {
    inner: S,
    fault: Arc<Mutex<Fault>>,
    read: Arc<Mutex<BTreeMap<MatchId, Read>>>,
}

/// What was read of a match.
#[derive(Debug)]
struct Read {
    newest: Stored,
    before: Option<Stored>,
    reads: u64,
}

impl<S> Faulty<S> {
    /// A store without a fault yet.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            fault: Arc::new(Mutex::new(Fault::None)),
            read: Arc::default(),
        }
    }

    /// Gives it a fault.
    pub fn set(&self, fault: Fault) {
        *self.fault.lock().expect("the fault") = fault;
    }

    fn fault(&self) -> Fault {
        *self.fault.lock().expect("the fault")
    }

    /// Notes a read. Returns the version before the newest one, if the fault affects this read.
    fn read_before(&self, id: MatchId, stored: &Stored) -> Option<Stored> {
        let mut all = self.read.lock().expect("the reads");
        let read = all.entry(id).or_insert_with(|| Read {
            newest: stored.clone(),
            before: None,
            reads: 0,
        });
        if read.newest.version != stored.version {
            read.before = Some(std::mem::replace(&mut read.newest, stored.clone()));
        }
        read.reads += 1;
        let fault = self.fault();
        let is_affected = fault == Fault::RecordsBehind || fault == Fault::StaleReads && read.reads.is_multiple_of(4);
        read.before.clone().filter(|_| is_affected)
    }

    fn as_read(&self, stored: Stored) -> Stored {
        let fault = self.fault();
        assert!(fault != Fault::Panics, "the store panics, as the test demands");
        let record = if fault == Fault::Newer {
            let schema = u32::MAX;
            let body = Bytes::new();
            Envelope { schema, body }.seal()
        } else if fault == Fault::Unreadable {
            Bytes::from_static(b"no record")
        } else {
            stored.record
        };
        Stored { record, ..stored }
    }
}

/// The write without its request.
fn unnamed(write: &Write) -> Write {
    Write {
        request: None,
        ..write.clone()
    }
}

impl<S: MatchStore> Faulty<S> {
    async fn write_twice(&self, id: MatchId, expected: Version, write: &Write) -> Result<Replaced, StoreError> {
        let replaced = self.inner.replace(id, expected, write).await?;
        if let Replaced::Written(version) = &replaced {
            let again = Write {
                nonce: write.nonce.wrapping_add(1),
                ..unnamed(write)
            };
            self.inner.replace(id, *version, &again).await?;
        }
        Ok(replaced)
    }
}

impl<S: MatchStore> MatchStore for Faulty<S> {
    type Notices = S::Notices;
    type DeadlineNotices = S::DeadlineNotices;

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        self.inner.create(id, write).await
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        let fault = self.fault();
        if fault == Fault::Hangs {
            std::future::pending::<()>().await;
        }
        if fault == Fault::Gone {
            return Err(gone());
        }
        let stored = self.inner.load(id).await?;
        match self.read_before(id, &stored) {
            Some(before) => Ok(before),
            None => Ok(self.as_read(stored)),
        }
    }

    async fn replace(&self, id: MatchId, expected: Version, write: &Write) -> Result<Replaced, StoreError> {
        match self.fault() {
            Fault::Contended => Ok(Replaced::Conflict(self.inner.load(id).await?)),
            Fault::RefusesWrites => Err(StoreError::RefusesWrites(WriteRefusal::OutOfMemory)),
            fault @ (Fault::AnswerLost | Fault::AnswerLostThenRefused) => {
                self.inner.replace(id, expected, write).await?;
                self.set(if fault == Fault::AnswerLost {
                    Fault::None
                } else {
                    Fault::RefusesWrites
                });
                Err(StoreError::Unavailable(
                    "the answer was lost, as the test demands".to_owned(),
                ))
            }
            Fault::Hangs => std::future::pending().await,
            Fault::Gone => Err(gone()),
            Fault::SkipsCompare => {
                let newest = self.inner.load(id).await?.version;
                self.inner.replace(id, newest, write).await
            }
            Fault::ForgetsAnswers => self.inner.replace(id, expected, &unnamed(write)).await,
            Fault::WritesTwice => self.write_twice(id, expected, write).await,
            // Of sixteen writes, by their random numbers.
            Fault::LosesWrites if write.nonce.is_multiple_of(16) => {
                Ok(Replaced::Written(write.version_after(expected.revision)))
            }
            Fault::AppliesConflicts if write.nonce.is_multiple_of(16) => {
                self.inner.replace(id, expected, &unnamed(write)).await?;
                Ok(Replaced::Conflict(self.inner.load(id).await?))
            }
            Fault::None
            | Fault::Newer
            | Fault::Unreadable
            | Fault::Panics
            | Fault::NoRelease
            | Fault::Early
            | Fault::LosesWrites
            | Fault::AppliesConflicts
            | Fault::StaleReads
            | Fault::DropsEntries
            | Fault::RecordsBehind
            | Fault::EarlyUpkeep => self.inner.replace(id, expected, write).await,
        }
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<StoredResponse>, StoreError> {
        self.inner.answer(id, request).await
    }

    async fn pack(&self, id: MatchId, expected: Version, packing: &Packing) -> Result<bool, StoreError> {
        self.inner.pack(id, expected, packing).await
    }

    async fn delete(&self, id: MatchId, expected: Option<Version>) -> Result<bool, StoreError> {
        if self.fault() == Fault::AnswerLost {
            self.set(Fault::None);
            // The connection to Redis sends a call again if its response is lost.
            self.inner.delete(id, expected).await?;
        }
        self.inner.delete(id, expected).await
    }

    async fn upkeep(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let mut now = now;
        if self.fault() == Fault::EarlyUpkeep {
            // Servers set upkeep for the end of the retention of responses.
            let ahead = Retention::default().responses - UPKEEP_AFTER;
            now.0 += u64::try_from(ahead.as_millis()).expect("a time");
        }
        self.inner.upkeep(shard, now, limit).await
    }

    async fn outbox(&self, shard: Shard, limit: u32) -> Result<Vec<(MatchId, Revision)>, StoreError> {
        self.inner.outbox(shard, limit).await
    }

    async fn leave_outbox(&self, id: MatchId, revision: Revision) -> Result<(), StoreError> {
        self.inner.leave_outbox(id, revision).await
    }

    async fn index_played(
        &self,
        index: PoolId,
        id: MatchId,
        at: Option<UnixMillis>,
        kept_for: Duration,
    ) -> Result<(), StoreError> {
        self.inner.index_played(index, id, at, kept_for).await
    }

    async fn played(&self, index: PoolId, after: Option<Played>, limit: u32) -> Result<Vec<Played>, StoreError> {
        self.inner.played(index, after, limit).await
    }

    async fn end_upkeep(&self, id: MatchId) -> Result<(), StoreError> {
        self.inner.end_upkeep(id).await
    }

    async fn scan(&self, from: Option<&ScanPosition>, limit: u32) -> Result<Scanned, StoreError> {
        if self.fault() == Fault::Gone {
            return Err(gone());
        }
        let mut scanned = self.inner.scan(from, limit).await?;
        for (_, stored) in &mut scanned.matches {
            if let Ok(stored) = stored {
                *stored = self.as_read(stored.clone());
            }
        }
        Ok(scanned)
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        let mut page = self.inner.log(id, after, limit).await?;
        if self.fault() == Fault::DropsEntries {
            page.entries
                .retain(|(revision, _)| *revision < after.plus(3) || !revision.get().is_multiple_of(4));
        }
        Ok(page)
    }

    async fn lobby(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        self.inner.lobby(index, after, limit).await
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Due, StoreError> {
        if self.fault() == Fault::Gone {
            return Err(gone());
        }
        let ahead = if self.fault() == Fault::Early { AN_HOUR } else { 0 };
        self.inner.due(shard, UnixMillis(now.0 + ahead), limit).await
    }

    fn deadline_notices(&self) -> Self::DeadlineNotices {
        self.inner.deadline_notices()
    }

    async fn pulse(&self, shards: &[Shard], mut each: impl FnMut(Pulse) + Send) {
        if self.fault() == Fault::Gone {
            let (shards, answered) = (shards.to_vec(), Err(gone()));
            return each(Pulse { shards, answered });
        }
        self.inner.pulse(shards, each).await;
    }

    async fn time(&self, shard: Shard) -> Result<UnixMillis, StoreError> {
        self.inner.time(shard).await
    }

    async fn announce(&self, replica: u64, alive_for: Duration, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        self.inner.announce(replica, alive_for, now).await
    }

    async fn replicas(&self, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        self.inner.replicas(now).await
    }

    async fn send_message(&self, message: Bytes) -> Result<(), StoreError> {
        self.inner.send_message(message).await
    }

    fn messages(&self) -> Messages {
        self.inner.messages()
    }

    async fn last_announced(&self) -> Result<Option<UnixMillis>, StoreError> {
        self.inner.last_announced().await
    }

    async fn store_outages(&self, outages: &[Outage]) -> Result<(), StoreError> {
        self.inner.store_outages(outages).await
    }

    async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        self.inner.outages().await
    }

    async fn leave(&self, replica: u64) -> Result<(), StoreError> {
        self.inner.leave(replica).await
    }

    async fn shards(&self) -> Result<Option<u16>, StoreError> {
        self.inner.shards().await
    }

    async fn store_shards(&self, shards: u16) -> Result<u16, StoreError> {
        self.inner.store_shards(shards).await
    }

    async fn assign(
        &self,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
    ) -> Result<Option<MatchId>, StoreError> {
        if self.fault() == Fault::Gone {
            return Err(gone());
        }
        self.inner.assign(pool, seeker, assignment).await
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
}

fn gone() -> StoreError {
    StoreError::Unavailable("unreachable, as the test demands".to_owned())
}
