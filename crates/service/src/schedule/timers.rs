//! Timers of single matches, for deadlines that this replica wrote in shards of other replicas.

use std::collections::{BTreeMap, BTreeSet};

use tinsel_store::{MatchId, UnixMillis};

/// The maximum of timers. Beyond it the latest are dropped, and only the owner of the shard and its deputy process the
/// match.
const TIMERS_MAX: usize = 65_536;

/// A bounded number of timers, one for each match.
#[derive(Debug, Default)]
pub(super) struct Timers {
    moments: BTreeMap<MatchId, UnixMillis>,
    order: BTreeSet<(UnixMillis, MatchId)>,
}

impl Timers {
    /// Sets the timer of a match, or removes it.
    pub(super) fn set(&mut self, id: MatchId, at: Option<UnixMillis>) {
        let before = match at {
            Some(at) => self.moments.insert(id, at),
            None => self.moments.remove(&id),
        };
        if let Some(before) = before {
            self.order.remove(&(before, id));
        }
        if let Some(at) = at {
            self.order.insert((at, id));
        }
        if self.order.len() > TIMERS_MAX
            && let Some((_, latest)) = self.order.pop_last()
        {
            self.moments.remove(&latest);
        }
    }

    /// When the first timer expires.
    pub(super) fn next(&self) -> Option<UnixMillis> {
        self.order.first().map(|(at, _)| *at)
    }

    /// Removes an expired timer; returns its match.
    pub(super) fn take(&mut self, now: UnixMillis) -> Option<MatchId> {
        let (at, id) = self.order.first().copied().filter(|(at, _)| *at <= now)?;
        self.order.remove(&(at, id));
        self.moments.remove(&id);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u32) -> MatchId {
        format!("000-{number:020}").parse().unwrap()
    }

    const fn at(millis: u64) -> UnixMillis {
        UnixMillis(millis)
    }

    #[test]
    fn timers_end_in_order_and_once() {
        let mut timers = Timers::default();
        timers.set(id(1), Some(at(30)));
        timers.set(id(2), Some(at(20)));
        timers.set(id(3), Some(at(10)));
        timers.set(id(3), None);
        timers.set(id(1), Some(at(15)));
        assert_eq!((timers.next(), timers.take(at(14))), (Some(at(15)), None));
        assert_eq!(timers.take(at(20)), Some(id(1)));
        assert_eq!(timers.take(at(20)), Some(id(2)));
        assert_eq!((timers.take(at(99)), timers.next()), (None, None));
    }

    #[test]
    fn over_the_limit_the_latest_are_dropped() {
        let mut timers = Timers::default();
        let count = u32::try_from(TIMERS_MAX).unwrap();
        for number in (0..count + 10).rev() {
            timers.set(id(number), Some(at(number.into())));
        }
        assert_eq!((timers.moments.len(), timers.order.len()), (TIMERS_MAX, TIMERS_MAX));
        assert_eq!(timers.order.last(), Some(&(at(u64::from(count) - 1), id(count - 1))));
    }
}
