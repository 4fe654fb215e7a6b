//! Outages: times in which no replica reached a shard. They are not charged to players.
//!
//! A replica observes an outage of the store by its heartbeats. It finds the times in which no replica was alive from the
//! last announcement of any replica, when it starts, and after it was suspended. Until then it changes no match. The store
//! keeps the outages that any replica has found, so that all replicas credit the same ones, also after a restart.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use parking_lot::Mutex;
use tinsel_store::{Outage, Shard, StoreError, UnixMillis};

/// The outages of one shard.
#[derive(Debug, Clone)]
pub(crate) struct Outages {
    /// Those of all shards, by their ends.
    all: Arc<Vec<Outage>>,
    shard: Shard,
}

impl Outages {
    /// These outages of a shard.
    #[cfg(test)]
    pub(crate) fn of(shard: Shard, times: &[(UnixMillis, UnixMillis)]) -> Self {
        let outage = |(from, to): &(UnixMillis, UnixMillis)| Outage {
            from: *from,
            to: *to,
            shards: None,
        };
        let all = Arc::new(Outage::merged(times.iter().map(outage).collect()));
        Self { all, shard }
    }

    /// The duration of outages after `moment`, in milliseconds. A time that several outages contain counts once.
    pub(crate) fn after(&self, moment: UnixMillis) -> u64 {
        let (mut lasted, mut counted_from) = (0_u64, UnixMillis(u64::MAX));
        // An outage that ended earlier adds only the time before all others.
        for outage in self.all.iter().rev().take_while(|outage| outage.to > moment) {
            if outage.concerns(self.shard) {
                let from = outage.from.max(moment);
                let to = outage.to.min(counted_from);
                lasted = lasted.saturating_add(to.0.saturating_sub(from.0));
                counted_from = counted_from.min(from);
            }
        }
        lasted
    }

    /// When the last one ended; `None` if there was none.
    pub(crate) fn last_end(&self) -> Option<UnixMillis> {
        let mut last = self.all.iter().rev().filter(|outage| outage.concerns(self.shard));
        last.next().map(|outage| outage.to)
    }
}

/// The maximum time by which an outage can have begun before its first failed heartbeat: the interval of heartbeats. A
/// longer gap means that the replica itself was suspended, which is not an outage of the store.
const UNSEEN: Duration = Duration::from_millis(750);

/// The longest time between two heartbeats of a replica that was not suspended.
const SUSPENDED: Duration = Duration::from_secs(3);

/// The longest time between two announcements of a fleet of which a replica was alive, in milliseconds.
const ANNOUNCED_MS: u64 = 5_000;

/// The maximum by which an outage can end in the future, because the clocks of two replicas differ, in milliseconds. One
/// that ends later was found before the clock of the store went back.
const AHEAD_MS: u64 = 5_000;

/// Which shards are reachable, for every shard of the store, and their outages. Only heartbeats determine it.
#[derive(Debug)]
pub(crate) struct Reach {
    shards: Vec<Mutex<Seen>>,
    found: Mutex<Found>,
}

#[derive(Debug, Default)]
struct Seen {
    /// In steady time.
    last_success: Option<Duration>,
    /// When heartbeats began to fail, in steady time, and the last failure.
    failing: Option<(Duration, StoreError)>,
}

#[derive(Debug, Default)]
struct Found {
    /// By their ends.
    all: Arc<Vec<Outage>>,
    /// Those that the store does not have yet.
    unstored: Vec<Outage>,
    /// The steady time up to which the replica has found all outages; `None` before it has read the last announcement.
    up_to: Option<Duration>,
    /// The number of jumps of the clock of the store.
    jumps: u64,
}

impl Found {
    /// Adds outages to the known ones.
    fn add(&mut self, outages: Vec<Outage>) {
        self.all = Arc::new(Outage::merged(self.all.iter().cloned().chain(outages).collect()));
    }

    fn is_complete(&self, steady: Duration) -> bool {
        self.up_to
            .is_some_and(|up_to| steady.saturating_sub(up_to) <= SUSPENDED)
    }

    fn forget_later_than(&mut self, now: UnixMillis) {
        let is_past = |outage: &Outage| outage.to.0 <= now.0.saturating_add(AHEAD_MS);
        self.unstored.retain(is_past);
        Arc::make_mut(&mut self.all).retain(is_past);
    }
}

impl Reach {
    pub(crate) fn new(shards: u16) -> Self {
        Self {
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            found: Mutex::default(),
        }
    }

    fn seen(&self, shard: Shard) -> Option<&Mutex<Seen>> {
        self.shards.get(usize::from(shard.get()))
    }

    /// Records that shards of one node answered at this steady time, which is `now`; `None` while the time of the store is not
    /// known. Returns those that were unreachable.
    pub(crate) fn succeeded(&self, shards: &[Shard], steady: Duration, now: Option<UnixMillis>) -> Vec<Shard> {
        // Before the shards count as reached: changes then know the outage.
        let recovered = self.add_failing(shards, steady, now);
        for seen in shards.iter().filter_map(|shard| self.seen(*shard)) {
            *seen.lock() = Seen {
                last_success: Some(steady),
                failing: None,
            };
        }
        recovered
    }

    /// Records, up to this steady time, which is `now`, the outages that have not ended: a replica that starts later did not see
    /// them begin.
    pub(crate) fn record_lasting(&self, steady: Duration, now: UnixMillis) {
        let shards: Vec<_> = (0..self.shards.len())
            .filter_map(|shard| Shard::new(u16::try_from(shard).ok()?))
            .collect();
        self.add_failing(&shards, steady, Some(now));
    }

