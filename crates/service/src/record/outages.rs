//! When the store could not be reached, as this replica has seen it.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tinsel_store::{Shard, UnixMillis};

/// How many outages of a shard are remembered. They are rare, and what a match has been credited it keeps.
const REMEMBERED: usize = 32;

/// The outages of one shard, earliest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outages(VecDeque<(UnixMillis, UnixMillis)>);

impl Outages {
    /// Adds one, from the last success before it to the first one after it.
    pub(crate) fn add(&mut self, from: UnixMillis, to: UnixMillis) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((from, to));
    }

    /// How many milliseconds after `moment` the store could not be reached.
    pub(crate) fn after(&self, moment: UnixMillis) -> u64 {
        let lasted = |(from, to): &(UnixMillis, UnixMillis)| to.0.saturating_sub(from.0.max(moment.0));
        self.0.iter().map(lasted).fold(0, u64::saturating_add)
    }

    /// When the last one ended; `None` if there was none.
    pub(crate) fn last_end(&self) -> Option<UnixMillis> {
        self.0.back().map(|(_, to)| *to)
    }
}

/// Which shards can be reached, for every shard that matches are spread over.
#[derive(Debug)]
pub(crate) struct Reach(Vec<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    last_success: Option<UnixMillis>,
    failing: bool,
    outages: Outages,
}

impl Reach {
    pub(crate) fn new(shards: u16) -> Self {
        Self((0..shards).map(|_| Mutex::default()).collect())
    }

    /// The shard answered.
    pub(crate) fn succeeded(&self, shard: Shard, now: UnixMillis) {
        let Some(seen) = self.0.get(usize::from(shard.get())) else {
            return;
        };
        let mut seen = seen.lock();
        if let (true, Some(from)) = (seen.failing, seen.last_success) {
            seen.outages.add(from, now);
        }
        seen.failing = false;
        seen.last_success = Some(now);
    }

    /// The shard did not answer.
    pub(crate) fn failed(&self, shard: Shard) {
        if let Some(seen) = self.0.get(usize::from(shard.get())) {
            seen.lock().failing = true;
        }
    }

    /// The outages of a shard that are over.
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

    #[test]
    fn an_outage_lasts_from_the_last_success_to_the_next() {
        let reach = Reach::new(4);
        reach.failed(shard());
        reach.succeeded(shard(), UnixMillis(10));
        assert_eq!(reach.outages(shard()), Outages::default());
        reach.succeeded(shard(), UnixMillis(20));
        reach.failed(shard());
        reach.failed(shard());
        reach.succeeded(shard(), UnixMillis(50));
        reach.succeeded(shard(), UnixMillis(60));
        let outages = reach.outages(shard());
        assert_eq!(
            (outages.after(UnixMillis(0)), outages.last_end()),
            (30, Some(UnixMillis(50)))
        );
        assert_eq!((outages.after(UnixMillis(45)), outages.after(UnixMillis(50))), (5, 0));
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
