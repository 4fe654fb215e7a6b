//! Where matches are kept.
//!
//! A store moves bytes and knows no game. What is written of a match in one step, its record, the log of what
//! happened, the answer to the request, its deadline and its place in the lobby, is written together or not at all,
//! and only by whoever saw the version before it. There is no second write to lose.
//!
//! [`Memory`] is the embedded default and [`Redis`] is for production. What both owe is the suite of
//! `tinsel-store-testkit`.

mod error;
mod id;
mod memory;
mod notices;
mod record;
mod redis;
mod traced;

use std::{future::Future, time::Duration};

use bytes::Bytes;
use futures_util::Stream;

pub use error::StoreError;
pub use id::{MatchId, NotAMatchId, NotARequestId, PoolId, RequestId, Revision, SHARDS_MAX, Shard, Version};
pub use memory::Memory;
pub use notices::Notices;
pub use record::Envelope;
pub use redis::{Redis, RedisOptions, UnusableAddress};
pub use traced::Traced;

/// Keeps matches.
///
/// Cheap to clone; clones share what they keep.
pub trait MatchStore: Clone + Send + Sync + 'static {
    /// Told whenever a watched match moves.
    type Notices: Stream<Item = Notice> + Send + Unpin + 'static;

    /// Begins a match at the revision of the number of `write.entries`, unless there is one with this id.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], and [`StoreError::Full`]. The same call again is safe.
    fn create(&self, id: MatchId, write: Write) -> impl Future<Output = Result<Created, StoreError>> + Send;

    /// Reads the newest record of a match.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn load(&self, id: MatchId) -> impl Future<Output = Result<Stored, StoreError>> + Send;

    /// Writes, if and only if the match is still at `expected`, and tells whoever watches.
    ///
    /// The revision is raised by the number of `write.entries`. If the write carries a request that was answered
    /// before, nothing is written and that answer is given, whatever its fingerprint: the caller compares.
    ///
    /// The same call again, with the same nonce, is safe. If it was applied the first time and carries a request, it
    /// gives the request's answer; if it carries none, it says `Written` again as long as nobody has written since,
    /// and `Conflict` afterwards.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn replace(
        &self,
        id: MatchId,
        expected: Version,
        write: Write,
    ) -> impl Future<Output = Result<Replaced, StoreError>> + Send;

    /// The answer stored for a request, if it is still remembered.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn answer(
        &self,
        id: MatchId,
        request: &RequestId,
    ) -> impl Future<Output = Result<Option<Answer>, StoreError>> + Send;

    /// What happened after `after`, oldest first, at most `limit` entries.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn log(&self, id: MatchId, after: Revision, limit: u32)
    -> impl Future<Output = Result<LogPage, StoreError>> + Send;

    /// The matches of a shard that stand in the lobby, ordered by id, from the first id above `after` on.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn lobby(
        &self,
        shard: Shard,
        after: Option<MatchId>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<(MatchId, Bytes)>, StoreError>> + Send;

    /// The matches of a shard whose deadline is at or before `now`, the oldest deadline first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn due(
        &self,
        shard: Shard,
        now: UnixMillis,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<(MatchId, UnixMillis)>, StoreError>> + Send;

    /// Takes the shard for `holder` until `kept_for` has passed, or takes it for so long again; whether it is the holder's
    /// now.
    ///
    /// A lease spares replicas doing the same work. Nothing that is written depends on it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn lease(
        &self,
        shard: Shard,
        holder: u64,
        kept_for: Duration,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The match that `seeker` is to try, of those that are filled for the pool one after the other.
    ///
    /// That is the one it was given before, and otherwise the one that is being filled; but not `full`, which it has tried
    /// in vain. Where none is being filled, or `full` is, `fresh` is from now on; without a `fresh` there is `None` then,
    /// and nothing is remembered of the seeker. Whoever is given a match that is not there yet begins it. The same call again gives the
    /// same match, however often and wherever it is repeated, until `kept_for` has passed since it was first given.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], and [`StoreError::Full`]. The same call again is safe.
    fn seek(
        &self,
        pool: PoolId,
        seeker: &RequestId,
        seek: Seek,
    ) -> impl Future<Output = Result<Option<MatchId>, StoreError>> + Send;

    /// Takes a place in a pool for a match until `kept_for` has passed, if fewer than `limit` others have one. Who has a
    /// place keeps it, at least for so long from now on, however full the pool is.
    ///
    /// The match need not be there. A place that is kept no longer is free. The same call again is safe.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn reserve(
        &self,
        pool: PoolId,
        id: MatchId,
        kept_for: Duration,
        limit: u32,
    ) -> impl Future<Output = Result<Reserved, StoreError>> + Send;

    /// Gives the places of matches in a pool back; those that have none are passed over.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn release(&self, pool: PoolId, ids: &[MatchId]) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Tells whenever a match moves, from now on: what moves after this call has returned is noticed.
    ///
    /// Notices wake; they do not carry what happened, and several moves may be told as one. A move from just before this
    /// call may be told as well. They end when the returned stream is dropped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn watch(&self, id: MatchId) -> impl Future<Output = Result<Self::Notices, StoreError>> + Send;

    /// Whether the store answers.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn ready(&self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// How much of a match's past is kept beside its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most log entries of one match; beyond it the oldest go.
    pub log_entries_max: u32,
    /// The most request answers of one match. An answer goes once the match has moved this many revisions beyond it,
    /// or beyond what is kept of the log if that is less.
    pub answers_max: u32,
}

