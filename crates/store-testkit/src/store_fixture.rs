//! The tools of the promises.

use std::{
    future::Future,
    sync::atomic::{AtomicU16, AtomicU64, Ordering},
    time::Duration,
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tinsel_store::{
    Change, Created, Limits, MatchId, MatchStore, Notice, PersonalChange, Replaced, RequestId, SHARDS_MAX, Shard,
    StoreError, Stored, StoredResponse, Version, Write,
};

use crate::{Fixture, PATIENCE};

/// Pause between two tries.
const PAUSE: Duration = Duration::from_millis(2);

/// A store under test, with shards that no other test of the process uses.
#[derive(Debug)]
pub struct StoreFixture<F: Fixture> {
    /// The fixture of the store.
    pub fixture: F,
    /// The store.
    pub store: F::Store,
    /// The shard of [`StoreFixture::id`].
    pub shard: Shard,
}

impl<F: Fixture> StoreFixture<F> {
    /// A store with the usual limits.
    pub async fn open() -> Self {
        Self::with(Limits::default()).await
    }

    /// A store with these limits for its history.
    pub async fn with(limits: Limits) -> Self {
        let fixture = F::open(limits).await;
        let store = fixture.store();
        Self {
            fixture,
            store,
            shard: shard(),
        }
    }

    /// A fresh id in the table's shard, above the ones before.
    pub fn id(&self) -> MatchId {
        id(self.shard)
    }

    /// A new match with one entry.
    pub async fn begun(&self) -> (MatchId, Version) {
        self.begun_by(write("begun")).await
    }

    /// A new match with this write.
    pub async fn begun_by(&self, write: Write) -> (MatchId, Version) {
        let id = self.id();
        let version = created(self.store.create(id, write).await.unwrap());
        (id, version)
    }

    /// A new match with this write and a short lifetime, together with that lifetime.
    ///
    /// `then` runs within the lifetime. If it comes too late, another match gets a longer lifetime.
    pub async fn short_lived<T, W: Future<Output = Option<T>>>(
        &self,
        begin: Write,
        then: impl Fn(MatchId, Version) -> W,
    ) -> (MatchId, T) {
        let mut kept_for = Duration::from_millis(50);
        loop {
            let expiry = Change::Set(kept_for);
            let (id, version) = self
                .begun_by(Write {
                    expiry,
                    ..begin.clone()
                })
                .await;
            if let Some(done) = then(id, version).await {
                self.fixture.pass(kept_for);
                return (id, done);
            }
            kept_for *= 2;
            assert!(kept_for < PATIENCE, "a match expires long before its time");
        }
    }
}

/// A shard that no other test of the process uses.
pub fn shard() -> Shard {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    Shard::new(NEXT.fetch_add(1, Ordering::Relaxed) % SHARDS_MAX).unwrap()
}

/// A fresh id in `shard`, above the ones before.
pub fn id(shard: Shard) -> MatchId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:03}-{number:020}", shard.get()).parse().unwrap()
}

/// A step with `text` as its record and its only entry, which changes nothing else.
pub fn write(text: &str) -> Write {
    static NONCE: AtomicU64 = AtomicU64::new(1 << 60);
    let text = Bytes::copy_from_slice(text.as_bytes());
    Write::new(text.clone(), text, NONCE.fetch_add(1, Ordering::Relaxed))
}

/// A change of the personal data to this text.
pub(crate) fn personal(text: &'static str) -> Option<Box<PersonalChange>> {
    Some(Box::new(PersonalChange {
        data: text.into(),
        forgotten: Vec::new(),
    }))
}

/// A match with this record, and without personal data.
pub(crate) fn anonymous(version: Version, record: Bytes) -> Stored {
    Stored {
        version,
        record,
        personal: Bytes::new(),
    }
}

/// A step like that of [`write()`], with the response `text` to the request `name`.
pub fn asked(name: &str, text: &str) -> Write {
    Write {
        request: Some((request(name), answer(text))),
        ..write(text)
    }
}

/// The request with this name.
pub fn request(name: &str) -> RequestId {
    name.parse().unwrap()
}

/// The response `text`, to a request with the length of `text` as its fingerprint.
pub fn answer(text: &str) -> StoredResponse {
    StoredResponse {
        fingerprint: u64::MAX - u64::try_from(text.len()).unwrap(),
        body: Bytes::copy_from_slice(text.as_bytes()),
    }
}

/// The version of a created match.
pub fn created(created: Created) -> Version {
    match created {
        Created::New(version) => version,
        Created::Exists(_) => panic!("the match was there already"),
    }
}

/// The version after a write.
pub fn written(replaced: Replaced) -> Version {
    match replaced {
        Replaced::Written(version) => version,
        Replaced::Conflict(stored) => panic!("a conflict with {:?}", stored.version),
        Replaced::Repeated(_) => panic!("the request was answered before"),
    }
}

/// The next notice.
pub async fn next(notices: &mut (impl Stream<Item = Notice> + Unpin)) -> Notice {
    let notice = tokio::time::timeout(PATIENCE, notices.next()).await;
    notice.expect("a notice in time").expect("notices go on")
}

/// Whether the node of shard 0 answers.
///
/// # Errors
///
/// If it does not.
pub async fn reached<S: MatchStore>(store: &S) -> Result<(), StoreError> {
    let mut answer = Err(StoreError::Unavailable("no result".to_owned()));
    store.pulse(&[Shard::FIRST], |pulse| answer = pulse.answered).await;
    answer
}

/// Repeats a request until the store answers.
pub async fn answered<T>(ask: impl AsyncFn() -> Result<T, StoreError>) -> T {
    let asking = async {
        loop {
            match ask().await {
                Ok(answer) => return answer,
                Err(StoreError::Unavailable(_)) => tokio::time::sleep(PAUSE).await,
                Err(other) => panic!("{other}"),
            }
        }
    };
    let answered = tokio::time::timeout(PATIENCE, asking).await;
    answered.expect("the store answers in time")
}

/// Repeats a query until it returns `true`.
pub async fn until<A: Future<Output = bool>>(what: &str, mut asked: impl FnMut() -> A) {
    let asking = async {
        while !asked().await {
            tokio::time::sleep(PAUSE).await;
        }
    };
    let answered = tokio::time::timeout(PATIENCE, asking).await;
    assert!(answered.is_ok(), "waited in vain until {what}");
}
