//! A server: bound, serving, stopping.

mod files;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::future::join_all;
use tinsel_archive::Archive;
use tinsel_service::{AdmissionLayer, Background, Deps, Entropy, Health, Keys, OtherShards};
use tinsel_store::{MatchStore, Memory, Redis, Traced};
use tokio::{
    net::TcpListener,
    sync::{Notify, watch},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tonic_health::pb::health_server::HealthServer;
use tower::ServiceBuilder;

use crate::{
    admin, archive,
    clock::{OsEntropy, SystemClock},
    config::{Config, ConfigProblem, Secret, StoreAddress},
    connections::{Connections, Served},
    health,
    metrics::Metrics,
    reflection,
    reload::{self, Reload},
    telemetry::{self, LogFilter},
    web::BrowserLayer,
    workers::Worker,
};
pub(crate) use files::store_tls;
use files::{api_keys, listener_tls, name_filter, operator_tokens};

/// How long the start waits for the first check of the store.
const FIRST_CHECK: Duration = Duration::from_secs(5);

/// How long streams may take to end, once all calls have completed.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A running server.
#[derive(Debug)]
pub struct Server {
    /// Cancelled first: health reports NOT_SERVING.
    stopping: CancellationToken,
    reporting: JoinHandle<()>,
    /// The heartbeat and deadlines, and the health that the heartbeat finds.
    background: JoinHandle<()>,
    found: watch::Receiver<Health>,
    /// Cancelled second: streams end, and calls finish.
    draining: CancellationToken,
    drain: Duration,
    metrics: Metrics,
    /// The address of the metrics endpoint, and its task.
    measuring: Option<(SocketAddr, JoinHandle<()>)>,
    /// Notified to read files again at once; and the task that reads them.
    reload: Arc<Notify>,
    reloading: JoinHandle<()>,
    /// Whether the players' endpoint uses TLS.
    secure: bool,
    players: Served,
    operators: Option<Served>,
}

/// What a server takes from the process that it runs in.
struct Process {
    listener: TcpListener,
    /// The threads that serve players.
    workers: Vec<Worker>,
    /// `None` if operators cannot set the log filter.
    logs: Option<LogFilter>,
}

/// Why a server failed to start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The store's address is invalid.
    #[error("store must be {0}")]
    Store(#[from] tinsel_store::UnusableAddress),
    /// The archive cannot be used.
    #[error("archive: {0}")]
    Archive(#[from] tinsel_archive::UnusableArchive),
    /// A file of the configuration has become invalid since the configuration was read.
    #[error("{0}")]
    Config(#[from] ConfigProblem),
    /// The number of shards in the store differs from the configured one.
    #[error("{0}")]
    Shards(OtherShards),
    /// The operating system refuses threads.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
    /// Reflection cannot be served: an error in the build.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// Serving ended without a shutdown.
    #[error("the server stopped unexpectedly")]
    Ended,
}

/// Waits for the first check, for some seconds: health and metrics are served meanwhile, and the first calls of a client that
/// reads the log find a store.
async fn first_check(mut found: watch::Receiver<Health>) -> Result<(), StartError> {
    drop(timeout(FIRST_CHECK, found.wait_for(|health| *health != Health::Starting)).await);
    match *found.borrow() {
        Health::OtherShards(other) => Err(StartError::Shards(other)),
        Health::Starting | Health::NotReady(_) | Health::Ready => Ok(()),
    }
}

impl Server {
    /// Binds the address and starts to serve, on the current runtime. Port 0 takes a free port.
    ///
    /// # Errors
    ///
    /// If the address or the store's address cannot be used.
    pub async fn start(config: &Config) -> Result<Self, StartError> {
        let process = Process {
            listener: listen(config.listen).await?,
            workers: Worker::current(),
            logs: None,
        };
        Self::start_on(config, process).await
    }

    /// The same in a process of its own: on a thread for each core, and operators may set the log filter.
    pub(crate) async fn start_process(config: &Config, logs: Option<LogFilter>) -> Result<Self, StartError> {
        let process = Process {
            listener: listen(config.listen).await?,
            workers: Worker::one_per_core().map_err(StartError::Threads)?,
            logs,
        };
        Self::start_on(config, process).await
    }

    async fn start_on(config: &Config, process: Process) -> Result<Self, StartError> {
        let metrics = Metrics::new(config);
        let (meter, mut reloads) = (metrics.meter(), Vec::new());
        let archive = archive::open(config)?;
        match &config.store {
            StoreAddress::Memory => {
                let memory = Traced::new(Memory::default(), "memory", &meter);
                Self::start_with(config, process, metrics, reloads, (memory, archive)).await
            }
            StoreAddress::Redis(url) => {
                let redis = Redis::connect(url, config.redis(store_tls(config, &mut reloads)?))?;
                redis.measured_by(&meter);
                if let Some(archive) = &archive {
                    archive::expected_by(&redis, archive);
                }
                let redis = Traced::new(redis, "redis", &meter);
                Self::start_with(config, process, metrics, reloads, (redis, archive)).await
            }
        }
    }

    async fn start_with<S: MatchStore>(
        config: &Config,
        Process {
            listener,
            workers,
            logs,
        }: Process,
        metrics: Metrics,
        mut reloads: Vec<Reload>,
        (store, archive): (S, Option<Archive>),
    ) -> Result<Self, StartError> {
        let address = listener.local_addr().unwrap_or(config.listen);
        let draining = CancellationToken::new();
        let deps = deps(config, store, draining.clone(), logs)
            .checked_first()
            .archived_in(archive)
            .measured_by(&metrics.meter());
        let tls = listener_tls(config.tls(), true, &mut reloads)?;
        let admin_tls = listener_tls(config.admin_tls(), false, &mut reloads)?;
        reloads.extend(api_keys(config, deps.api_keys()));
        reloads.extend(name_filter(config, deps.name_filter()));
        reloads.extend(operator_tokens(config, deps.operator_tokens()));
        let guard = AdmissionLayer::new(&deps);
        let stopping = CancellationToken::new();
        let measuring = beside(config.metrics_listen, async |at| metrics.serve(at).await).await?;
        let deps = Arc::new(deps);
        let drain = Duration::from_secs(config.drain_seconds);
        let background = Background::new(Arc::clone(&deps));
        let found = background.health();
        let (readiness, health) = health::service(found.clone(), draining.clone(), &metrics.meter()).await;
        let reporting = tokio::spawn(health::report(readiness, found.clone(), stopping.clone()));
        let background = tokio::spawn(background.run());
        let operators = beside(config.admin_listen, async |at| {
            admin::serve(&deps, at, admin_tls, draining.clone(), drain).await
        })
        .await?;
        let routes = tinsel_service::routes(Arc::clone(&deps))
            .add_service(HealthServer::new(health))
            .add_service(reflection::of_players().build_v1()?)
            .add_service(reflection::of_players().build_v1alpha()?);

        let calls = ServiceBuilder::new()
            .layer(BrowserLayer::new(config))
            .layer(telemetry::CallsLayer)
            .layer(guard.clone())
            .service(tinsel_service::dispatch(deps, routes));
        let connections = Connections::of_players(config, tls, draining.clone(), &metrics.meter());
        let reload = Arc::new(Notify::new());
        let serving = tokio::spawn(connections.serve(listener, workers, calls));
        first_check(found.clone()).await?;
        Ok(Self {
            stopping,
            reporting,
            background,
            found,
            draining,
            drain,
            metrics,
            measuring,
            reloading: tokio::spawn(reload::run(reloads, Arc::clone(&reload))),
            reload,
            secure: config.tls_certificate.is_some(),
            players: Served {
                address,
                guard,
                serving,
            },
            operators,
        })
    }

    /// The address of the players' endpoint.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.players.address
    }

    /// The address of the metrics endpoint, if it is enabled.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.measuring.as_ref().map(|(address, _)| *address)
    }

    /// The address of the operators' endpoint, if it is enabled.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.operators.as_ref().map(|served| served.address)
    }

    /// The URL for clients.
    #[must_use]
    pub fn url(&self) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}", self.address())
    }

    /// Notified to read certificates and API keys again at once.
    pub(crate) fn reload(&self) -> Arc<Notify> {
        Arc::clone(&self.reload)
    }

    /// Shuts down gracefully: reports NOT_SERVING, ends streams, finishes calls. Calls over the configured time limit
    /// are cancelled.
    ///
    /// # Errors
    ///
    /// If serving had failed before.
    pub async fn stop(self) -> Result<(), StartError> {
        self.stop_and(|| ()).await
    }

    /// The same; runs `flush` while the last metrics are sent.
    pub(crate) async fn stop_and(mut self, flush: impl FnOnce() + Send + 'static) -> Result<(), StartError> {
        self.stopping.cancel();
        if let Err(error) = (&mut self.reporting).await {
            tracing::error!(%error, "health reporter failed");
        }
        let served = self.drained().await;
        if let Err(error) = (&mut self.background).await {
            tracing::error!(%error, "background work failed");
        }
        if let Some((_, serving)) = &self.measuring {
            serving.abort();
        }
        self.reloading.abort();
        let flushing = tokio::task::spawn_blocking(flush);
        self.metrics.flush();
        if let Err(error) = flushing.await {
            tracing::error!(%error, "telemetry flush failed");
        }
        served
    }

    /// Ends streams, finishes calls, and cancels those over the time limit.
    async fn drained(&mut self) -> Result<(), StartError> {
        tracing::info!("draining");
        self.draining.cancel();
        let served = [Some(&mut self.players), self.operators.as_mut()];
        let served = served.into_iter().flatten();
        let (guards, serving): (Vec<_>, Vec<_>) = served.map(|of| (of.guard.clone(), &mut of.serving)).unzip();
        let cuts: Vec<_> = serving.iter().map(|serving| serving.abort_handle()).collect();
        // A stream with a client that does not read, or of a service without drain support, would block the shutdown.
        let only_streams = async {
            join_all(guards.iter().map(AdmissionLayer::idle)).await;
            tokio::time::sleep(LAST_WORDS).await;
        };
        let served = tokio::select! {
            served = join_all(serving) => served.into_iter().collect::<Result<(), _>>().map_err(|_| StartError::Ended),
            () = only_streams => {
                tracing::info!("drain: remaining streams closed");
                Ok(())
            }
            () = tokio::time::sleep(self.drain) => {
                tracing::warn!("drain timeout: remaining calls cancelled");
                Ok(())
            }
        };
        for cut in cuts {
            cut.abort();
        }
        served
    }

    /// Waits until the transport fails, or the store has another number of shards.
    pub(crate) async fn failed(&mut self) -> StartError {
        tokio::select! {
            served = &mut self.players.serving => {
                if let Err(error) = served {
                    tracing::error!(%error, "server failed");
                }
                StartError::Ended
            }
            other = other_shards(&mut self.found) => StartError::Shards(other),
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|cause| StartError::Listen { address, cause })
}

