//! All dependencies of the service. It reads no environment, clock or randomness of its own.

mod archived;

use std::{pin::pin, sync::Arc, time::Duration};

use opentelemetry::metrics::{Meter, MeterProvider, NoopMeterProvider};
use quick_cache::sync::Cache;
use tinsel_archive::Archive;
use tinsel_store::{MatchStore, PoolId, SHARDS_MAX, Shard, StoreError, UnixMillis};
use tokio::{
    sync::{Notify, Semaphore},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

pub(crate) use self::archived::store_error;
use crate::{
    auth::{api_key::ApiKeys, caller::Caller, operator_token::OperatorTokens, token::Keys},
    cache::MatchCache,
    error::RpcError,
    metrics::{self, Metrics},
    name_filter::NameFilter,
    outbox::Outbox,
    presence::Presence,
    quotas::Quotas,
    record::{PlayerRef, outages::Reach},
    schedule::Schedule,
    settings::{Clock, Entropy, Logs, Settings, random},
    shard_number::ShardNumber,
    store_clock::StoreClock,
    store_use::{State, StoreUse},
};

/// The number of owners for which the time of the last reconciliation is remembered.
const OWNERS: usize = 4_096;

/// The number of matches that a server replays at the same time.
const REPLAYS: usize = 4;

/// How long a change waits for a heartbeat of its shard: longer than two heartbeats of a node that did not answer.
const BEAT_WAIT: Duration = Duration::from_millis(500);

/// All dependencies of the service.
#[derive(Debug)]
pub struct Deps<S> {
    pub(crate) store: S,
    /// Where finished matches are archived; `None` if they only expire.
    pub(crate) archive: Option<Archive>,
    /// The clock of the service: the time of the store.
    pub(crate) clock: Arc<dyn Clock>,
    /// The same clock, to which heartbeats report their measurements.
    pub(crate) store_clock: Arc<StoreClock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) keys: Keys,
    pub(crate) settings: Settings,
    pub(crate) api_keys: Arc<ApiKeys>,
    pub(crate) name_filter: Arc<NameFilter>,
    pub(crate) operator_tokens: Arc<OperatorTokens>,
    /// Cancelled when shutdown begins.
    pub(crate) draining: CancellationToken,
    pub(crate) cache: MatchCache,
    pub(crate) reach: Reach,
    /// Notified of each result of a heartbeat.
    pub(crate) beats: Notify,
    pub(crate) presence: Arc<Presence>,
    pub(crate) outbox: Outbox,
    pub(crate) schedule: Schedule,
    pub(crate) shard_number: ShardNumber,
    pub(crate) store_use: StoreUse,
    pub(crate) quotas: Arc<Quotas>,
    /// When the open matches of an owner were last reconciled, by the clock's steady time.
    pub(crate) reconciled: Cache<PoolId, Duration>,
    pub(crate) metrics: Arc<Metrics>,
    /// Permits to replay a match.
    pub(crate) replays: Semaphore,
    /// `None` if the service cannot change the log filter.
    pub(crate) logs: Option<Arc<dyn Logs>>,
}

impl<S: MatchStore> Deps<S> {
    /// The dependencies of the service. `draining` is cancelled when shutdown begins.
    pub fn new(
        store: S,
        keys: Keys,
        settings: Settings,
        (clock, entropy): (Arc<dyn Clock>, Arc<dyn Entropy>),
        draining: CancellationToken,
    ) -> Self {
        let cache = MatchCache::new(settings.limits.cached_matches);
        let store_clock = Arc::new(StoreClock::new(clock));
        let clock: Arc<dyn Clock> = Arc::clone(&store_clock) as _;
        let api_keys = Arc::new(ApiKeys::new(&settings.api_keys));
        let quotas = Quotas::new(&settings.limits, Arc::clone(&api_keys), Arc::clone(&clock));
        let settings = Settings {
            shards: settings.shards.clamp(1, SHARDS_MAX),
            ..settings
        };
        Self {
            reach: Reach::new(settings.shards),
            beats: Notify::new(),
            presence: Arc::new(Presence::new(Arc::clone(&clock))),
            outbox: Outbox::default(),
            schedule: Schedule::new(settings.shards),
            shard_number: ShardNumber::new(settings.shards),
            store_use: StoreUse::new(State::Accepted),
            store,
            archive: None,
            clock,
            store_clock,
            entropy,
            keys,
            operator_tokens: Arc::new(OperatorTokens::new(&settings.operator_tokens)),
            name_filter: Arc::new(NameFilter::new(settings.name_patterns.clone())),
            settings,
            api_keys,
            draining,
            cache,
            quotas: Arc::new(quotas),
            reconciled: Cache::new(OWNERS),
            replays: Semaphore::new(REPLAYS),
            metrics: Arc::new(Metrics::new(&NoopMeterProvider::new().meter("tinsel"))),
            logs: None,
        }
    }

