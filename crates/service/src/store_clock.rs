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
/// It is never ahead of the store's clock, so that no deadline passes early. It is behind by at most the time from the
/// store's reading to the answer of the best measurement, a millisecond, and the drift since then.
#[derive(Debug)]
pub(crate) struct StoreClock {
    local: Arc<dyn Clock>,
    /// `None` before the first measurement.
    offset: Mutex<Option<Offset>>,
}

/// The store's time minus the steady time, in microseconds: at least `micros` when the steady time was `at`.
#[derive(Debug, Clone, Copy)]
struct Offset {
    micros: i64,
    at: i64,
}

impl Offset {
    /// The offset at the steady time `now`: lower by the drift since it was measured.
    const fn after_drift(self, now: i64) -> i64 {
        let drift = now.saturating_sub(self.at).saturating_mul(DRIFT_PPM) / MILLION;
        self.micros.saturating_sub(drift)
    }
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

/// The maximum drift of two clocks in a million parts: NTP adjusts a clock by at most this rate.
const DRIFT_PPM: i64 = 500;
const MILLION: i64 = 1_000_000;

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
    /// The store read its clock between the two, and returns whole milliseconds.
    pub(crate) fn measure(&self, sent: Duration, received: Duration, store: UnixMillis) -> Measured {
        let before = self.now();
        let is_first = !self.is_measured();
        if self.local.follows_store() {
            let (sent, at) = (micros(sent), micros(received));
            let store = i64::try_from(store.0).unwrap_or(i64::MAX).saturating_mul(1000);
            let possible = store.saturating_sub(at)..=store.saturating_add(1000).saturating_sub(sent);
            let mut offset = self.offset.lock();
            let known = offset.map(|offset| offset.after_drift(at));
            let micros = known
                .filter(|known| possible.contains(known))
                .unwrap_or(*possible.start());
            *offset = Some(Offset { micros, at });
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
                let steady = micros(self.local.steady());
                let now = steady.saturating_add(offset.after_drift(steady)) / 1000;
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
        let contradicting = clock.measure(ms(980), ms(1_000), UnixMillis(STORE + 900));
        assert_eq!((contradicting.change_ms, clock.now()), (-99, UnixMillis(STORE + 900)));
    }

    /// A store with a clock that is slower by the most that NTP allows, in whole milliseconds.
    #[test]
    fn drift_does_not_bring_it_ahead() {
        let local = Arc::new(Local::default());
        let clock = StoreClock::new(Arc::clone(&local) as _);
        for second in 0..1_000 {
            let store = STORE + second * 1_000 - second.div_ceil(2);
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
        assert_eq!((measured.change_ms, measured.is_first), (3_600_000, false));
        assert_eq!(clock.now(), UnixMillis(STORE + 3_600_000));
    }
}
