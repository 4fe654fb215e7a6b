//! A server: bound, serving, stopping.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::future::join_all;
use tinsel_service::{AdmissionLayer, Deps, Entropy, Keys, Sweeper};
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
    connections::{Connections, Served},
    health,
    metrics::Metrics,
    reflection,
    telemetry::{self, LogFilter},
};

/// How long streams may take to say that they end, once all calls are done.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A server that is running.
#[derive(Debug)]
pub struct Server {
    /// Cancelled first: health says that the server is not serving.
    stopping: CancellationToken,
    reporting: JoinHandle<()>,
    /// Cancelled then: streams are told, and calls finish.
    draining: CancellationToken,
    drain: Duration,
    metrics: Metrics,
    /// Where metrics are fetched, and what serves them.
    measuring: Option<(SocketAddr, JoinHandle<()>)>,
    players: Served,
    operators: Option<Served>,
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

        let guard = AdmissionLayer::new(&deps);
        let (readiness, health) = health::service(draining.clone(), &metrics.meter()).await;
        let stopping = CancellationToken::new();
        let measuring = beside(config.metrics_listen, async |at| metrics.serve(at).await).await?;
        let reporting = tokio::spawn(health::report(readiness, store, stopping.clone()));
        let deps = Arc::new(deps);
        let drain = Duration::from_secs(config.drain_seconds);
        tokio::spawn(Sweeper::new(Arc::clone(&deps)).run());
        let operators = beside(config.admin_listen, async |at| {
            admin::serve(&deps, at, draining.clone(), drain).await
        })
        .await?;
        let routes = tinsel_service::routes(deps)
            .add_service(HealthServer::new(health))
            .add_service(reflection::of_players().build_v1()?)
            .add_service(reflection::of_players().build_v1alpha()?);

        let calls = ServiceBuilder::new()
            .layer(BrowserLayer)
            .layer(telemetry::CallsLayer)
            .layer(guard.clone())
            .service(routes.prepare());
        let connections = Connections::of_players(config, draining.clone(), &metrics.meter());
        Ok(Self {
            stopping,
            reporting,
            draining,
            drain,
            metrics,
            measuring,
            players: Served {
                address,
                guard,
                serving: tokio::spawn(connections.serve(listener, calls)),
            },
            operators,
        })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.players.address
    }

    /// Where metrics are fetched, if they can be.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.measuring.as_ref().map(|(address, _)| *address)
    }

    /// Where operators are served, if they are.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.operators.as_ref().map(|served| served.address)
    }

    /// The URL for clients.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
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
        if let Some((_, serving)) = &self.measuring {
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
        let served = [Some(&mut self.players), self.operators.as_mut()];
        let served = served.into_iter().flatten();
        let (guards, serving): (Vec<_>, Vec<_>) = served.map(|of| (of.guard.clone(), &mut of.serving)).unzip();
        let cuts: Vec<_> = serving.iter().map(|serving| serving.abort_handle()).collect();
        // A stream that nobody reads, or of a service that knows no drain, would hold the server up.
        let only_streams = async {
            join_all(guards.iter().map(AdmissionLayer::idle)).await;
            tokio::time::sleep(LAST_WORDS).await;
        };
        let served = tokio::select! {
            served = join_all(serving) => served.into_iter().collect::<Result<(), _>>().map_err(|_| StartError::Ended),
            () = only_streams => {
                tracing::info!("streams that did not end by themselves are cut");
                Ok(())
            }
            () = tokio::time::sleep(self.drain) => {
                tracing::warn!("calls are cut: they took longer than the drain");
                Ok(())
            }
        };
        for cut in cuts {
            cut.abort();
        }
        served
    }

    /// Waits until the transport ends by itself, which it only does by failing.
    pub(crate) async fn failed(&mut self) -> StartError {
        if let Err(error) = (&mut self.players.serving).await {
            tracing::error!(%error, "serving has failed");
        }
        StartError::Ended
    }
}

/// What is served at another address, if one is configured.
async fn beside<T>(
    at: Option<SocketAddr>,
    serve: impl AsyncFnOnce(SocketAddr) -> io::Result<T>,
) -> Result<Option<T>, StartError> {
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
