//! What the service is given. It reads no environment, clock or randomness of its own.

use std::{fmt, sync::Arc, time::Duration};

use tinsel_store::{MatchStore, SHARDS_MAX, UnixMillis};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{auth::Keys, outages::Reach, tables::Tables};

/// Tells the time.
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// Now.
    fn now(&self) -> UnixMillis;
}

/// Gives random bytes that nobody can guess.
pub trait Entropy: fmt::Debug + Send + Sync + 'static {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);
}

/// How much the service takes on.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most bytes of a request.
    pub message_bytes: usize,
    /// The most watch streams at once.
    pub streams: usize,
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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            shards: 256,
            heartbeat: Duration::from_secs(15),
            limits: Limits::default(),
            retention: Retention::default(),
        }
    }
}

/// Everything the service works with.
#[derive(Debug)]
pub struct Deps<S> {
    pub(crate) store: S,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) keys: Keys,
    pub(crate) settings: Settings,
    /// Cancelled when the server begins to stop.
    pub(crate) draining: CancellationToken,
    pub(crate) tables: Tables,
    pub(crate) reach: Reach,
    pub(crate) streams: Arc<Semaphore>,
}

impl<S: MatchStore> Deps<S> {
    /// Puts together what the service works with. `draining` is cancelled when the server begins to stop.
    pub fn new(
        store: S,
        keys: Keys,
        settings: Settings,
        (clock, entropy): (Arc<dyn Clock>, Arc<dyn Entropy>),
        draining: CancellationToken,
    ) -> Self {
        let tables = Tables::new(settings.limits.cached_matches);
        let streams = Arc::new(Semaphore::new(settings.limits.streams.min(Semaphore::MAX_PERMITS)));
        let settings = Settings {
            shards: settings.shards.clamp(1, SHARDS_MAX),
            ..settings
        };
        Self {
            reach: Reach::new(settings.shards),
            store,
            clock,
            entropy,
            keys,
            settings,
            draining,
            tables,
            streams,
        }
    }

    pub(crate) fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.entropy.fill(&mut bytes);
        bytes
    }
}
