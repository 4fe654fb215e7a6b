//! Outages: times in which no replica reached a shard. They are not charged to players.
//!
//! A replica observes an outage of the store by its heartbeats. It finds the times in which no replica was alive from the
//! last announcement of any replica, when it starts, and after it was suspended. Until then it changes no match. The store
//! keeps the outages that any replica has found, so that all replicas credit the same ones, also after a restart.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

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

    /// Records that shards of one node answered at this steady time, which is `now`. Returns those that were unreachable.
    pub(crate) fn succeeded(&self, shards: &[Shard], steady: Duration, now: UnixMillis) -> Vec<Shard> {
        let (mut recovered, mut outages) = (Vec::new(), Vec::<(Duration, BTreeSet<Shard>)>::new());
        for shard in shards {
            let Some(seen) = self.seen(*shard) else { continue };
            let mut seen = seen.lock();
            if let Some((failing, _)) = seen.failing.take() {
                recovered.push(*shard);
                // A replica that has just started counts from its first heartbeat.
                let earliest = failing.saturating_sub(UNSEEN);
                let from = seen.last_success.map_or(failing, |success| success.max(earliest));
                match outages.iter_mut().find(|(began, _)| *began == from) {
                    Some((_, shards)) => drop(shards.insert(*shard)),
                    None => outages.push((from, BTreeSet::from([*shard]))),
                }
            }
            seen.last_success = Some(steady);
        }
        for (from, shards) in outages {
            let lasted = u64::try_from(steady.saturating_sub(from).as_millis()).unwrap_or(u64::MAX);
            self.add(Outage {
                from: UnixMillis(now.0.saturating_sub(lasted)),
                to: now,
                shards: (shards.len() < self.shards.len()).then(|| Arc::new(shards)),
            });
        }
        recovered
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

    /// Records the stored outages, read `now`, which are complete up to this steady time.
    pub(crate) fn learned(&self, stored: Vec<Outage>, up_to: Duration, now: UnixMillis) {
        let mut found = self.found.lock();
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

    /// Reacts to a jump of the clock of the store to `now`. A jump forward credits itself: the last announcement is as long
    /// ago as if no replica had been alive. After a jump back, earlier outages would be credited to later matches.
    pub(crate) fn clock_jumped(&self, now: UnixMillis) {
        let mut found = self.found.lock();
        found.up_to = None;
        found.forget_later_than(now);
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

    /// The completed outages of a shard.
    pub(crate) fn outages(&self, shard: Shard) -> Outages {
        let all = Arc::clone(&self.found.lock().all);
        Outages { all, shard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard() -> Shard {
        Shard::new(3).unwrap()
    }

    const BEGINNING: u64 = 1_800_000_000_000;

    const fn at(ms: u64) -> UnixMillis {
        UnixMillis(BEGINNING + ms)
    }

    /// A heartbeat at this steady time was answered.
    fn succeeded(reach: &Reach, ms: u64) -> bool {
        !reach
            .succeeded(&[shard()], Duration::from_millis(ms), at(ms))
            .is_empty()
    }

    fn failed(reach: &Reach, ms: u64) {
        let failure = StoreError::Unavailable("no answer".to_owned());
        reach.failed(&[shard()], Duration::from_millis(ms), &failure);
    }

    #[test]
    fn an_outage_lasts_from_the_last_success_to_the_next() {
        let reach = Reach::new(4);
        failed(&reach, 0);
        assert_eq!(reach.unreached(), 1);
        assert!(succeeded(&reach, 10));
        assert_eq!(reach.outages(shard()).after(at(0)), 10, "it began before this replica");
        succeeded(&reach, 20);
        failed(&reach, 30);
        failed(&reach, 40);
        assert!(succeeded(&reach, 50));
        assert!(!succeeded(&reach, 60));
        assert_eq!(reach.unreached(), 0);
        let outages = reach.outages(shard());
        assert_eq!((outages.after(at(10)), outages.last_end()), (30, Some(at(50))));
        assert_eq!((outages.after(at(45)), outages.after(at(50))), (5, 0));
        assert_eq!(reach.outages(Shard::FIRST).last_end(), None, "another shard");
    }

    #[test]
    fn an_outage_after_an_idle_hour_is_at_most_a_second_longer() {
        let reach = Reach::new(4);
        let hour = 3_600_000;
        succeeded(&reach, 0);
        failed(&reach, hour);
        failed(&reach, hour + 2_000);
        succeeded(&reach, hour + 5_000);
        assert_eq!(reach.outages(shard()).after(UnixMillis(0)), 5_750);
    }

    #[test]
    fn the_length_of_an_outage_is_independent_of_the_clock_of_the_store() {
        let reach = Reach::new(4);
        succeeded(&reach, 0);
        failed(&reach, 500);
        reach.succeeded(&[shard()], Duration::from_millis(5_000), at(3_605_000));
        assert_eq!(reach.outages(shard()).after(UnixMillis(0)), 5_000);
    }

    #[test]
    fn an_outage_before_the_clock_went_back_is_credited_to_no_match_that_begins_after_it() {
        let reach = Reach::new(4);
        succeeded(&reach, 0);
        failed(&reach, 500);
        succeeded(&reach, 3_600_000);
        let begins = UnixMillis(BEGINNING);
        assert_eq!(reach.outages(shard()).after(begins), 3_600_000);
        reach.clock_jumped(begins);
        assert_eq!(reach.outages(shard()).after(begins), 0);
        let stored = Outage {
            from: begins,
            to: at(3_600_000),
            shards: None,
        };
        reach.learned(vec![stored], Duration::ZERO, begins);
        assert_eq!(reach.outages(shard()).after(begins), 0);
    }

    #[test]
    fn a_time_that_several_outages_contain_counts_once() {
        for (times, after, lasted) in [
            (vec![(0, 60), (10, 50)], 0, 60),
            (vec![(0, 60), (50, 70)], 0, 70),
            (vec![(0, 60), (50, 70)], 55, 15),
            (vec![(10, 20), (90, 100), (5, 15), (12, 15)], 0, 25),
            (vec![(10, 20), (10, 20)], 0, 10),
            (vec![(10, 20), (0, 100)], 15, 85),
        ] {
            let times: Vec<_> = times.into_iter().map(|(from, to)| (at(from), at(to))).collect();
            assert_eq!(
                Outages::of(shard(), &times).after(at(after)),
                lasted,
                "{times:?} {after}"
            );
        }
    }

    #[test]
    fn a_replica_that_was_suspended_has_missed_outages_until_it_reads_them() {
        let reach = Reach::new(4);
        let steady = Duration::from_millis;
        reach.runs(steady(0));
        assert!(!reach.is_complete(steady(0)), "before it has read them");
        reach.learned(Vec::new(), steady(0), at(0));
        assert!(reach.is_complete(steady(3_000)));
        reach.runs(steady(3_000));
        reach.runs(steady(6_001));
        assert!(!reach.is_complete(steady(6_001)));
        assert_eq!(reach.announced(at(1_000), at(6_000)), None, "a replica was alive");
        assert_eq!(reach.outages(shard()).last_end(), None);
        assert_eq!(reach.announced(at(999), at(6_000)), Some(5_001));
        assert_eq!(reach.outages(shard()).after(at(0)), 5_001);
        let unstored = reach.unstored();
        reach.stored(&unstored);
        assert_eq!(reach.unstored(), []);
        reach.learned(unstored, steady(6_000), at(6_001));
        assert!(reach.is_complete(steady(6_001)));
        assert_eq!(reach.outages(shard()).after(at(0)), 5_001, "read again");
    }
}
