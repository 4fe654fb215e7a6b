//! Storage of matches.
//!
//! A store moves bytes and knows no game. One write covers everything that a step changes: the record, the log entries,
//! the response to the request, the deadline and the lobby entry. It is atomic, and applies only if the writer has seen
//! the version before it. There is no second write that could be lost.
//!
//! [`Memory`] is the embedded default and [`Redis`] is for production. The suite in `tinsel-store-testkit` defines the
//! contract of both.

mod bound;
mod deadlines;
mod error;
mod id;
mod inspection;
mod limits;
mod lobby;
mod memory;
mod messages;
mod notices;
mod outage;
mod packed;
mod played;
mod pool;
mod problem;
mod record;
mod redis;
mod scan;
mod stored;
mod traced;
mod write;

use std::{fmt, future::Future, time::Duration};

use bytes::Bytes;
use futures_util::Stream;

pub use bound::Bound;
pub use deadlines::{DeadlineNotice, DeadlineNotices, Due};
pub use error::{StoreError, WriteRefusal};
pub use id::{MatchId, NotAMatchId, NotARequestId, PoolId, RequestId, Revision, SHARDS_MAX, Shard, Version};
pub use inspection::{Coverage, InstallationId, MarkScope, Marking, Marks, ServerLoad, StoreInspection, StoreReport};
pub use limits::Limits;
pub use lobby::{LobbyId, LobbyIndex, NotALobbyId};
pub use memory::Memory;
pub use messages::Messages;
pub use notices::Notices;
pub use outage::{Outage, Pulse};
pub use packed::{Dictionary, Packed, Packing};
pub use played::{PLAYED_MAX, Played};
pub use pool::{Assignment, POOL_NAMED_MAX, Reserved};
pub use problem::{ProblemKind, StoreProblem};
pub use record::Envelope;
pub use redis::{Login, MoveError, Moved, Redis, RedisOptions, RedisTls, UnusableAddress};
pub use scan::{NotAPosition, ScanPosition, Scanned};
use stored::millis;
pub use stored::{LogPage, Notice, Stored, UnixMillis};
pub use traced::Traced;
pub use write::{Change, Created, PersonalChange, Replaced, StoredResponse, Write};

