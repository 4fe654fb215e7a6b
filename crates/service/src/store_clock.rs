//! The time of the store, which all replicas use.
//!
//! Different replicas with different clocks set and compare the deadlines of a match. The store has one clock: the
//! current time is the steady time of this replica plus an offset that heartbeats measure.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tinsel_store::UnixMillis;

use crate::settings::Clock;

/// The clock of the store, as this replica has measured it.
#[derive(Debug)]
pub(crate) struct StoreClock {
    local: Arc<dyn Clock>,
    /// The store's time minus the steady time, in microseconds; `None` before the first measurement.
    offset: Mutex<Option<i64>>,
}

/// A measurement of the store's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measured {
    /// The change of this clock, in milliseconds. The first measurement changes it from the wall clock.
    pub(crate) change_ms: i64,
    pub(crate) is_first: bool,
    /// How far the wall clock of this replica is ahead of the store's, in milliseconds.
    pub(crate) wall_ahead_ms: i64,
}

/// The store returns whole milliseconds; the middle of one is half a millisecond away from both its ends.
const HALF_OF_A_MILLISECOND: i64 = 500;

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
        !self.local.follows_store() || self.offset.lock().is_some()
    }

    /// How far the wall clock of this replica is ahead of the store's `time`, in milliseconds; `None` if the two clocks
    /// are independent.
    pub(crate) fn ahead_of(&self, time: UnixMillis) -> Option<i64> {
        self.local.follows_store().then(|| difference(self.local.now(), time))
    }

    /// Records the time in the store's answer to a command that was sent and answered at these steady times.
    ///
    /// The offset stays the same while the measurement does not contradict it: half of the round trip is uncertain.
    pub(crate) fn measure(&self, sent: Duration, received: Duration, store: UnixMillis) -> Measured {
        let before = self.now();
        let is_first = !self.is_measured();
        if self.local.follows_store() {
            let half_trip = micros(received.saturating_sub(sent)) / 2;
            let store = i64::try_from(store.0).unwrap_or(i64::MAX).saturating_mul(1000);
            let then = store.saturating_add(HALF_OF_A_MILLISECOND).saturating_add(half_trip);
            let measured = then.saturating_sub(micros(received));
            let uncertain = half_trip.saturating_add(HALF_OF_A_MILLISECOND).unsigned_abs();
            let mut offset = self.offset.lock();
            if offset.is_none_or(|offset| offset.abs_diff(measured) > uncertain) {
                *offset = Some(measured);
            }
        }
        let now = self.now();
        Measured {
            change_ms: difference(now, before),
            is_first,
            wall_ahead_ms: difference(self.local.now(), now),
        }
    }
}

impl Clock for StoreClock {
    fn now(&self) -> UnixMillis {
        match *self.offset.lock() {
            None => self.local.now(),
            Some(offset) => {
                let now = micros(self.local.steady()).saturating_add(offset) / 1000;
                UnixMillis(u64::try_from(now).unwrap_or(0))
            }
        }
    }

    fn steady(&self) -> Duration {
        self.local.steady()
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
        assert!(measured.is_first && clock.is_measured());
        assert_eq!(clock.now(), UnixMillis(STORE));
    }

    #[test]
    fn half_of_the_round_trip_is_added() {
        let local = Arc::new(Local::default());
        let clock = StoreClock::new(Arc::clone(&local) as _);
        local.0.store(100, Ordering::Relaxed);
        clock.measure(ms(0), ms(100), UnixMillis(STORE));
        assert_eq!(clock.now(), UnixMillis(STORE + 50));
        local.0.store(130, Ordering::Relaxed);
        assert_eq!(clock.now(), UnixMillis(STORE + 80));
    }

    #[test]
    fn a_measurement_changes_the_clock_only_beyond_its_uncertainty() {
        let local = Arc::new(Local::default());
        let clock = StoreClock::new(Arc::clone(&local) as _);
        clock.measure(ms(0), ms(0), UnixMillis(STORE));
        local.0.store(1_000, Ordering::Relaxed);
        let within = clock.measure(ms(0), ms(1_000), UnixMillis(STORE + 900));
        assert_eq!((within.change_ms, clock.now()), (0, UnixMillis(STORE + 1_000)));
        let beyond = clock.measure(ms(980), ms(1_000), UnixMillis(STORE + 900));
        assert_eq!((beyond.change_ms, clock.now()), (-90, UnixMillis(STORE + 910)));
    }

    #[test]
    fn the_clock_follows_a_jump_of_the_store() {
        let clock = StoreClock::new(Arc::new(Local::default()));
        clock.measure(ms(0), ms(0), UnixMillis(STORE));
        let measured = clock.measure(ms(0), ms(0), UnixMillis(STORE + 3_600_000));
        assert_eq!((measured.change_ms, measured.is_first), (3_600_000, false));
        assert_eq!(clock.now(), UnixMillis(STORE + 3_600_000));
    }
}
