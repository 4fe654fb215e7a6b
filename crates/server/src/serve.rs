//! A server: bound, serving, stopping.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tinsel_service::{Deps, Entropy, GuardLayer, Keys, Sweeper};
use tinsel_store::{MatchStore, Memory, Redis, Traced};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use tonic_health::pb::health_server::HealthServer;
use tower::ServiceBuilder;

use crate::{
    admin,
    browser::BrowserLayer,
    clock::{OsEntropy, SystemClock},
    config::{Config, Secret, StoreAddress},
    connections::Connections,
    health,
    metrics::Metrics,
    reflection,
    telemetry::{self, LogFilter},
};

/// How long streams may take to say that they end, once all calls are done.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// An address beside that for players, and what serves there.
type Beside = (SocketAddr, JoinHandle<()>);

/// A server that is running.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    /// Cancelled first: health says that the server is not serving.
    stopping: CancellationToken,
    reporting: JoinHandle<()>,
    /// Cancelled then: streams are told, and calls finish.
    draining: CancellationToken,
    drain: Duration,
    guard: GuardLayer,
    metrics: Metrics,
    /// Where metrics are fetched, and what serves them.
    measuring: Option<Beside>,
    /// Where operators are served, and what serves them.
    operating: Option<Beside>,
    serving: JoinHandle<()>,
}

/// Why a server did not start, or ended.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        cause: io::Error,
    },
    /// The store's address cannot be used.
    #[error("store must be {0}")]
    Store(#[from] tinsel_store::UnusableAddress),
    /// Reflection cannot be served: a mistake of the build.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// The server serves no more, and nobody has asked for that.
    #[error("serving ended unasked")]
    Ended,
}

impl Server {
    /// Binds the address and begins to serve. Port 0 takes a free one.
    ///
    /// # Errors
    ///
    /// If the address or the store's address cannot be used.
    pub async fn start(config: &Config) -> Result<Self, StartError> {
        Self::start_logging(config, None).await
    }

    /// The same in a process of its own, where operators may choose what is logged.
    pub(crate) async fn start_logging(config: &Config, logs: Option<LogFilter>) -> Result<Self, StartError> {
        let listener = TcpListener::bind(config.listen).await;
        let listener = listener.map_err(|cause| StartError::Listen {
            address: config.listen,
            cause,
        })?;
        let metrics = Metrics::new(config);
        let meter = metrics.meter();
        match &config.store {
            StoreAddress::Memory => {
                let memory = Traced::new(Memory::default(), "memory", &meter);
                Self::start_on(config, (listener, metrics, logs), memory).await
            }
            StoreAddress::Redis(url) => {
                let redis = Redis::connect(url, config.redis()?)?;
                redis.measured_by(&meter);
                Self::start_on(config, (listener, metrics, logs), Traced::new(redis, "redis", &meter)).await
            }
        }
    }

    async fn start_on<S: MatchStore>(
        config: &Config,
        (listener, metrics, logs): (TcpListener, Metrics, Option<LogFilter>),
        store: S,
    ) -> Result<Self, StartError> {
        let address = listener.local_addr().unwrap_or(config.listen);
        let draining = CancellationToken::new();
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(OsEntropy));
        let settings = config.settings();
        let deps = Deps::new(
            store.clone(),
            keys(config),
            settings,
            (clock, entropy),
            draining.clone(),
        )
        .measured_by(&metrics.meter());
        let deps = match logs {
            Some(logs) => deps.logging_by(Arc::new(logs)),
            None => deps,
        };

        let guard = GuardLayer::new(&deps);
        let (readiness, health) = health::service(draining.clone(), &metrics.meter()).await;
        let stopping = CancellationToken::new();
        let measuring = beside(config.metrics_listen, async |at| metrics.serve(at).await).await?;
        let reporting = tokio::spawn(health::report(readiness, store, stopping.clone()));
        let deps = Arc::new(deps);
        tokio::spawn(Sweeper::new(Arc::clone(&deps)).run());
        let operating = beside(config.admin_listen, async |at| {
            admin::serve(&deps, at, draining.clone()).await
        })
        .await?;
        let routes = tinsel_service::routes(deps)
            .add_service(HealthServer::new(health))
            .add_service(reflection::of_players().build_v1()?)
            .add_service(reflection::of_players().build_v1alpha()?);

