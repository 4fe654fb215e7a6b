//! The service with a test clock and test randomness.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::future::BoxFuture;
use opentelemetry::metrics::MeterProvider;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use prometheus::{Registry, TextEncoder};
use tinsel_archive::Archive;
use tinsel_service::{
    AdmissionLayer, ApiKey, Background, Clock, Deps, Entropy, KeyQuota, Keys, Limits, Rate, Settings, admin_routes,
    routes,
};
use tinsel_store::{MatchStore, UnixMillis};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use tonic::{service::Routes, transport::server::TcpIncoming};
use tower::Layer;

use crate::{
    api::Api,
    replica::{KEY, MANY},
};

/// The API key in [`of_platform`].
const PLATFORM_KEY: &str = "the key of the studio";

/// Settings with the API key of one platform, whose tenant is `studio`.
#[must_use]
pub fn of_platform() -> Settings {
    Settings {
        api_keys: vec![ApiKey::new("studio", PLATFORM_KEY.as_bytes(), KeyQuota::default())],
        ..Settings::default()
    }
}

/// The first time of the clock of a world.
const BEGINNING: u64 = 1_800_000_000_000;

/// A clock that only tests move.
#[derive(Debug)]
pub struct TestClock(AtomicU64);

impl TestClock {
    /// Now, in milliseconds since 1970.
    #[must_use]
    pub fn millis(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Moves to this moment.
    pub fn set(&self, millis: u64) {
        self.0.store(millis, Ordering::SeqCst);
    }

    /// Moves forward.
    pub fn pass(&self, millis: u64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Default for TestClock {
    fn default() -> Self {
        Self(AtomicU64::new(BEGINNING))
    }
}

impl Clock for TestClock {
    fn now(&self) -> UnixMillis {
        UnixMillis(self.millis())
    }
}

/// Bytes from a seed and from the number of earlier draws (SplitMix64).
#[derive(Debug)]
struct TestEntropy(AtomicU64);

impl Entropy for TestEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let drawn = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::SeqCst);
            let mixed = (drawn ^ (drawn >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes()[..chunk.len()]);
        }
    }
}

/// Sends one heartbeat and processes everything that is due, with upkeep, on any store.
struct Sweep(Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>);

impl Sweep {
    fn by<S: MatchStore>(background: Background<S>) -> Self {
        let background = Arc::new(background);
        Self(Box::new(move || {
            let background = Arc::clone(&background);
            Box::pin(async move {
                background.sweep().await;
                background.upkeep().await;
            })
        }))
    }
}

impl std::fmt::Debug for Sweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sweep")
    }
}

/// The metrics of the service, as a server exports them.
#[derive(Debug)]
struct Measures {
    provider: SdkMeterProvider,
    registry: Registry,
}

impl Measures {
    fn new() -> Self {
        let registry = Registry::new();
        let exporter = opentelemetry_prometheus::exporter().with_registry(registry.clone());
        let exporter = exporter.build().expect("what Prometheus reads");
        Self {
            provider: SdkMeterProvider::builder().with_reader(exporter).build(),
            registry,
        }
    }
}

/// The service in this process, with a test clock and test randomness. Two worlds with the same seed return the same
/// bytes for the same calls. [`api`](Self::api) calls it without a socket.
#[derive(Debug)]
pub struct World {
    api: Api,
    operators: Api,
    url: String,
    clock: Arc<TestClock>,
    sweep: Sweep,
    draining: CancellationToken,
    measures: Measures,
    serving: JoinHandle<()>,
}

impl World {
    /// A world on `store` with the randomness of `seed`. Worlds that share a store need different seeds.
    pub async fn new<S: MatchStore>(store: S, seed: u64) -> Self {
        Self::with(store, seed, Settings::default()).await
    }

    /// A world with these settings. The default rate limit is raised, because the clock of a world stands still.
    pub async fn with<S: MatchStore>(store: S, seed: u64, settings: Settings) -> Self {
        Self::beside(store, seed, settings, None).await
    }

    /// A world that archives finished matches.
    pub async fn archived<S: MatchStore>(store: S, seed: u64, settings: Settings, archive: Archive) -> Self {
        Self::beside(store, seed, settings, Some(archive)).await
    }

    async fn beside<S: MatchStore>(store: S, seed: u64, mut settings: Settings, archive: Option<Archive>) -> Self {
        if settings.limits.rate == Limits::default().rate {
            let many = Rate {
                per_second: MANY,
                burst: MANY,
            };
            (settings.limits.rate, settings.limits.address_rate) = (many, many);
        }
        let clock = Arc::new(TestClock::default());
        let entropy = Arc::new(TestEntropy(AtomicU64::new(seed.wrapping_mul(0xd129_0d3f_61c5_4a2b))));
        let draining = CancellationToken::new();
        let keys = Keys::new(KEY.as_bytes(), &[]);
        let measures = Measures::new();
        let deps = Deps::new(store, keys, settings, (clock.clone(), entropy), draining.clone())
            .archived_in(archive)
            .measured_by(&measures.provider.meter("tinsel"));
        let guard = AdmissionLayer::new(&deps);
        let deps = Arc::new(deps);
        let sweep = Sweep::by(Background::new(Arc::clone(&deps)));
        let routes = routes(Arc::clone(&deps));
        let (url, serving) = serve(guard.clone(), routes.clone()).await;
        Self {
            api: Api::in_process(guard.layer(routes)),
            operators: Api::in_process(guard.layer(admin_routes(deps))),
            url,
            clock,
            sweep,
            draining,
            measures,
            serving,
        }
    }

    /// Calls of clients, in process.
    #[must_use]
    pub const fn api(&self) -> &Api {
        &self.api
    }

    /// Calls with the API key in [`of_platform`], in process.
    #[must_use]
    pub fn platform(&self) -> Api {
        self.api.with("x-api-key", PLATFORM_KEY)
    }

    /// Calls of operators, in process.
    #[must_use]
    pub const fn operators(&self) -> &Api {
        &self.operators
    }

    /// Its URL, for clients that need a socket.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its clock.
    #[must_use]
    pub fn clock(&self) -> &TestClock {
        &self.clock
    }

    /// Sends one heartbeat and processes all due matches, as a server does at its time.
    pub async fn sweep(&self) {
        (self.sweep.0)().await;
    }

    /// Its metrics, in the format of Prometheus.
    #[must_use]
    pub fn metrics(&self) -> String {
        let measured = self.measures.registry.gather();
        TextEncoder::new().encode_to_string(&measured).expect("text")
    }

    /// Starts the graceful shutdown of the service; calls still work.
    pub fn drain(&self) {
        self.draining.cancel();
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves these routes on a free port behind this admission layer. Returns the URL and the task of the server.
async fn serve(guard: AdmissionLayer, routes: Routes) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a socket");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let server = tonic::transport::Server::builder().layer(guard).add_routes(routes);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let serving = tokio::spawn(async move {
        server
            .serve_with_incoming(incoming)
            .await
            .expect("the server of the world runs");
    });
    (url, serving)
}