/// The dependencies of the service by the configuration.
fn deps<S: MatchStore>(config: &Config, store: S, draining: CancellationToken, logs: Option<LogFilter>) -> Deps<S> {
    let (clock, entropy) = (Arc::new(SystemClock), Arc::new(OsEntropy));
    let deps = Deps::new(store, keys(config), config.settings(), (clock, entropy), draining);
    match logs {
        Some(logs) => deps.logging_by(Arc::new(logs)),
        None => deps,
    }
}

/// Waits until the store has another number of shards than is configured.
async fn other_shards(found: &mut watch::Receiver<Health>) -> OtherShards {
    let other = found.wait_for(|health| matches!(health, Health::OtherShards(_))).await;
    match other.as_deref() {
        Ok(Health::OtherShards(other)) => *other,
        // The heartbeat ends at shutdown.
        Ok(Health::Starting | Health::NotReady(_) | Health::Ready) | Err(_) => std::future::pending().await,
    }
}

/// Starts a further endpoint, if it is configured.
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
    let previous: Vec<_> = config.previous_token_secrets.iter().map(Secret::bytes).collect();
    if let Some(secret) = &config.token_secret {
        return Keys::new(secret.bytes(), &previous);
    }
    tracing::warn!("no token secret configured: tokens are valid in this process only");
    let mut random = [0; 32];
    OsEntropy.fill(&mut random);
    Keys::new(&random, &previous)
}