/// A store of matches.
///
/// Clones are cheap, and share their data.
pub trait MatchStore: StoreInspection + Clone + Send + Sync + 'static {
    /// A stream with a notice whenever a watched match changes.
    type Notices: Stream<Item = Notice> + Send + Unpin + 'static;
    /// Sends notices about deadlines and replicas; see [`MatchStore::deadline_notices`].
    type DeadlineNotices: Stream<Item = DeadlineNotice> + fmt::Debug + Send + Unpin + 'static;

    /// Creates a match at the revision that equals the number of `write.entries`, unless one with this id exists.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Full`], and [`StoreError::NotMarked`]. Retrying the same call is safe.
    fn create(&self, id: MatchId, write: Write) -> impl Future<Output = Result<Created, StoreError>> + Send;

    /// Reads the newest record of a match.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn load(&self, id: MatchId) -> impl Future<Output = Result<Stored, StoreError>> + Send;

    /// Writes if and only if the match is still at `expected`, and notifies its watchers.
    ///
    /// The revision rises by the number of `write.entries`. If the write has a request that was answered before,
    /// nothing is written and that answer is returned, whatever its fingerprint: the caller compares fingerprints.
    ///
    /// Retrying the same call with the same nonce is safe. If the first attempt was applied and has a request, the
    /// retry returns the request's answer. Without a request it returns `Written` again as long as no other write has
    /// followed, and `Conflict` afterwards.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn replace(
        &self,
        id: MatchId,
        expected: Version,
        write: &Write,
    ) -> impl Future<Output = Result<Replaced, StoreError>> + Send;

    /// The stored answer to a request; `None` if it is unknown or was trimmed.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn answer(
        &self,
        id: MatchId,
        request: &RequestId,
    ) -> impl Future<Output = Result<Option<StoredResponse>, StoreError>> + Send;

    /// Replaces record and log of a match by their packed form, and removes its answers, if and only if the match is still
    /// at `expected`. Returns whether it is packed, now or by an earlier call.
    ///
    /// The version stays, and watchers are not notified. `load` and `log` return the same as before. The match can still be
    /// changed. If it is packed already, only its times change. Its personal data stays outside of the packed form.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`]. Retrying the same call is safe.
    fn pack(
        &self,
        id: MatchId,
        expected: Version,
        packing: &Packing,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Deletes a match with its record, log, answers and index entries, and notifies its watchers. Slots in pools and
    /// assignments stay. With `expected`, deletes only a match that is still at this version. Returns whether it was deleted.
    ///
    /// Retrying is safe: a retry of an applied call returns `NotFound`.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], also for a match that this call deleted, if its first response was lost;
    /// [`StoreError::Unavailable`].
    fn delete(&self, id: MatchId, expected: Option<Version>) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Some of the stored matches, from a position on; `None` is the first position. Reads about `limit` matches, so the
    /// result can be empty before the last position.
    ///
    /// A scan from the first position to the last returns each match that exists all the time at least once, also if its
    /// record is corrupt. It can miss matches that move to another server of the store meanwhile. It delays no other
    /// operation.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn scan(&self, from: Option<&ScanPosition>, limit: u32)
    -> impl Future<Output = Result<Scanned, StoreError>> + Send;

    /// The log entries after `after`, oldest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotFound`], [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn log(&self, id: MatchId, after: Revision, limit: u32)
    -> impl Future<Output = Result<LogPage, StoreError>> + Send;

    /// The matches in a lobby index, ordered by id, from the first id above `after` on.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn lobby(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<(MatchId, Bytes)>, StoreError>> + Send;

    /// The matches of a shard with a deadline at or before `now`, and the time of the next read. The earliest deadline
    /// comes first; at most `limit` matches are returned.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> impl Future<Output = Result<Due, StoreError>> + Send;

    /// The matches of a shard that need upkeep at `now`, at most `limit`, the earliest first. Some may not exist any more.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn upkeep(
        &self,
        shard: Shard,
        now: UnixMillis,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchId>, StoreError>> + Send;

    /// Removes a match from the index that [`MatchStore::upkeep`] reads.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn end_upkeep(&self, id: MatchId) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Notices about deadlines and replicas, from all replicas, including this one.
    ///
    /// The first notice is [`DeadlineNotice::Lost`]. The stream is bounded: a slow reader gets `Lost` in place of the
    /// notices that it missed.
    fn deadline_notices(&self) -> Self::DeadlineNotices;

    /// Sends one cheap command to each node with one of these shards. Calls `each` with the result of a node as soon as
    /// it is known. Each of the shards is in exactly one result.
    fn pulse(&self, shards: &[Shard], each: impl FnMut(Pulse) + Send) -> impl Future<Output = ()> + Send;

    /// The time of the node with this shard.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn time(&self, shard: Shard) -> impl Future<Output = Result<UnixMillis, StoreError>> + Send;

    /// Lists a replica as alive until `alive_for` after `now`; returns all replicas that are alive at `now`, in ascending
    /// order. Also stores `now` as the time of the last announcement.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn announce(
        &self,
        replica: u64,
        alive_for: Duration,
        now: UnixMillis,
    ) -> impl Future<Output = Result<Vec<u64>, StoreError>> + Send;

    /// The replicas that are alive at `now`, in ascending order.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn replicas(&self, now: UnixMillis) -> impl Future<Output = Result<Vec<u64>, StoreError>> + Send;

    /// Sends a message to all replicas, including this one. It can be lost.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn send_message(&self, message: Bytes) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The messages that all replicas send from now on, including this one.
    fn messages(&self) -> Messages;

    /// The time of the last announcement of any replica, also of one that has left; `None` before the first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn last_announced(&self) -> impl Future<Output = Result<Option<UnixMillis>, StoreError>> + Send;

    /// Stores outages, [merged](Outage::merged) with those that are stored, and then notifies all replicas.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`]. Retrying the same call is safe.
    fn store_outages(&self, outages: &[Outage]) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The stored outages, those that ended first first. Those of different shards may overlap.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn outages(&self) -> impl Future<Output = Result<Vec<Outage>, StoreError>> + Send;

    /// Removes a replica from the list, and notifies all replicas.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn leave(&self, replica: u64) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The number of shards that the matches of this store are spread over; `None` before the first match.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn shards(&self) -> impl Future<Output = Result<Option<u16>, StoreError>> + Send;

    /// Stores the number of shards if none is stored, and then notifies all replicas. Returns the stored number.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn store_shards(&self, shards: u16) -> impl Future<Output = Result<u16, StoreError>> + Send;

    /// Assigns `seeker` to a match of the pool, in which matches are filled one after the other.
    ///
    /// A seeker that already has an assignment keeps it, unless it is `full`, the match that the seeker has tried
    /// without success. Otherwise it gets the match that is being filled. If no match is being filled, or that match is
    /// `full`, `fresh` becomes the match to fill. Without a `fresh`, the result is then `None` and no assignment is
    /// stored. The caller creates an assigned match that does not exist yet. A retry returns the same match on every
    /// replica, until `kept_for` has passed since the first call. A match is filled until `kept_for` has passed since it
    /// was last assigned.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], and [`StoreError::Full`]. Retrying the same call is safe.
    fn assign(
        &self,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
    ) -> impl Future<Output = Result<Option<MatchId>, StoreError>> + Send;

    /// Takes a slot in a pool for a match until `kept_for` has passed, if fewer than `limit` other matches have one. A
    /// match that already has a slot keeps it, at least until `kept_for` has passed, even in a full pool.
    ///
    /// The match need not exist. An expired slot is free. Retrying the same call is safe.
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

    /// Releases the slots of matches in a pool; matches without a slot are ignored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn release(&self, pool: PoolId, ids: &[MatchId]) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Matches in the outbox of a shard, each with the revision of the write that added it; at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn outbox(
        &self,
        shard: Shard,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<(MatchId, Revision)>, StoreError>> + Send;

    /// Removes a match from the outbox of its shard, unless a later write than that of `revision` has added it again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`]. Retrying the same call is safe.
    fn leave_outbox(&self, id: MatchId, revision: Revision) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Sets the time of a match in the index of a player, or removes it. An index keeps the newest [`PLAYED_MAX`] matches,
    /// and expires when `kept_for` has passed since the last call. It is in the shard of its id, whatever the matches'.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`]. Retrying the same call is safe.
    fn index_played(
        &self,
        index: PoolId,
        id: MatchId,
        at: Option<UnixMillis>,
        kept_for: Duration,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The matches in the index of a player, newest first, from the one after `after` on; at most `limit`. Some may
    /// have expired.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`].
    fn played(
        &self,
        index: PoolId,
        after: Option<Played>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Played>, StoreError>> + Send;

    /// Subscribes to changes of a match: every change after this call has returned is notified.
    ///
    /// Notices only wake the receiver: they do not carry the change, and several changes may share one notice. A change
    /// from just before this call may be notified as well. Dropping the returned stream unsubscribes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn watch(&self, id: MatchId) -> impl Future<Output = Result<Self::Notices, StoreError>> + Send;
}
