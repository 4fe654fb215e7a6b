//! The machine's clock and randomness.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use rand::Rng;
use tinsel_service::{Clock, Entropy};
use tinsel_store::UnixMillis;

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn steady(&self) -> Duration {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        #[expect(clippy::disallowed_methods, reason = "other code receives this clock")]
        let now = Instant::now();
        now.saturating_duration_since(*FIRST.get_or_init(|| now))
    }

    fn follows_store(&self) -> bool {
        true
    }

    fn now(&self) -> UnixMillis {
        #[expect(clippy::disallowed_methods, reason = "other code receives this clock")]
        let now = std::time::SystemTime::now();
        let since = now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        UnixMillis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// The cryptographic random number generator of each thread, which the operating system seeds. Asking the operating
/// system itself would cost each action a system call.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}