impl Default for Limits {
    /// 4096 entries and 1024 answers.
    fn default() -> Self {
        Self {
            log_entries_max: 4096,
            answers_max: 1024,
        }
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z. Exact below 2^53, which is the year 287396.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnixMillis(pub u64);

/// How a match is sought; see [`MatchStore::seek`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seek {
    /// The match that was tried in vain.
    pub full: Option<MatchId>,
    /// The match that is filled next, if one is needed: of an id that nobody has used.
    pub fresh: Option<MatchId>,
    /// How long it is remembered who was given what.
    pub kept_for: Duration,
}

/// A match as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// What a writer must name to write.
    pub version: Version,
    /// What was written.
    pub record: Bytes,
}

/// Everything that one step writes.
#[derive(Debug, Clone)]
pub struct Write {
    /// The whole new record.
    pub record: Bytes,
    /// The log entries, one for each new revision; at least one.
    pub entries: Vec<Bytes>,
    /// A random number, drawn for this write.
    pub nonce: u64,
    /// The request that is answered by this write, with its answer.
    pub request: Option<(RequestId, Answer)>,
    /// When the match is due.
    pub deadline: Change<UnixMillis>,
    /// How the match stands in the lobby.
    pub lobby: Change<Bytes>,
    /// How long from now the match is kept. Nobody need set it anew with every step: kept, it costs nothing.
    pub expiry: Change<Duration>,
}

impl Write {
    /// The version a match has once this is applied at `revision`.
    #[must_use]
    pub fn version_after(&self, revision: Revision) -> Version {
        Version {
            revision: revision.plus(u64::try_from(self.entries.len()).unwrap_or(u64::MAX)),
            nonce: self.nonce,
        }
    }
}

/// What becomes of something that is written beside the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<T> {
    /// It stays as it is.
    Keep,
    /// It is taken away: no deadline, not in the lobby, kept for ever.
    Clear,
    /// It is set.
    Set(T),
}

impl<T> Change<T> {
    /// The same change of something made from it.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Change<U> {
        match self {
            Self::Keep => Change::Keep,
            Self::Clear => Change::Clear,
            Self::Set(value) => Change::Set(make(value)),
        }
    }

    /// What is there after the change, if `before` was there.
    pub fn after(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// A whole number of milliseconds: at least one, for nothing is kept for no time at all, and at most what Redis can
/// add to the time of day.
fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis())
        .unwrap_or(u64::MAX)
        .clamp(1, 1 << 52)
}

/// How a request was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// A hash of what was asked, to tell a repetition from another request with the same name.
    pub fingerprint: u64,
    /// The answer.
    pub body: Bytes,
}

/// What became of [`MatchStore::create`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Created {
    /// The match begins here.
    New(Version),
    /// There is one with this id already; it was left as it is.
    Exists(Stored),
}

/// What became of [`MatchStore::replace`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replaced {
    /// It was written, and this is the version now.
    Written(Version),
    /// The match has moved on; this is what it is now. Nothing was written.
    Conflict(Stored),
    /// The request was answered before. Nothing was written.
    Repeated(Answer),
}

/// What became of [`MatchStore::reserve`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reserved {
    /// The match has a place.
    Taken,
    /// There is no place left. Some of those that have one, at most [`POOL_NAMED_MAX`], and others from call to call:
    /// sooner or later each of them is named.
    Full(Vec<MatchId>),
}

/// How many members of a full pool are named at once.
pub const POOL_NAMED_MAX: usize = 64;

/// A piece of a match's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPage {
    /// The newest revision of the match.
    pub head: Revision,
    /// The oldest revision whose entry is still kept.
    pub oldest: Revision,
    /// Entries with their revisions, without gap. If entries between the revision asked for and `oldest` were
    /// trimmed, they begin at `oldest`.
    pub entries: Vec<(Revision, Bytes)>,
}

/// A reason to look at a watched match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// The match is at this version, or beyond.
    Moved(Version),
    /// Notices may have been lost; read the match again.
    Lost,
}
