//! A write of the store, and its outcome.

use std::time::Duration;

use bytes::Bytes;

use crate::{LobbyId, RequestId, Revision, Stored, UnixMillis, Version};

/// All data of one step.
#[derive(Debug, Clone)]
pub struct Write {
    /// The complete new record.
    pub record: Bytes,
    /// The change of the personal data; `None` to keep it. Boxed, because few writes have one.
    pub personal: Option<Box<PersonalChange>>,
    /// The log entries, one for each new revision; at least one.
    pub entries: Vec<Bytes>,
    /// A random number, drawn for this write.
    pub nonce: u64,
    /// The request that this write answers, with its answer.
    pub request: Option<(RequestId, StoredResponse)>,
    /// Whether the outbox of the shard gets the match: the indexes of its players, or the event about a rematch, then have to
    /// follow.
    pub outbox: bool,
    /// The next deadline of the match.
    pub deadline: Change<UnixMillis>,
    /// The entry of the match in its lobby index.
    pub lobby: Change<Bytes>,
    /// The lobby of the match; `None` for the common one. It is the same in the write that creates the match, and in each
    /// write that changes `lobby`.
    pub lobby_id: Option<LobbyId>,
    /// The time until the match expires, from now. Leaving it unchanged costs nothing, so not every step needs to set
    /// it.
    pub expiry: Change<Duration>,
    /// When the match needs upkeep: a finished match is packed, and later archived.
    pub upkeep: Change<UnixMillis>,
}

impl Write {
    /// A write of only this record, with one log entry.
    #[must_use]
    pub fn new(record: Bytes, entry: Bytes, nonce: u64) -> Self {
        Self {
            record,
            personal: None,
            entries: vec![entry],
            nonce,
            request: None,
            outbox: false,
            deadline: Change::Keep,
            lobby: Change::Keep,
            lobby_id: None,
            expiry: Change::Keep,
            upkeep: Change::Keep,
        }
    }

    /// The version of a match after this write has led to `revision`.
    #[must_use]
    pub fn version_after(&self, revision: Revision) -> Version {
        Version {
            revision: revision.plus(u64::try_from(self.entries.len()).unwrap_or(u64::MAX)),
            nonce: self.nonce,
        }
    }
}

/// The change of a value that is written beside the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<T> {
    /// Leave it unchanged.
    Keep,
    /// Remove it: no deadline, not in the lobby, no expiry.
    Clear,
    /// Set it.
    Set(T),
}

impl<T> Change<T> {
    /// The same change with the value mapped by `make`.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Change<U> {
        match self {
            Self::Keep => Change::Keep,
            Self::Clear => Change::Clear,
            Self::Set(value) => Change::Set(make(value)),
        }
    }

    /// The value after the change, from the value before it.
    pub fn after(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// The stored answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    /// A hash of the request, to distinguish a retry from another request with the same id.
    pub fingerprint: u64,
    /// The encoded response.
    pub body: Bytes,
}

impl StoredResponse {
    /// Replaces a forgotten answer.
    pub(crate) const FORGOTTEN: Self = Self {
        fingerprint: 0,
        body: Bytes::new(),
    };
}

/// A change of the personal data of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonalChange {
    /// The new data, which replaces the old.
    pub data: Bytes,
    /// The requests whose answers are forgotten: a retry of one is refused, as one with another content.
    pub forgotten: Vec<RequestId>,
}

/// The outcome of [`MatchStore::create`](crate::MatchStore::create).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Created {
    /// The match was created.
    New(Version),
    /// A match with this id exists already; it was left unchanged.
    Exists(Stored),
}

/// The outcome of [`MatchStore::replace`](crate::MatchStore::replace).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replaced {
    /// The write was applied, now or by an earlier attempt; the match is at this version now.
    Written(Version),
    /// The match is at another version, with this state. Nothing was written.
    Conflict(Stored),
    /// Another write answered the request. Nothing was written.
    Repeated(StoredResponse),
}
