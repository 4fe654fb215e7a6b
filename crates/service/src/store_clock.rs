//! The time of the store, which all replicas use.
//!
//! Different replicas with different clocks set and compare the deadlines of a match. The store has one clock: the
//! current time is the steady time of this replica plus an offset that heartbeats measure.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tinsel_store::UnixMillis;

use crate::settings::Clock;

/// The clock of the store, as this replica has measured it.
///
/// It shows the earliest time that the measurements allow, so that no deadline passes early. It can be ahead for a while
/// after the store's clock was set back by less than a round trip, for example by a failover, or was slowed by more
/// than [`DRIFT_PPM`]. A time limit that this replica sets is short by the time by which the clock is behind: usually a
/// few milliseconds.
#[derive(Debug)]
pub(crate) struct StoreClock {
    local: Arc<dyn Clock>,
    /// `None` before the first measurement.
    offset: Mutex<Option<Offset>>,
}

/// Bounds of the store's time minus the steady time, in microseconds, at the steady time `at`.
#[derive(Debug, Clone, Copy)]
struct Offset {
    least: i64,
    most: i64,
    at: i64,
}

impl Offset {
    /// The bounds at the steady time `now`, after the drift since then.
    const fn after_drift(self, now: i64) -> Self {
        let drift = now.saturating_sub(self.at).saturating_mul(DRIFT_PPM) / MILLION;
        Self {
            least: self.least.saturating_sub(drift),
            most: self.most.saturating_add(drift),
            at: now,
        }
    }

    /// The bounds by both measurements; `None` if they contradict each other.
    fn and(self, other: Self) -> Option<Self> {
        let both = Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            at: self.at,
        };
        (both.least <= both.most).then_some(both)
    }
}

/// A measurement of the store's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measured {
    /// The change of this clock, in milliseconds. The first measurement changes it from the wall clock.
    pub(crate) change_ms: i64,
    /// Whether the earlier measurements exclude the time of the store: its clock was set.
    pub(crate) is_contradiction: bool,
    /// Whether the answer was so slow that the store should be asked again soon.
    pub(crate) is_vague: bool,
    /// How far the wall clock of this replica is ahead of the store's, in milliseconds.
    pub(crate) wall_ahead_ms: i64,
}

/// The maximum drift between two clocks in a million parts: the kernel lets NTP adjust each of them by 500.
const DRIFT_PPM: i64 = 1000;
const MILLION: i64 = 1_000_000;

/// The uncertainty of a vague measurement, in microseconds.
const VAGUE: i64 = 50_000;

impl StoreClock {
    /// A clock that shows the local time of day until the store's time is measured.
    pub(crate) fn new(local: Arc<dyn Clock>) -> Self {
        Self {
            local,
            offset: Mutex::new(None),
        }
    }

    /// Whether the store's time was measured. Until then the clock shows the wall clock's time.
    pub(crate) fn is_measured(&self) -> bool {
        self.is_measured_within(Duration::MAX)
    }

    /// Whether the store's time was measured in the last `limit`.
    pub(crate) fn is_measured_within(&self, limit: Duration) -> bool {
        let since = micros(self.local.steady().saturating_sub(limit));
        !self.local.follows_store() || self.offset.lock().is_some_and(|offset| offset.at >= since)
    }

    /// How far the wall clock of this replica is ahead of the store's `time`, in milliseconds; `None` if the two clocks
    /// are independent.
    pub(crate) fn ahead_of(&self, time: UnixMillis) -> Option<i64> {
        self.local.follows_store().then(|| difference(self.local.now(), time))
    }

    /// Records the time in the store's answer to a command that was sent and answered at these steady times.
    ///
    /// The store read its clock between the two, and returns whole milliseconds.
    pub(crate) fn measure(&self, sent: Duration, received: Duration, store: UnixMillis) -> Measured {
        let before = self.now();
        let (mut is_contradiction, mut is_vague) = (false, false);
        if self.local.follows_store() {
            let (sent, at) = (micros(sent), micros(received));
            let store = i64::try_from(store.0).unwrap_or(i64::MAX).saturating_mul(1000);
            let measured = Offset {
                least: store.saturating_sub(at),
                most: store.saturating_add(1000).saturating_sub(sent),
                at,
            };
            let mut offset = self.offset.lock();
            let both = match *offset {
                Some(known) => known.after_drift(at).and(measured),
                None => Some(measured),
            };
            is_contradiction = both.is_none();
            let new = both.unwrap_or(measured);
            is_vague = new.most.saturating_sub(new.least) > VAGUE;
            *offset = Some(new);
        }
        let now = self.now();
        Measured {
            change_ms: difference(now, before),
            is_contradiction,
            is_vague,
            wall_ahead_ms: difference(self.local.now(), now),
        }
    }
}