    /// The same, but the store is not used until a check of [`Background`](crate::Background) accepts it.
    #[must_use]
    pub fn checked_first(self) -> Self {
        Self {
            store_use: StoreUse::new(State::Unchecked),
            ..self
        }
    }

    /// The same, with an archive of finished matches.
    #[must_use]
    pub fn archived_in(self, archive: Option<Archive>) -> Self {
        Self { archive, ..self }
    }

    /// The same, with log control, so that operators can set the log filter.
    #[must_use]
    pub fn logging_by(self, logs: Arc<dyn Logs>) -> Self {
        Self {
            logs: Some(logs),
            ..self
        }
    }

    /// The same, with metrics recorded by `meter`.
    #[must_use]
    pub fn measured_by(self, meter: &Meter) -> Self {
        let quotas = Arc::clone(&self.quotas);
        metrics::observe_streams(meter, move || quotas.streams_open());
        Self {
            metrics: Arc::new(Metrics::new(meter)),
            ..self
        }
    }

    /// The API keys, to replace them.
    #[must_use]
    pub fn api_keys(&self) -> Arc<ApiKeys> {
        Arc::clone(&self.api_keys)
    }

    /// The filter of names, to replace it.
    #[must_use]
    pub fn name_filter(&self) -> Arc<NameFilter> {
        Arc::clone(&self.name_filter)
    }

    /// The tokens of operators, to replace them.
    #[must_use]
    pub fn operator_tokens(&self) -> Arc<OperatorTokens> {
        Arc::clone(&self.operator_tokens)
    }

    /// The current time, for changes of the matches of a shard. If it cannot be known yet, waits a moment for a heartbeat.
    ///
    /// # Errors
    ///
    /// As [`time_of_change`](Self::time_of_change).
    pub(crate) async fn time_of_changes(&self, shard: Shard) -> Result<UnixMillis, StoreError> {
        match self.time_of_change(shard) {
            Ok(now) => Ok(now),
            Err(_) => Box::pin(self.time_of_later_change(shard)).await,
        }
    }

    async fn time_of_later_change(&self, shard: Shard) -> Result<UnixMillis, StoreError> {
        let waiting = async {
            loop {
                let mut beat = pin!(self.beats.notified());
                beat.as_mut().enable();
                if self.time_of_change(shard).is_ok() {
                    return;
                }
                beat.await;
            }
        };
        // Elapsed: the shard is not reached.
        drop(timeout(BEAT_WAIT, waiting).await);
        self.time_of_change(shard)
    }

    /// The current time, for a change of a match of a shard.
    ///
    /// # Errors
    ///
    /// Until a check has accepted the store. Until the store's time was measured: the clock of this replica can differ, and would set or end deadlines wrongly.
    /// Also while the replica may not know an outage of the shard, because the change would charge it to players.
    pub(crate) fn time_of_change(&self, shard: Shard) -> Result<UnixMillis, StoreError> {
        self.store_use.permit_change()?;
        // Read first: if the replica is suspended after the check, the change has a time before that.
        let now = self.clock.now();
        if !self.store_clock.is_measured() {
            let why = "the time of the store is not known yet; its ACL must permit TIME".to_owned();
            return Err(StoreError::Unavailable(why));
        }
        if self.clock.follows_store() {
            if let Some(failure) = self.reach.failure(shard) {
                return Err(failure);
            }
            if !self.reach.is_complete(self.clock.steady()) {
                let why = "the outages before this server started or continued are not read yet".to_owned();
                return Err(StoreError::Unavailable(why));
            }
        }
        Ok(now)
    }

    /// The user of the caller's platform with this reference.
    ///
    /// # Errors
    ///
    /// If the caller has no API key.
    pub(crate) fn player_ref(&self, caller: &Caller, id: String) -> Result<PlayerRef, RpcError> {
        let tenant = self.api_keys.tenant_of(caller).ok_or(RpcError::ApiKeyMissing)?;
        Ok(PlayerRef {
            tenant: tenant.name,
            id,
        })
    }

    pub(crate) fn random<const N: usize>(&self) -> [u8; N] {
        random(&*self.entropy)
    }
}
