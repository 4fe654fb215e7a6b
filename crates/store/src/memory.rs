//! The store in memory.

use std::{
    fmt,
    ops::Bound,
    sync::{Arc, Weak},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use parking_lot::Mutex;

use crate::{
    Assignment, Change, Created, DeadlineNotice, DeadlineNotices, Due, Limits, LobbyIndex, LogPage, MatchId,
    MatchStore, Messages, Notices, Outage, Packing, Played, PoolId, Pulse, Replaced, RequestId, Reserved, Revision,
    ScanPosition, Scanned, Shard, StoreError, Stored, StoredResponse, UnixMillis, Version, Write,
    notices::NoticeSender,
};

mod inspection;
mod kept;
mod played;
mod pools;
mod room;
mod seekers;

use kept::Kept;
use room::Room;

/// The embedded store: everything is lost when the process ends.
#[derive(Clone)]
pub struct Memory {
    room: Arc<Mutex<Room>>,
    now: Arc<dyn Fn() -> UnixMillis + Send + Sync>,
    limits: Limits,
    matches_max: usize,
}

/// The default maximum of matches in memory.
const MATCHES_MAX: usize = 50_000;

impl Memory {
    /// A store that expires matches by the clock `now`.
    #[must_use]
    pub fn new(now: impl Fn() -> UnixMillis + Send + Sync + 'static, limits: Limits) -> Self {
        Self {
            room: Arc::default(),
            now: Arc::new(now),
            limits,
            matches_max: MATCHES_MAX,
        }
    }

    /// The same store with a maximum of matches; creating more fails with [`StoreError::Full`].
    #[must_use]
    pub const fn with_room_for(mut self, matches_max: usize) -> Self {
        self.matches_max = matches_max;
        self
    }

    /// The number of watched matches.
    #[must_use]
    pub fn watched(&self) -> usize {
        self.room.lock().senders.len()
    }

    /// Runs `act` on the matches, after removing expired ones.
    fn with<T>(&self, act: impl FnOnce(&mut Room, UnixMillis) -> T) -> T {
        let now = (self.now)();
        let mut room = self.room.lock();
        room.expire(now);
        act(&mut room, now)
    }

    fn read<T>(&self, id: MatchId, read: impl FnOnce(&Kept) -> T) -> Result<T, StoreError> {
        self.with(|room, _| room.matches.get(&id).map(read).ok_or(StoreError::NotFound))
    }
}

impl Default for Memory {
    /// A store that expires matches by the system clock.
    fn default() -> Self {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place where the store meets the machine's clock"
        )]
        let now = || {
            let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            UnixMillis(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
        };
        Self::new(now, Limits::default())
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl MatchStore for Memory {
    type Notices = Notices;
    type DeadlineNotices = DeadlineNotices;

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        self.with(|room, now| {
            if let Some(kept) = room.matches.get(&id) {
                return kept.begun_again(&write);
            }
            if room.matches.len() >= self.matches_max {
                return Err(StoreError::Full);
            }
            room.matches.insert(id, Kept::default());
            Ok(Created::New(room.apply(id, write, now, self.limits)))
        })
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        self.read(id, Kept::stored)?
    }

    async fn replace(&self, id: MatchId, expected: Version, write: &Write) -> Result<Replaced, StoreError> {
        self.with(|room, now| {
            let kept = room.matches.get(&id).ok_or(StoreError::NotFound)?;
            Ok(match kept.refused(expected, write)? {
                Some(refused) => refused,
                None => Replaced::Written(room.apply(id, write.clone(), now, self.limits)),
            })
        })
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<StoredResponse>, StoreError> {
        self.read(id, |kept| kept.answer(request))
    }

    async fn pack(&self, id: MatchId, expected: Version, packing: &Packing) -> Result<bool, StoreError> {
        self.with(|room, now| {
            let kept = room.matches.get_mut(&id).ok_or(StoreError::NotFound)?;
            if kept.version() != expected {
                return Ok(false);
            }
            kept.pack(&packing.packed);
            room.set_times(id, now, &Change::Keep, &packing.expiry, &packing.upkeep);
            Ok(true)
        })
    }

    async fn delete(&self, id: MatchId, expected: Option<Version>) -> Result<bool, StoreError> {
        self.with(|room, _| {
            let kept = room.matches.get(&id).ok_or(StoreError::NotFound)?;
            if expected.is_some_and(|expected| expected != kept.version()) {
                return Ok(false);
            }
            room.remove(id);
            if let Some(sender) = room.senders.get(&id) {
                sender.lost();
            }
            Ok(true)
        })
    }

    async fn scan(&self, from: Option<&ScanPosition>, limit: u32) -> Result<Scanned, StoreError> {
        let limit = usize::try_from(limit.max(1)).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let from = match from {
                Some(ScanPosition::After(id)) => Bound::Excluded(*id),
                Some(ScanPosition::At { .. } | ScanPosition::Again { .. }) | None => Bound::Unbounded,
            };
            let section = room.matches.range((from, Bound::Unbounded)).take(limit);
            let matches: Vec<_> = section.map(|(id, kept)| (*id, kept.stored())).collect();
            let last = matches.last().filter(|_| matches.len() == limit);
            let next = last.map(|(id, _)| ScanPosition::After(*id));
            Scanned { matches, next }
        }))
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        self.read(id, |kept| kept.page(after, limit))?
    }

    async fn lobby(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let from = after.map_or(Bound::Unbounded, Bound::Excluded);
            let lobby = room.lobbies.get(&index).into_iter();
            let unseen = lobby.flat_map(|lobby| lobby.range((from, Bound::Unbounded)));
            unseen.take(limit).map(|(id, entry)| (*id, entry.clone())).collect()
        }))
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Due, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let mut waiting = room.deadlines.get(&shard).into_iter().flatten().peekable();
            let mut matches = Vec::new();
            while matches.len() < limit
                && let Some((at, id)) = waiting.next_if(|(at, _)| *at <= now)
            {
                matches.push((*id, *at));
            }
            let next = waiting.peek().map(|(at, _)| *at);
            Due { matches, next }
        }))
    }

    async fn upkeep(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let waiting = room.upkeep.get(&shard).into_iter().flatten();
            let due = waiting.take_while(|(at, _)| *at <= now).take(limit);
            due.map(|(_, id)| *id).collect()
        }))
    }

    async fn end_upkeep(&self, id: MatchId) -> Result<(), StoreError> {
        self.with(|room, now| room.set_times(id, now, &Change::Keep, &Change::Keep, &Change::Clear));
        Ok(())
    }

    fn deadline_notices(&self) -> DeadlineNotices {
        self.room.lock().notices.listen()
    }

    async fn pulse(&self, shards: &[Shard], mut each: impl FnMut(Pulse) + Send) {
        let (shards, answered) = (shards.to_vec(), Ok(()));
        each(Pulse { shards, answered });
    }

    async fn time(&self, _: Shard) -> Result<UnixMillis, StoreError> {
        Ok((self.now)())
    }

    async fn announce(&self, replica: u64, alive_for: Duration, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        Ok(self.with(|room, _| {
            let latest = now.later(2 * alive_for);
            room.replicas.retain(|_, until| *until > now && *until <= latest);
            room.replicas.insert(replica, now.later(alive_for));
            room.announced = Some(now);
            room.replicas.keys().copied().collect()
        }))
    }

    async fn replicas(&self, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        Ok(self.with(|room, _| {
            let alive = room.replicas.iter().filter(|(_, until)| **until > now);
            alive.map(|(replica, _)| *replica).collect()
        }))
    }

    async fn send_message(&self, message: Bytes) -> Result<(), StoreError> {
        self.with(|room, _| room.messages.send(message));
        Ok(())
    }

    fn messages(&self) -> Messages {
        self.room.lock().messages.listen()
    }

    async fn last_announced(&self) -> Result<Option<UnixMillis>, StoreError> {
        Ok(self.with(|room, _| room.announced))
    }

    async fn store_outages(&self, outages: &[Outage]) -> Result<(), StoreError> {
        self.with(|room, _| {
            let stored = std::mem::take(&mut room.outages);
            room.outages = Outage::merged(stored.into_iter().chain(outages.iter().cloned()).collect());
            room.notices.send(DeadlineNotice::ReplicasChanged);
        });
        Ok(())
    }

    async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        Ok(self.with(|room, _| room.outages.clone()))
    }

    async fn leave(&self, replica: u64) -> Result<(), StoreError> {
        self.with(|room, _| {
            room.replicas.remove(&replica);
            room.notices.send(DeadlineNotice::ReplicasChanged);
        });
        Ok(())
    }

    async fn shards(&self) -> Result<Option<u16>, StoreError> {
        Ok(self.with(|room, _| room.shards))
    }

    async fn store_shards(&self, shards: u16) -> Result<u16, StoreError> {
        Ok(self.with(|room, _| {
            if room.shards.is_none() {
                room.notices.send(DeadlineNotice::ReplicasChanged);
            }
            *room.shards.get_or_insert(shards)
        }))
    }

    async fn assign(
        &self,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
    ) -> Result<Option<MatchId>, StoreError> {
        self.with(|room, now| room.seekers.assign(pool, seeker, assignment, now))
    }

    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        Ok(self.with(|room, now| room.pools.reserve(pool, id, now.later(kept_for), limit)))
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        self.with(|room, _| ids.iter().for_each(|id| room.pools.release(pool, *id)));
        Ok(())
    }

    async fn outbox(&self, shard: Shard, limit: u32) -> Result<Vec<(MatchId, Revision)>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let waiting = room.outboxes.get(&shard).into_iter().flatten();
            waiting.take(limit).map(|(id, revision)| (*id, *revision)).collect()
        }))
    }

    async fn leave_outbox(&self, id: MatchId, revision: Revision) -> Result<(), StoreError> {
        self.with(|room, _| {
            if let Some(outbox) = room.outboxes.get_mut(&id.shard())
                && outbox.get(&id).is_some_and(|added| *added <= revision)
            {
                outbox.remove(&id);
            }
        });
        Ok(())
    }

    async fn index_played(
        &self,
        index: PoolId,
        id: MatchId,
        at: Option<UnixMillis>,
        kept_for: Duration,
    ) -> Result<(), StoreError> {
        self.with(|room, now| room.played.index(index, id, at, now.later(kept_for)));
        Ok(())
    }

    async fn played(&self, index: PoolId, after: Option<Played>, limit: u32) -> Result<Vec<Played>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, now| room.played.newest(index, after, limit, now)))
    }

    async fn watch(&self, id: MatchId) -> Result<Notices, StoreError> {
        let room = Arc::downgrade(&self.room);
        let mut held = self.room.lock();
        let sender = held.senders.entry(id).or_insert_with(NoticeSender::new);
        Ok(sender.listen(move || leave(&room, id)))
    }
}

/// Removes the notice sender of a match after its last watcher has left.
fn leave(room: &Weak<Mutex<Room>>, id: MatchId) {
    let Some(room) = room.upgrade() else { return };
    let mut room = room.lock();
    if room.senders.get(&id).is_some_and(NoticeSender::is_unheard) {
        room.senders.remove(&id);
    }
}
