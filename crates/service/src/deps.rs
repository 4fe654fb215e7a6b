//! Everything that the service works with. It reads no environment, clock or randomness of its own.

use std::{sync::Arc, time::Duration};

use opentelemetry::metrics::{Meter, MeterProvider, NoopMeterProvider};
use quick_cache::sync::Cache;
use tinsel_store::{MatchStore, PoolId, SHARDS_MAX};
use tokio_util::sync::CancellationToken;

use crate::{
    commit::cache::MatchCache,
    gate::{quotas::Quotas, token::Keys},
    metrics::{self, Metrics},
    record::outages::Reach,
    settings::{Clock, Entropy, Logs, Settings},
};

/// Of how many owners it is remembered when their open matches were counted again.
const OWNERS: usize = 4_096;

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
    pub(crate) cache: MatchCache,
    pub(crate) reach: Reach,
    pub(crate) quotas: Arc<Quotas>,
    /// When the open matches of an owner were last counted again, by the clock's steady time.
    pub(crate) reconciled: Cache<PoolId, Duration>,
    pub(crate) metrics: Arc<Metrics>,
    /// `None` where logs are not the service's to choose.
    pub(crate) logs: Option<Arc<dyn Logs>>,
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
        let cache = MatchCache::new(settings.limits.cached_matches);
        let quotas = Quotas::new(&settings.limits, &settings.api_keys, Arc::clone(&clock));
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
            cache,
            quotas: Arc::new(quotas),
            reconciled: Cache::new(OWNERS),
            metrics: Arc::new(Metrics::new(&NoopMeterProvider::new().meter("tinsel"))),
            logs: None,
        }
    }

    /// The same, and operators choose by this what is logged.
    #[must_use]
    pub fn logging_by(self, logs: Arc<dyn Logs>) -> Self {
        Self {
            logs: Some(logs),
            ..self
        }
    }

    /// The same, and what happens is counted by `meter`.
    #[must_use]
    pub fn measured_by(self, meter: &Meter) -> Self {
        let quotas = Arc::clone(&self.quotas);
        metrics::observe_streams(meter, move || quotas.streams_open());
        Self {
            metrics: Arc::new(Metrics::new(meter)),
            ..self
        }
    }

    pub(crate) fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.entropy.fill(&mut bytes);
        bytes
    }
}
