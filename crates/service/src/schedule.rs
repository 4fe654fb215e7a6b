//! When this replica scans which shard.
//!
//! For each shard that it owns or deputizes, a replica knows the earliest time at which something may be due. It learns
//! that from its last scan of the index, from notices, and from its own writes. It scans the shard at that time, not
//! before. An owner also scans each of its shards once in [`REFRESH_MS`], in case a notice was lost.

mod ownership;
mod timers;

use std::{collections::BTreeMap, time::Duration};

use parking_lot::Mutex;
use tinsel_store::{Change, MatchId, Shard, UnixMillis};
use tokio::sync::Notify;

use self::{
    ownership::{Rank, ranks},
    timers::Timers,
};

/// The delay of the deputy's scan after the owner's, in milliseconds. With the time of the work itself it stays below
/// one second, which limits the delay of a deadline after a replica was killed.
pub(crate) const DEPUTY_MS: u64 = 400;
/// The longest time between two scans of a shard by its owner, in milliseconds.
pub(crate) const REFRESH_MS: u64 = 30_000;

/// The shards of this replica with the moments at which it scans them, and its timers.
#[derive(Debug)]
pub(crate) struct Schedule {
    shards: u16,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    watched: BTreeMap<Shard, Watched>,
    timers: Timers,
}

/// A shard that this replica owns or deputizes.
#[derive(Debug)]
struct Watched {
    rank: Rank,
    /// The earliest time at which something may be due, if it is known.
    earliest: Option<UnixMillis>,
    /// When to scan in any case; `UnixMillis(0)` means at once.
    scan_at: Option<UnixMillis>,
    /// When the last scan ended.
    scanned: UnixMillis,
    is_scanning: bool,
}

/// The next task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Scan a shard.
    Scan(Shard),
    /// Process a match.
    Process(MatchId),
}

impl Task {
    /// The shard of the task.
    pub(crate) const fn shard(self) -> Shard {
        match self {
            Self::Scan(shard) => shard,
            Self::Process(id) => id.shard(),
        }
    }
}

const AT_ONCE: UnixMillis = UnixMillis(0);

