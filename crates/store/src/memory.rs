//! Matches kept in memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::Bound,
    sync::{Arc, Weak},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use parking_lot::Mutex;

use crate::{
    Answer, Change, Created, Limits, LogPage, MatchId, MatchStore, Notices, PoolId, Replaced, RequestId, Reserved,
    Revision, Seek, Shard, StoreError, Stored, UnixMillis, Version, Write, notices::Herald,
};

mod kept;
mod pools;
mod seekers;

use kept::Kept;
use pools::Pools;
use seekers::Seekers;

/// The embedded store: everything is lost when the process ends.
#[derive(Clone)]
pub struct Memory {
    room: Arc<Mutex<Room>>,
    now: Arc<dyn Fn() -> UnixMillis + Send + Sync>,
    limits: Limits,
    matches_max: usize,
}

/// The most matches that are kept in memory at once.
const MATCHES_MAX: usize = 50_000;

impl Memory {
    /// A store that expires matches by the time `now` tells.
    #[must_use]
    pub fn new(now: impl Fn() -> UnixMillis + Send + Sync + 'static, limits: Limits) -> Self {
        Self {
            room: Arc::default(),
            now: Arc::new(now),
            limits,
            matches_max: MATCHES_MAX,
        }
    }

    /// The same store with room for so many matches; one more is refused with [`StoreError::Full`].
    #[must_use]
    pub const fn with_room_for(mut self, matches_max: usize) -> Self {
        self.matches_max = matches_max;
        self
    }

    /// How many matches are watched.
    #[must_use]
    pub fn watched(&self) -> usize {
        self.room.lock().heralds.len()
    }

