//! The service with time and chance of the test's choosing.

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
use tinsel_service::{
    AdmissionLayer, Clock, Deps, Entropy, Keys, Limits, Rate, Settings, Sweeper, admin_routes, routes,
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

/// The moment at which the clock of a world stands at first.
const BEGINNING: u64 = 1_800_000_000_000;

/// A clock that only moves when told to.
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

    /// Moves on.
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

/// Bytes that follow from a seed and from how many were drawn before (SplitMix64).
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

/// One look at everything that may be due, on whatever store.
struct Sweep(Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>);

impl Sweep {
    fn by<S: MatchStore>(sweeper: Sweeper<S>) -> Self {
        let sweeper = Arc::new(sweeper);
        Self(Box::new(move || {
            let sweeper = Arc::clone(&sweeper);
            Box::pin(async move { sweeper.sweep().await })
        }))
    }
}

impl std::fmt::Debug for Sweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sweep")
    }
}

/// What is measured, as a server does.
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

/// The service in this process, with a clock and a randomness of the test's choosing: two worlds with the same seed that
/// are asked the same answer the same, byte for byte. [`api`](Self::api) calls it without a socket.
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
    /// A world on `store` whose chances follow from `seed`. Worlds that share a store need different seeds.
    pub async fn new<S: MatchStore>(store: S, seed: u64) -> Self {
        Self::with(store, seed, Settings::default()).await
    }

    /// A world with other settings than the usual. Callers may call far more often than usual, unless another rate than the
    /// usual is set: its clock stands still.
    pub async fn with<S: MatchStore>(store: S, seed: u64, mut settings: Settings) -> Self {
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
            .measured_by(&measures.provider.meter("tinsel"));
        let guard = AdmissionLayer::new(&deps);
        let deps = Arc::new(deps);
        let sweep = Sweep::by(Sweeper::new(Arc::clone(&deps)));
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

    /// Its calls, in process.
    #[must_use]
    pub const fn api(&self) -> &Api {
        &self.api
    }

    /// Its calls for operators, in process.
    #[must_use]
    pub const fn operators(&self) -> &Api {
        &self.operators
    }

    /// Where it listens, for clients that need a socket.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its clock.
    #[must_use]
    pub fn clock(&self) -> &TestClock {
        &self.clock
    }

    /// Looks after what is due, as a server does all the time.
    pub async fn sweep(&self) {
        (self.sweep.0)().await;
    }

    /// What it has measured, as Prometheus fetches it from a server.
    #[must_use]
    pub fn metrics(&self) -> String {
        let measured = self.measures.registry.gather();
        TextEncoder::new().encode_to_string(&measured).expect("text")
    }

    /// Tells the service that the server is about to stop; it goes on being served.
    pub fn drain(&self) {
        self.draining.cancel();
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves these on a free port, behind this guard; where, and by what.
async fn serve(guard: AdmissionLayer, routes: Routes) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a socket");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let server = tonic::transport::Server::builder().layer(guard).add_routes(routes);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let serving = tokio::spawn(async move {
        server.serve_with_incoming(incoming).await.expect("the world goes on");
    });
    (url, serving)
}