impl Schedule {
    /// A schedule without assigned shards; `shards` is the total number of shards.
    pub(crate) fn new(shards: u16) -> Self {
        Self {
            shards,
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Assigns shards to `own` while these replicas are alive, and scans new shards at once.
    pub(crate) fn assign(&self, own: u64, replicas: &[u64]) {
        let mut state = self.state.lock();
        let mut before = std::mem::take(&mut state.watched);
        for (shard, rank) in ranks(own, replicas, self.shards) {
            let watched = before.remove(&shard).filter(|watched| watched.rank == rank);
            state
                .watched
                .insert(shard, watched.unwrap_or_else(|| Watched::new(rank)));
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Records from a notice that a match is due at this time.
    pub(crate) fn noticed(&self, id: MatchId, at: UnixMillis) {
        let mut state = self.state.lock();
        if state
            .watched
            .get_mut(&id.shard())
            .is_some_and(|watched| watched.may_be_due(at))
        {
            self.changed.notify_one();
        }
    }

    /// Records a write of this replica. For shards of other replicas it sets a timer, in case they have stopped or
    /// missed the notice.
    pub(crate) fn written(&self, id: MatchId, deadline: &Change<UnixMillis>) {
        let at = match deadline {
            Change::Keep => return,
            Change::Clear => None,
            Change::Set(at) => Some(*at),
        };
        let mut state = self.state.lock();
        let is_earlier = match (state.watched.get_mut(&id.shard()), at) {
            (Some(watched), Some(at)) => watched.may_be_due(at),
            (Some(_), None) => false,
            (None, at) => {
                let next = state.timers.next();
                state.timers.set(id, at.map(|at| later(at, DEPUTY_MS)));
                state.timers.next() != next
            }
        };
        if is_earlier {
            self.changed.notify_one();
        }
    }

    /// Scans all shards at once, because notices may have been lost.
    pub(crate) fn scan_all(&self) {
        let mut state = self.state.lock();
        state
            .watched
            .values_mut()
            .for_each(|watched| watched.scan_at = Some(AT_ONCE));
        self.changed.notify_one();
    }

    /// Scans these shards at once.
    pub(crate) fn scan_now(&self, shards: &[Shard]) {
        let mut state = self.state.lock();
        for shard in shards {
            if let Some(watched) = state.watched.get_mut(shard) {
                watched.scan_at = Some(AT_ONCE);
            }
        }
        self.changed.notify_one();
    }

    /// A task that is due by now. A shard that is taken is not returned again until [`scanned`](Self::scanned).
    pub(crate) fn take(&self, now: UnixMillis) -> Option<Task> {
        let mut state = self.state.lock();
        if let Some(id) = state.timers.take(now) {
            return Some(Task::Process(id));
        }
        let (_, shard) = state.first(self.shards).filter(|(at, _)| *at <= now)?;
        let watched = state.watched.get_mut(&shard)?;
        (watched.earliest, watched.scan_at, watched.is_scanning) = (None, None, true);
        Some(Task::Scan(shard))
    }

    /// Records a completed scan of a shard: something may be due at `next`, and the next scan is at `again` in any
    /// case.
    pub(crate) fn scanned(&self, shard: Shard, next: Option<UnixMillis>, again: Option<UnixMillis>, now: UnixMillis) {
        let mut state = self.state.lock();
        let Some(watched) = state.watched.get_mut(&shard) else {
            return;
        };
        (watched.is_scanning, watched.scanned) = (false, now);
        if let Some(next) = next {
            watched.may_be_due(next);
        }
        watched.scan_at = [watched.scan_at, again].into_iter().flatten().min();
    }

    /// Postpones a taken task to `at`.
    pub(crate) fn postpone(&self, task: Task, at: UnixMillis, now: UnixMillis) {
        match task {
            Task::Process(id) => self.state.lock().timers.set(id, Some(at)),
            Task::Scan(shard) => self.scanned(shard, None, Some(at), now),
        }
    }

    /// When the next task is due.
    pub(crate) fn next(&self) -> Option<UnixMillis> {
        self.state.lock().next(self.shards)
    }

    /// Waits until the next task may have become earlier.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Whether this replica owns a shard.
    pub(crate) fn owns(&self, shard: Shard) -> bool {
        let state = self.state.lock();
        state
            .watched
            .get(&shard)
            .is_some_and(|watched| watched.rank == Rank::Owner)
    }

    /// The shards that this replica owns.
    pub(crate) fn owned(&self) -> Vec<Shard> {
        let state = self.state.lock();
        let owned = state.watched.iter().filter(|(_, watched)| watched.rank == Rank::Owner);
        owned.map(|(shard, _)| *shard).collect()
    }

    /// Whether this replica owns or deputizes a shard.
    #[cfg(test)]
    pub(crate) fn watches(&self, shard: Shard) -> bool {
        self.state.lock().watched.contains_key(&shard)
    }

    /// Notifies the waiting sweep that the next task may have changed.
    pub(crate) fn reconsider(&self) {
        self.changed.notify_one();
    }
}

impl State {
    fn next(&self, shards: u16) -> Option<UnixMillis> {
        let first = self.first(shards).map(|(at, _)| at);
        [first, self.timers.next()].into_iter().flatten().min()
    }

    /// The shard to scan first, and the time of the scan.
    fn first(&self, shards: u16) -> Option<(UnixMillis, Shard)> {
        let waiting = self.watched.iter().filter(|(_, watched)| !watched.is_scanning);
        let moments = waiting.filter_map(|(shard, watched)| Some((watched.moment(*shard, shards)?, *shard)));
        moments.min()
    }
}

impl Watched {
    const fn new(rank: Rank) -> Self {
        Self {
            rank,
            earliest: None,
            scan_at: Some(AT_ONCE),
            scanned: AT_ONCE,
            is_scanning: false,
        }
    }

    /// Records that something may be due at this time. Returns whether that is earlier than known before.
    fn may_be_due(&mut self, at: UnixMillis) -> bool {
        let is_earlier = self.earliest.is_none_or(|earliest| at < earliest);
        if is_earlier {
            self.earliest = Some(at);
        }
        is_earlier
    }

    /// When to scan this shard.
    fn moment(&self, shard: Shard, shards: u16) -> Option<UnixMillis> {
        let (delay_ms, refresh) = match self.rank {
            Rank::Owner => (0, Some(refresh_after(self.scanned, shard, shards))),
            Rank::Deputy => (DEPUTY_MS, None),
        };
        let due = self.earliest.map(|earliest| later(earliest, delay_ms));
        [due, self.scan_at, refresh].into_iter().flatten().min()
    }
}

/// The next refresh of a shard by its owner after this time. The refreshes of all shards are spread evenly.
fn refresh_after(scanned: UnixMillis, shard: Shard, shards: u16) -> UnixMillis {
    let phase = REFRESH_MS.saturating_mul(shard.get().into()) / u64::from(shards.max(1));
    let since = scanned.0.saturating_sub(phase) % REFRESH_MS;
    if scanned.0 < phase {
        return UnixMillis(phase);
    }
    later(scanned, REFRESH_MS.saturating_sub(since))
}

fn later(at: UnixMillis, by_ms: u64) -> UnixMillis {
    UnixMillis(at.0.saturating_add(by_ms))
}

/// The time from `now` until then.
pub(crate) fn until(at: UnixMillis, now: UnixMillis) -> Duration {
    Duration::from_millis(at.0.saturating_sub(now.0))
}

#[cfg(test)]
mod tests;
