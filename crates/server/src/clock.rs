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

/// The random number generator of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        #[expect(
            clippy::expect_used,
            reason = "a server without randomness would give away its seeds and tokens"
        )]
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }

    /// From the generator of the thread: a system call for each action would cost 1 % of its CPU time. It is not used
    /// for secrets, because two copies of a virtual machine can continue it with the same numbers.
    fn nonce(&self) -> u64 {
        rand::rng().next_u64()
    }
}
