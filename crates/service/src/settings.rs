//! The configuration of the service, and the clock, entropy and log control that the server provides.

mod credentials;
mod name_patterns;

use std::{fmt, num::NonZeroU32, time::Duration};

use governor::Quota;
use tinsel_store::UnixMillis;

pub use credentials::{ApiKey, KeyQuota, OperatorToken};
pub use name_patterns::{NamePatterns, NotAPattern};

/// A source of time.
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// The current time.
    fn now(&self) -> UnixMillis;

    /// The time since a fixed moment. Unlike the time of day it never goes back, so durations stay correct when the
    /// clock is set. Defaults to [`Clock::now`], for clocks that are never set.
    fn steady(&self) -> Duration {
        Duration::from_millis(self.now().0)
    }

    /// Whether the service uses the time of the store, measured by this clock's steady time. Defaults to no, for clocks
    /// that a test controls.
    fn follows_store(&self) -> bool {
        false
    }
}

/// A source of unpredictable random bytes.
pub trait Entropy: fmt::Debug + Send + Sync + 'static {
    /// Fills `bytes`, from which secrets can be made.
    fn fill(&self, bytes: &mut [u8]);

    /// A number that distinguishes a write from all others. Each action draws one.
    fn nonce(&self) -> u64 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}

/// Random bytes.
pub(crate) fn random<const N: usize>(entropy: &dyn Entropy) -> [u8; N] {
    let mut bytes = [0; N];
    entropy.fill(&mut bytes);
    bytes
}

/// Sets the log filter of the process.
pub trait Logs: fmt::Debug + Send + Sync + 'static {
    /// Applies this filter, or the configured one if it is empty. Returns the filter in effect, or `None` if the filter
    /// is invalid and nothing changes.
    fn choose(&self, filter: &str) -> Option<String>;
}

/// The limits of the service.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The maximum size of a request, in bytes.
    pub message_bytes: usize,
    /// The maximum of concurrent watch streams.
    pub streams: usize,
    /// The rate limit of one caller.
    pub rate: Rate,
    /// The rate limit of all callers without a key at one address together, independent of their tokens.
    pub address_rate: Rate,
    /// The maximum of concurrent watch streams of one API key, and of one address without key and token; 0 for no
    /// limit.
    pub caller_streams: usize,
    /// The maximum of concurrent watch streams of one token; 0 for no limit.
    pub bearer_streams: usize,
    /// The maximum of matches of one owner in the lobby or in play, on all replicas together; 0 for no limit. The owner
    /// is the holder of the API key or, if no keys are configured, the address that created the match.
    pub open_matches: u32,
    /// The maximum of concurrent calls, not counting streams.
    pub calls: usize,
    /// The time limit of a call, from the arrival of its headers to the response or the start of its stream.
    pub call_time: Duration,
    /// The maximum of matches in the cache.
    pub cached_matches: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 64 * 1024,
            streams: 10_000,
            rate: Rate {
                per_second: 200,
                burst: 400,
            },
            address_rate: Rate {
                per_second: 2_000,
                burst: 4_000,
            },
            caller_streams: 1_000,
            bearer_streams: 16,
            open_matches: 1_000,
            calls: 2_000,
            call_time: Duration::from_secs(10),
            cached_matches: 10_000,
        }
    }
}

/// The retention (TTL) of matches.
#[derive(Debug, Clone)]
pub struct Retention {
    /// Of a match that has not started, from its creation or the last time that a seat was taken.
    pub lobby: Duration,
    /// Of a match in play, from its start. Less than half of it is never left after a change. A match with a deadline is kept
    /// for at least a day after it.
    pub active: Duration,
    /// Of a match that has ended, from its end.
    pub finished: Duration,
    /// Of the responses to retries after the end of a match. Then the match is packed.
    pub responses: Duration,
    /// Of an archived match, from its archiving; `None` for no limit.
    pub archived: Option<Duration>,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Default for Retention {
    fn default() -> Self {
        Self {
            lobby: DAY,
            active: DAY.saturating_mul(60),
            finished: DAY.saturating_mul(7),
            responses: Duration::from_secs(15 * 60),
            archived: Some(DAY.saturating_mul(365)),
        }
    }
}

/// The settings that the operator chooses.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The number of shards that new matches are spread over: 1 to 1000, and the same on every replica.
    pub shards: u16,
    /// The heartbeat interval of idle watch streams.
    pub heartbeat: Duration,
    /// The limits of the service.
    pub limits: Limits,
    /// The retention of matches.
    pub retention: Retention,
    /// The API keys that permit creating matches; empty for no restriction.
    pub api_keys: Vec<ApiKey>,
    /// Patterns of names that are refused.
    pub name_patterns: NamePatterns,
    /// The tokens of operators; empty for no authentication.
    pub operator_tokens: Vec<OperatorToken>,
    /// Whether callers can list the public matches.
    pub public_list: bool,
    /// The number of trusted proxies before the service that append the caller's address to `x-forwarded-for`.
    pub trusted_proxies: usize,
    /// Whether the server may use a store that evicts keys, and so can lose matches.
    pub store_allow_eviction: bool,
    /// Whether the server refuses a store without the mark of an installation, instead of marking it.
    pub require_store_mark: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            shards: 256,
            heartbeat: Duration::from_secs(15),
            limits: Limits::default(),
            retention: Retention::default(),
            api_keys: Vec::new(),
            name_patterns: NamePatterns::default(),
            operator_tokens: Vec::new(),
            public_list: true,
            trusted_proxies: 0,
            store_allow_eviction: false,
            require_store_mark: false,
        }
    }
}

/// A rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The sustained number of calls per second; 0 for no limit.
    pub per_second: u32,
    /// The maximum of calls at once after a pause; at least one.
    pub burst: u32,
}

impl Rate {
    /// No limit.
    pub const UNLIMITED: Self = Self {
        per_second: 0,
        burst: 1,
    };

    pub(crate) fn quota(self) -> Option<Quota> {
        let burst = NonZeroU32::new(self.burst.max(1))?;
        Some(Quota::per_second(NonZeroU32::new(self.per_second)?).allow_burst(burst))
    }
}