impl Clock for StoreClock {
    fn now(&self) -> UnixMillis {
        match *self.offset.lock() {
            None => self.local.now(),
            Some(offset) => {
                let steady = micros(self.local.steady());
                let now = steady.saturating_add(offset.after_drift(steady).least) / 1000;
                UnixMillis(u64::try_from(now).unwrap_or(0))
            }
        }
    }

    fn steady(&self) -> Duration {
        self.local.steady()
    }

    fn follows_store(&self) -> bool {
        self.local.follows_store()
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn difference(one: UnixMillis, other: UnixMillis) -> i64 {
    let signed = |at: UnixMillis| i64::try_from(at.0).unwrap_or(i64::MAX);
    signed(one).saturating_sub(signed(other))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// A local clock with a time of day that is a minute ahead of the store's.
    #[derive(Debug, Default)]
    struct Local(AtomicU64);

    const STORE: u64 = 1_800_000_000_000;

    impl Clock for Local {
        fn now(&self) -> UnixMillis {
            UnixMillis(STORE + 60_000 + self.0.load(Ordering::Relaxed))
        }

        fn steady(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }

        fn follows_store(&self) -> bool {
            true
        }
    }

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn it_shows_the_local_time_of_day_until_the_store_answers() {
        let clock = StoreClock::new(Arc::new(Local::default()));
        assert_eq!(clock.now(), UnixMillis(STORE + 60_000));
        assert!(!clock.is_measured());
        let measured = clock.measure(ms(0), ms(0), UnixMillis(STORE));
        assert_eq!((measured.change_ms, measured.wall_ahead_ms), (-60_000, 60_000));
        assert!(!measured.is_contradiction && !measured.is_vague && clock.is_measured());
        assert_eq!(clock.now(), UnixMillis(STORE));
    }

    #[test]
    fn it_is_never_ahead_of_the_store() {
        // The store can read its clock at any time between command and answer.
        for read in [0, 30, 100] {
            let local = Arc::new(Local::default());
            let clock = StoreClock::new(Arc::clone(&local) as _);
            local.0.store(100, Ordering::Relaxed);
            clock.measure(ms(0), ms(100), UnixMillis(STORE + read));
            assert_eq!(clock.now(), UnixMillis(STORE + read));
            local.0.store(110, Ordering::Relaxed);
            // The possible drift of ten milliseconds is less than one.
            assert_eq!(clock.now(), UnixMillis(STORE + read + 9));
        }
    }

    #[test]
    fn a_slow_answer_does_not_change_the_clock() {
        let local = Arc::new(Local::default());
        let clock = StoreClock::new(Arc::clone(&local) as _);
        clock.measure(ms(0), ms(0), UnixMillis(STORE));
        local.0.store(1_000, Ordering::Relaxed);
        let slow = clock.measure(ms(0), ms(1_000), UnixMillis(STORE + 900));
        assert_eq!((slow.change_ms, clock.now()), (0, UnixMillis(STORE + 999)));
        assert!(
            !slow.is_vague && !slow.is_contradiction,
            "the first measurement was exact"
        );
        let contradicting = clock.measure(ms(980), ms(1_000), UnixMillis(STORE + 900));
        assert_eq!((contradicting.change_ms, clock.now()), (-99, UnixMillis(STORE + 900)));
        assert!(contradicting.is_contradiction);
    }

    #[test]
    fn a_slow_first_answer_is_vague_and_corrected_without_a_contradiction() {
        let local = Arc::new(Local::default());
        let clock = StoreClock::new(Arc::clone(&local) as _);
        local.0.store(900, Ordering::Relaxed);
        let first = clock.measure(ms(0), ms(900), UnixMillis(STORE));
        assert!(first.is_vague);
        let second = clock.measure(ms(900), ms(900), UnixMillis(STORE + 890));
        assert!(!second.is_vague && !second.is_contradiction);
        assert_eq!((second.change_ms, clock.now()), (890, UnixMillis(STORE + 890)));
    }

    /// Clocks that differ by the most that NTP allows, and a store that returns whole milliseconds.
    #[test]
    fn drift_does_not_bring_it_ahead() {
        let local = Arc::new(Local::default());
        let clock = StoreClock::new(Arc::clone(&local) as _);
        for second in 0..1_000 {
            let store = STORE + second * 999;
            local.0.store(second * 1_000, Ordering::Relaxed);
            assert!(second == 0 || (store - 1..=store).contains(&clock.now().0), "{second}");
            clock.measure(ms(second * 1_000), ms(second * 1_000), UnixMillis(store));
        }
    }

    #[test]
    fn the_clock_follows_a_jump_of_the_store() {
        let clock = StoreClock::new(Arc::new(Local::default()));
        clock.measure(ms(0), ms(0), UnixMillis(STORE));
        let measured = clock.measure(ms(0), ms(0), UnixMillis(STORE + 3_600_000));
        assert_eq!((measured.change_ms, measured.is_contradiction), (3_600_000, true));
        assert_eq!(clock.now(), UnixMillis(STORE + 3_600_000));
    }
}
