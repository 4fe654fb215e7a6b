//! Outages of the store, as this replica has observed them.

use std::{collections::VecDeque, time::Duration};

use parking_lot::Mutex;
use tinsel_store::{Shard, UnixMillis};

/// The number of outages of a shard that are remembered. Outages are rare, and a match stores its credit itself.
const REMEMBERED: usize = 32;

/// The outages of one shard, earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outages(VecDeque<(UnixMillis, UnixMillis)>);

impl Outages {
    /// Adds an outage, from the last success before it to the first success after it.
    pub(crate) fn add(&mut self, from: UnixMillis, to: UnixMillis) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((from, to));
    }

    /// Shifts all outages after a change of the clock that dates them.
    fn shift(&mut self, by_ms: i64) {
        for (from, to) in &mut self.0 {
            *from = UnixMillis(from.0.saturating_add_signed(by_ms));
            *to = UnixMillis(to.0.saturating_add_signed(by_ms));
        }
    }

    /// The duration of outages after `moment`, in milliseconds.
    pub(crate) fn after(&self, moment: UnixMillis) -> u64 {
        let lasted = |(from, to): &(UnixMillis, UnixMillis)| to.0.saturating_sub(from.0.max(moment.0));
        self.0.iter().map(lasted).fold(0, u64::saturating_add)
    }

    /// When the last one ended; `None` if there was none.
    pub(crate) fn last_end(&self) -> Option<UnixMillis> {
        self.0.back().map(|(_, to)| *to)
    }
}

/// The maximum time by which an outage can have begun before its first failed heartbeat: the interval of heartbeats. A
/// longer gap means that the replica itself was suspended, which is not an outage of the store.
const UNSEEN: Duration = Duration::from_millis(750);

/// Which shards are reachable, for every shard of the store. Only heartbeats determine it.
#[derive(Debug)]
pub(crate) struct Reach(Vec<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    /// In steady time.
    last_success: Option<Duration>,
    /// When heartbeats began to fail, in steady time.
    failing_since: Option<Duration>,
    outages: Outages,
}

impl Reach {
    pub(crate) fn new(shards: u16) -> Self {
        Self((0..shards).map(|_| Mutex::default()).collect())
    }

    /// Records that the shard answered at this steady time, which is `now`. Returns whether it was unreachable before.
    pub(crate) fn succeeded(&self, shard: Shard, steady: Duration, now: UnixMillis) -> bool {
        let Some(seen) = self.0.get(usize::from(shard.get())) else {
            return false;
        };
        let mut seen = seen.lock();
        let failing_since = seen.failing_since.take();
        if let (Some(failing), Some(success)) = (failing_since, seen.last_success) {
            let from = success.max(failing.saturating_sub(UNSEEN));
            let lasted = u64::try_from(steady.saturating_sub(from).as_millis()).unwrap_or(u64::MAX);
            seen.outages.add(UnixMillis(now.0.saturating_sub(lasted)), now);
        }
        seen.last_success = Some(steady);
        failing_since.is_some()
    }

    /// Records that the shard did not answer a heartbeat that was sent at this steady time.
    pub(crate) fn failed(&self, shard: Shard, sent: Duration) {
        if let Some(seen) = self.0.get(usize::from(shard.get())) {
            seen.lock().failing_since.get_or_insert(sent);
        }
    }

    /// Shifts the outages after the clock of the store changed by `by_ms`.
    pub(crate) fn clock_changed(&self, by_ms: i64) {
        self.0.iter().for_each(|seen| seen.lock().outages.shift(by_ms));
    }

    /// Whether the shard answered its last heartbeat.
    pub(crate) fn is_reached(&self, shard: Shard) -> bool {
        let seen = self.0.get(usize::from(shard.get())).map(Mutex::lock);
        seen.is_some_and(|seen| seen.failing_since.is_none() && seen.last_success.is_some())
    }

    /// Whether the shard did not answer its last heartbeat.
    pub(crate) fn is_failing(&self, shard: Shard) -> bool {
        let seen = self.0.get(usize::from(shard.get())).map(Mutex::lock);
        seen.is_some_and(|seen| seen.failing_since.is_some())
    }

    /// The number of shards that did not answer their last heartbeat.
    pub(crate) fn unreached(&self) -> usize {
        self.0.iter().filter(|seen| seen.lock().failing_since.is_some()).count()
    }

    /// The completed outages of a shard.
    pub(crate) fn outages(&self, shard: Shard) -> Outages {
        let seen = self.0.get(usize::from(shard.get()));
        seen.map(|seen| seen.lock().outages.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard() -> Shard {
        Shard::new(3).unwrap()
    }

    const BEGINNING: u64 = 1_800_000_000_000;

    /// A heartbeat at this steady time was answered.
    fn succeeded(reach: &Reach, ms: u64) -> bool {
        reach.succeeded(shard(), Duration::from_millis(ms), UnixMillis(BEGINNING + ms))
    }

    fn failed(reach: &Reach, ms: u64) {
        reach.failed(shard(), Duration::from_millis(ms));
    }

    #[test]
    fn an_outage_lasts_from_the_last_success_to_the_next() {
        let reach = Reach::new(4);
        failed(&reach, 0);
        assert_eq!(reach.unreached(), 1);
        assert!(succeeded(&reach, 10));
        assert_eq!(reach.outages(shard()), Outages::default());
        succeeded(&reach, 20);
        failed(&reach, 30);
        failed(&reach, 40);
        assert!(succeeded(&reach, 50));
        assert!(!succeeded(&reach, 60));
        assert_eq!(reach.unreached(), 0);
        let (outages, at) = (reach.outages(shard()), |ms| UnixMillis(BEGINNING + ms));
        assert_eq!((outages.after(at(0)), outages.last_end()), (30, Some(at(50))));
        assert_eq!((outages.after(at(45)), outages.after(at(50))), (5, 0));
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
        let (steady, an_hour_later) = (Duration::from_millis(5_000), UnixMillis(BEGINNING + 3_605_000));
        reach.succeeded(shard(), steady, an_hour_later);
        assert_eq!(reach.outages(shard()).after(UnixMillis(0)), 5_000);
    }

    #[test]
    fn an_outage_before_a_change_of_the_clock_is_credited_to_no_match_that_begins_after_it() {
        let reach = Reach::new(4);
        succeeded(&reach, 0);
        failed(&reach, 500);
        succeeded(&reach, 5_000);
        let begins = UnixMillis(BEGINNING + 5_000 - 3_600_000);
        assert_eq!(reach.outages(shard()).after(begins), 5_000);
        reach.clock_changed(-3_600_000);
        assert_eq!(reach.outages(shard()).after(begins), 0);
    }

    #[test]
    fn old_outages_are_forgotten() {
        let mut outages = Outages::default();
        for start in 0..1000 {
            outages.add(UnixMillis(start * 10), UnixMillis(start * 10 + 1));
        }
        assert_eq!(outages.after(UnixMillis(0)), REMEMBERED as u64);
    }
}
