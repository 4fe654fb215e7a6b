//! The service with time and chance of the test's choosing.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tinsel_service::{Clock, Deps, Entropy, GuardLayer, Keys, Settings, routes};
use tinsel_store::{MatchStore, UnixMillis};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use tonic::transport::server::TcpIncoming;

use crate::{api::Api, replica::KEY};

/// The moment at which the clock of a world stands at first.
const BEGINNING: u64 = 1_800_000_000_000;

/// A clock that only moves when told to.
#[derive(Debug)]
pub struct TestClock(AtomicU64);

impl TestClock {
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
        UnixMillis(self.0.load(Ordering::SeqCst))
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

/// The service in this process, on a real socket, with a clock and a randomness of the test's choosing: two worlds
/// with the same seed that are asked the same answer the same, byte for byte.
#[derive(Debug)]
pub struct World {
    api: Api,
    url: String,
    clock: Arc<TestClock>,
    draining: CancellationToken,
    serving: JoinHandle<()>,
}

impl World {
    /// A world on `store` whose chances follow from `seed`. Worlds that share a store need different seeds.
    pub async fn new<S: MatchStore>(store: S, seed: u64) -> Self {
        Self::with(store, seed, Settings::default()).await
    }

    /// A world with other settings than the usual.
    pub async fn with<S: MatchStore>(store: S, seed: u64, settings: Settings) -> Self {
        let clock = Arc::new(TestClock::default());
        let entropy = Arc::new(TestEntropy(AtomicU64::new(seed.wrapping_mul(0xd129_0d3f_61c5_4a2b))));
        let draining = CancellationToken::new();
        let guard = GuardLayer::new(&settings.limits);
        let keys = Keys::new(KEY.as_bytes(), &[]);
        let deps = Deps::new(store, keys, settings, (clock.clone(), entropy), draining.clone());
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a socket");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let server = tonic::transport::Server::builder()
            .layer(guard)
            .add_routes(routes(Arc::new(deps)));
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        let serving = tokio::spawn(async move {
            server.serve_with_incoming(incoming).await.expect("the world goes on");
        });
        Self {
            api: Api::connect(&url).await,
            url,
            clock,
            draining,
            serving,
        }
    }

    /// A connection to it.
    #[must_use]
    pub const fn api(&self) -> &Api {
        &self.api
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its clock.
    #[must_use]
    pub fn clock(&self) -> &TestClock {
        &self.clock
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
