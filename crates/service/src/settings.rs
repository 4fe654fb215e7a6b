//! What the service is configured with, and the clock, entropy and log control that it is given.

mod credentials;

use std::{fmt, num::NonZeroU32, time::Duration};

use governor::Quota;
use tinsel_store::UnixMillis;

pub use credentials::{ApiKey, KeyQuota, OperatorToken};

/// Tells the time.
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// Now.
    fn now(&self) -> UnixMillis;

    /// How much time has passed since some moment. Unlike the time of day it never goes back, so what is measured by it
    /// is told right whoever sets the clock. By default as [`Clock::now`] tells, for clocks that nobody sets.
    fn steady(&self) -> Duration {
        Duration::from_millis(self.now().0)
    }
}

/// Gives random bytes that nobody can guess.
pub trait Entropy: fmt::Debug + Send + Sync + 'static {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);
}

/// Chooses what the process logs.
pub trait Logs: fmt::Debug + Send + Sync + 'static {
    /// Logs from now on what this filter asks for, or what is configured if it is empty. Gives what is logged, or `None` if
    /// that is no filter, and nothing changes.
    fn choose(&self, filter: &str) -> Option<String>;
}

/// How much the service takes on.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most bytes of a request.
    pub message_bytes: usize,
    /// The most watch streams at once.
    pub streams: usize,
    /// How often one caller may call.
    pub rate: Rate,
    /// How often all callers without a key together may call from one address, whatever tokens they have.
    pub address_rate: Rate,
    /// The most watch streams at once of one API key, and of one address without key and token; 0 for no such limit.
    pub caller_streams: usize,
    /// The most watch streams at once of one token; 0 for no such limit.
    pub bearer_streams: usize,
    /// The most matches of one owner in the lobby or in play, on all replicas together; 0 for no such limit. The owner
    /// is the holder of the API key or, where none are configured, the address that created them.
    pub open_matches: u32,
    /// The most calls at once, streams not counted.
    pub calls: usize,
    /// How long a call may take, the arrival of its message included, until it is answered or its stream begins.
    pub call_time: Duration,
    /// The most matches kept decoded for the next action.
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

/// How long matches are kept.
#[derive(Debug, Clone)]
pub struct Retention {
    /// A match that has not started, from its creation.
    pub lobby: Duration,
    /// A match that is being played, from its start.
    pub active: Duration,
    /// A match that has ended, from its end.
    pub finished: Duration,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Default for Retention {
    fn default() -> Self {
        Self {
            lobby: DAY,
            active: DAY.saturating_mul(60),
            finished: DAY.saturating_mul(7),
        }
    }
}

/// What the operator chooses.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Over how many shards new matches are spread: 1 to 1000, and the same on every replica.
    pub shards: u16,
    /// How often a quiet watch stream says that it is alive.
    pub heartbeat: Duration,
    /// How much the service takes on.
    pub limits: Limits,
    /// How long matches are kept.
    pub retention: Retention,
    /// Who may create matches; everybody, if empty.
    pub api_keys: Vec<ApiKey>,
    /// What operators must bring; nothing, if `None`.
    pub operator_token: Option<OperatorToken>,
    /// How many proxies stand before the service and tell in `x-forwarded-for` where a call comes from.
    pub trusted_proxies: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            shards: 256,
            heartbeat: Duration::from_secs(15),
            limits: Limits::default(),
            retention: Retention::default(),
            api_keys: Vec::new(),
            operator_token: None,
            trusted_proxies: 0,
        }
    }
}

/// How often somebody may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Calls per second in the long run; 0 for as many as one likes.
    pub per_second: u32,
    /// How many calls may come at once after a pause; at least one.
    pub burst: u32,
}

impl Rate {
    /// As often as one likes.
    pub const UNLIMITED: Self = Self {
        per_second: 0,
        burst: 1,
    };

    pub(crate) fn quota(self) -> Option<Quota> {
        let burst = NonZeroU32::new(self.burst.max(1))?;
        Some(Quota::per_second(NonZeroU32::new(self.per_second)?).allow_burst(burst))
    }
}