        let drain = Duration::from_secs(config.drain_seconds);
        let calls = ServiceBuilder::new()
            .layer(BrowserLayer)
            .layer(telemetry::calls())
            .layer(guard.clone())
            .service(routes.prepare());
        let connections = Connections {
            age: (config.connection_age_seconds > 0).then(|| Duration::from_secs(config.connection_age_seconds)),
            grace: drain,
            draining: draining.clone(),
        };
        Ok(Self {
            address,
            stopping,
            reporting,
            draining,
            drain,
            guard,
            metrics,
            measuring,
            operating,
            serving: tokio::spawn(connections.serve(listener, calls)),
        })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where metrics are fetched, if they can be.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.measuring.as_ref().map(|(address, _)| *address)
    }

    /// Where operators are served, if they are.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.operating.as_ref().map(|(address, _)| *address)
    }

    /// The URL for clients.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops: says it is not serving, tells streams, finishes calls. Calls that take longer than configured are cut.
    ///
    /// # Errors
    ///
    /// If serving had failed before.
    pub async fn stop(self) -> Result<(), StartError> {
        self.stop_and(|| ()).await
    }

    /// The same; while the last metrics leave, `flush` runs.
    pub(crate) async fn stop_and(mut self, flush: impl FnOnce() + Send + 'static) -> Result<(), StartError> {
        self.stopping.cancel();
        if let Err(error) = (&mut self.reporting).await {
            tracing::error!(%error, "health was not told");
        }
        let served = self.drained().await;
        for (_, serving) in self.measuring.iter().chain(&self.operating) {
            serving.abort();
        }
        let flushing = tokio::task::spawn_blocking(flush);
        self.metrics.flush();
        if let Err(error) = flushing.await {
            tracing::error!(%error, "nothing was flushed");
        }
        served
    }

    /// Tells streams, finishes calls, and cuts what takes too long.
    async fn drained(&mut self) -> Result<(), StartError> {
        tracing::info!("draining");
        self.draining.cancel();
        let abort = self.serving.abort_handle();
        // A stream that nobody reads, or of a service that knows no drain, would hold the server up.
        let only_streams = async {
            self.guard.idle().await;
            tokio::time::sleep(LAST_WORDS).await;
        };
        let served = tokio::select! {
            served = &mut self.serving => served.map_err(|_| StartError::Ended),
            () = only_streams => {
                tracing::info!("streams that did not end by themselves are cut");
                Ok(())
            }
            () = tokio::time::sleep(self.drain) => {
                tracing::warn!("calls are cut: they took longer than the drain");
                Ok(())
            }
        };
        abort.abort();
        served
    }

    /// Waits until the transport ends by itself, which it only does by failing.
    pub(crate) async fn failed(&mut self) -> StartError {
        if let Err(error) = (&mut self.serving).await {
            tracing::error!(%error, "serving has failed");
        }
        StartError::Ended
    }
}

/// What is served at another address, if one is configured.
async fn beside(
    at: Option<SocketAddr>,
    serve: impl AsyncFnOnce(SocketAddr) -> io::Result<Beside>,
) -> Result<Option<Beside>, StartError> {
    let Some(at) = at else { return Ok(None) };
    let served = serve(at).await;
    served
        .map(Some)
        .map_err(|cause| StartError::Listen { address: at, cause })
}

fn keys(config: &Config) -> Keys {
    let previous: Vec<_> = config.previous_keys.iter().map(Secret::bytes).collect();
    if let Some(key) = &config.key {
        return Keys::new(key.bytes(), &previous);
    }
    tracing::warn!("no key is configured: tokens end with this process, and other replicas do not accept them");
    let mut random = [0; 32];
    OsEntropy.fill(&mut random);
    Keys::new(&random, &previous)
}