    /// The matches as they are now: what has expired is gone first.
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
    /// A store that expires matches by the time of the machine.
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

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        self.with(|room, now| {
            if let Some(kept) = room.matches.get(&id) {
                return Ok(kept.begun_again(&write));
            }
            if room.matches.len() >= self.matches_max {
                return Err(StoreError::Full);
            }
            room.matches.insert(id, Kept::default());
            Ok(Created::New(room.apply(id, write, now, self.limits)))
        })
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        self.read(id, Kept::stored)
    }

    async fn replace(&self, id: MatchId, expected: Version, write: Write) -> Result<Replaced, StoreError> {
        self.with(|room, now| {
            let kept = room.matches.get(&id).ok_or(StoreError::NotFound)?;
            Ok(match kept.refused(expected, &write) {
                Some(refused) => refused,
                None => Replaced::Written(room.apply(id, write, now, self.limits)),
            })
        })
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<Answer>, StoreError> {
        self.read(id, |kept| kept.answer(request))
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        self.read(id, |kept| kept.page(after, limit))
    }

    async fn lobby(
        &self,
        shard: Shard,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let from = after.map_or(Bound::Unbounded, Bound::Excluded);
            let lobby = room.lobbies.get(&shard).into_iter();
            let unseen = lobby.flat_map(|lobby| lobby.range((from, Bound::Unbounded)));
            unseen.take(limit).map(|(id, entry)| (*id, entry.clone())).collect()
        }))
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.with(|room, _| {
            let waiting = room.deadlines.get(&shard).into_iter().flatten();
            let due = waiting.take_while(|(at, _)| *at <= now);
            due.take(limit).map(|(at, id)| (*id, *at)).collect()
        }))
    }

    async fn lease(&self, shard: Shard, holder: u64, kept_for: Duration) -> Result<bool, StoreError> {
        Ok(self.with(|room, now| {
            let held = room.leases.get(&shard).filter(|(_, until)| *until > now);
            let free = held.is_none_or(|(by, _)| *by == holder);
            if free {
                room.leases.insert(shard, (holder, later(now, kept_for)));
            }
            free
        }))
    }

    async fn seek(&self, pool: PoolId, seeker: &RequestId, seek: Seek) -> Result<Option<MatchId>, StoreError> {
        self.with(|room, now| room.seekers.seek(pool, seeker, seek, now))
    }

    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        Ok(self.with(|room, now| room.pools.reserve(pool, id, later(now, kept_for), limit)))
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        self.with(|room, _| ids.iter().for_each(|id| room.pools.release(pool, *id)));
        Ok(())
    }

    async fn watch(&self, id: MatchId) -> Result<Notices, StoreError> {
        let room = Arc::downgrade(&self.room);
        let mut held = self.room.lock();
        let herald = held.heralds.entry(id).or_insert_with(Herald::new);
        Ok(herald.listen(move || leave(&room, id)))
    }

    async fn ready(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Forgets who told the watchers of a match, once the last has gone.
fn leave(room: &Weak<Mutex<Room>>, id: MatchId) {
    let Some(room) = room.upgrade() else { return };
    let mut room = room.lock();
    if room.heralds.get(&id).is_some_and(Herald::is_unheard) {
        room.heralds.remove(&id);
    }
}

/// All matches with their indexes. An index names only matches that are kept.
#[derive(Default)]
struct Room {
    /// Who looks after what is due in a shard, and until when.
    leases: BTreeMap<Shard, (u64, UnixMillis)>,
    matches: BTreeMap<MatchId, Kept>,
    lobbies: BTreeMap<Shard, BTreeMap<MatchId, Bytes>>,
    deadlines: BTreeMap<Shard, BTreeSet<(UnixMillis, MatchId)>>,
    expiries: BTreeSet<(UnixMillis, MatchId)>,
    heralds: BTreeMap<MatchId, Herald>,
    pools: Pools,
    seekers: Seekers,
}

impl Room {
    /// Writes everything of one step. The match is there.
    fn apply(&mut self, id: MatchId, write: Write, now: UnixMillis, limits: Limits) -> Version {
        let Some(kept) = self.matches.get_mut(&id) else {
            debug_assert!(false, "only a match that is kept is written");
            return Version {
                revision: Revision::NONE,
                nonce: write.nonce,
            };
        };
        let (deadline, expiry) = (kept.deadline, kept.expiry);
        kept.deadline = write.deadline.clone().after(deadline);
        kept.expiry = write.expiry.clone().map(|kept_for| later(now, kept_for)).after(expiry);
        let deadlines = self.deadlines.entry(id.shard()).or_default();
        reindex(deadlines, id, deadline, kept.deadline);
        reindex(&mut self.expiries, id, expiry, kept.expiry);
        let lobby = self.lobbies.entry(id.shard()).or_default();
        match &write.lobby {
            Change::Keep => {}
            Change::Clear => drop(lobby.remove(&id)),
            Change::Set(entry) => drop(lobby.insert(id, entry.clone())),
        }
        let version = kept.write(write, limits);
        if let Some(herald) = self.heralds.get(&id) {
            herald.moved(version);
        }
        version
    }

    fn expire(&mut self, now: UnixMillis) {
        self.pools.expire(now);
        while let Some((at, id)) = self.expiries.first().copied().filter(|(at, _)| *at <= now) {
            self.expiries.remove(&(at, id));
            let deadline = self.matches.remove(&id).and_then(|kept| kept.deadline);
            let deadlines = self.deadlines.entry(id.shard()).or_default();
            reindex(deadlines, id, deadline, None);
            self.lobbies.entry(id.shard()).or_default().remove(&id);
        }
    }
}

fn later(now: UnixMillis, wait: Duration) -> UnixMillis {
    UnixMillis(now.0.saturating_add(crate::millis(wait)))
}

fn reindex(
    index: &mut BTreeSet<(UnixMillis, MatchId)>,
    id: MatchId,
    before: Option<UnixMillis>,
    after: Option<UnixMillis>,
) {
    if before == after {
        return;
    }
    if let Some(at) = before {
        index.remove(&(at, id));
    }
    if let Some(at) = after {
        index.insert((at, id));
    }
}