    /// Of these shards, those that did not answer. Adds their outages until `now`.
    fn add_failing(&self, shards: &[Shard], steady: Duration, now: Option<UnixMillis>) -> Vec<Shard> {
        let mut outages = BTreeMap::<Duration, BTreeSet<Shard>>::new();
        for shard in shards {
            let Some(seen) = self.seen(*shard) else { continue };
            let seen = seen.lock();
            if let Some((failing, _)) = &seen.failing {
                // A replica that has just started counts from its first heartbeat.
                let earliest = failing.saturating_sub(UNSEEN);
                let from = seen.last_success.map_or(*failing, |success| success.max(earliest));
                outages.entry(from).or_default().insert(*shard);
            }
        }
        let failing = outages.values().flatten().copied().collect();
        let Some(now) = now else { return failing };
        for (from, shards) in outages {
            let lasted = u64::try_from(steady.saturating_sub(from).as_millis()).unwrap_or(u64::MAX);
            self.add(Outage {
                from: UnixMillis(now.0.saturating_sub(lasted)),
                to: now,
                shards: (shards.len() < self.shards.len()).then(|| Arc::new(shards)),
            });
        }
        failing
    }

    /// Records that shards did not answer a heartbeat that was sent at this steady time.
    pub(crate) fn failed(&self, shards: &[Shard], sent: Duration, failure: &StoreError) {
        for seen in shards.iter().filter_map(|shard| self.seen(*shard)) {
            let mut seen = seen.lock();
            let since = seen.failing.as_ref().map_or(sent, |(since, _)| *since);
            seen.failing = Some((since, failure.clone()));
        }
    }

    fn add(&self, outage: Outage) {
        let mut found = self.found.lock();
        found.unstored.push(outage.clone());
        found.unstored = Outage::merged(std::mem::take(&mut found.unstored));
        found.add(vec![outage]);
    }

    /// Records that the replica runs at this steady time. After a suspension, this has no effect until
    /// [`learned`](Self::learned).
    pub(crate) fn runs(&self, steady: Duration) {
        let mut found = self.found.lock();
        if found.is_complete(steady) {
            found.up_to = Some(steady);
        }
    }

    /// Whether the replica has found all outages up to this steady time.
    pub(crate) fn is_complete(&self, steady: Duration) -> bool {
        self.found.lock().is_complete(steady)
    }

    /// Records the time of the last announcement of any replica, which was read `now`. If it is too long ago, no replica was
    /// alive since. Returns the length of this outage, in milliseconds.
    pub(crate) fn announced(&self, last: UnixMillis, now: UnixMillis) -> Option<u64> {
        let lasted_ms = now.0.saturating_sub(last.0);
        if lasted_ms <= ANNOUNCED_MS {
            return None;
        }
        self.add(Outage {
            from: last,
            to: now,
            shards: None,
        });
        Some(lasted_ms)
    }

    /// The number of jumps of the clock of the store. What is read before a jump is not known to be complete after it.
    pub(crate) fn jumps(&self) -> u64 {
        self.found.lock().jumps
    }

    /// Records the stored outages, read `now`, which are complete up to this steady time, unless the clock of the store has
    /// jumped since `jumps`.
    pub(crate) fn learned(&self, stored: Vec<Outage>, (up_to, jumps): (Duration, u64), now: UnixMillis) {
        let mut found = self.found.lock();
        if found.jumps != jumps {
            return;
        }
        found.add(stored);
        found.forget_later_than(now);
        found.up_to = Some(up_to);
    }

    /// The outages that the store does not have yet.
    pub(crate) fn unstored(&self) -> Vec<Outage> {
        self.found.lock().unstored.clone()
    }

    /// Records that the store has these outages now.
    pub(crate) fn stored(&self, outages: &[Outage]) {
        self.found.lock().unstored.retain(|outage| !outages.contains(outage));
    }

    /// Measures the clock of the store. If it jumped to the returned time, the outages must be read again, and no change uses
    /// the new time before that. A long jump forward credits itself: the last announcement is as long ago as if no replica had
    /// been alive. After a jump back, earlier outages would be credited to later matches.
    pub(crate) fn measuring<T>(&self, measure: impl FnOnce() -> (T, Option<UnixMillis>)) -> T {
        let mut found = self.found.lock();
        let (measured, jumped) = measure();
        if let Some(now) = jumped {
            found.up_to = None;
            found.jumps = found.jumps.wrapping_add(1);
            found.forget_later_than(now);
        }
        measured
    }

    /// Whether the shard answered its last heartbeat.
    pub(crate) fn is_reached(&self, shard: Shard) -> bool {
        let seen = self.seen(shard).map(Mutex::lock);
        seen.is_some_and(|seen| seen.failing.is_none() && seen.last_success.is_some())
    }

    /// Whether the shard did not answer its last heartbeat.
    pub(crate) fn is_failing(&self, shard: Shard) -> bool {
        self.failure(shard).is_some()
    }

    /// Why the shard did not answer its last heartbeat; `None` if it did, or none was sent yet.
    pub(crate) fn failure(&self, shard: Shard) -> Option<StoreError> {
        let seen = self.seen(shard)?.lock();
        seen.failing.as_ref().map(|(_, failure)| failure.clone())
    }

    /// The number of shards that did not answer their last heartbeat.
    pub(crate) fn unreached(&self) -> usize {
        self.shards.iter().filter(|seen| seen.lock().failing.is_some()).count()
    }

    /// The known outages of a shard.
    pub(crate) fn outages(&self, shard: Shard) -> Outages {
        let all = Arc::clone(&self.found.lock().all);
        Outages { all, shard }
    }
}

#[cfg(test)]
mod tests;
