//! Runs the suite for every store, and for Redis in every deployment mode.

use std::{
    marker::PhantomData,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use opentelemetry::metrics::{MeterProvider, NoopMeterProvider};
use tinsel_store::{Limits, Memory, Redis, RedisOptions, RedisTls, Traced, UnixMillis};
use tinsel_store_testkit::{
    Failover, Fixture, RedisCluster, RedisSentinels, RedisServer, SecuredRedis, patient, store_suite,
};

/// The store in memory, with a clock that only the test advances.
struct InMemory {
    store: Memory,
    now: Arc<AtomicU64>,
}

impl Fixture for InMemory {
    type Store = Memory;

    async fn open(limits: Limits) -> Self {
        let now = Arc::new(AtomicU64::new(1_800_000_000_000));
        let clock = Arc::clone(&now);
        let store = Memory::new(move || UnixMillis(clock.load(Ordering::SeqCst)), limits);
        Self { store, now }
    }

    fn store(&self) -> Memory {
        self.store.clone()
    }

    fn replica(&self) -> Memory {
        self.store.clone()
    }

    fn pass(&self, time: Duration) {
        let time = u64::try_from(time.as_millis()).unwrap();
        self.now.fetch_add(time, Ordering::SeqCst);
    }
}

/// A deployment mode of Redis, started once for all tests.
trait Topology: Send + Sync + 'static {
    /// The address of the running servers.
    fn url() -> String;

    /// Further options to connect to them.
    fn options(options: RedisOptions) -> RedisOptions {
        options
    }
}

struct Alone;

impl Topology for Alone {
    fn url() -> String {
        static SERVER: LazyLock<RedisServer> = LazyLock::new(RedisServer::start);
        SERVER.url()
    }
}

struct Secured;

static SECURED: LazyLock<SecuredRedis> = LazyLock::new(SecuredRedis::start);

impl Topology for Secured {
    fn url() -> String {
        SECURED.url()
    }

    fn options(options: RedisOptions) -> RedisOptions {
        let tls = RedisTls::default();
        tls.replace(Some(SECURED.ca().into()), None).unwrap();
        RedisOptions { tls, ..options }
    }
}

struct Sentinels;

impl Topology for Sentinels {
    fn url() -> String {
        static SENTINELS: LazyLock<RedisSentinels> = LazyLock::new(RedisSentinels::start);
        SENTINELS.url()
    }

    /// There is one replica, so every write can wait for it.
    fn options(options: RedisOptions) -> RedisOptions {
        RedisOptions { replicas: 1, ..options }
    }
}

struct Cluster;

impl Topology for Cluster {
    fn url() -> String {
        static CLUSTER: LazyLock<RedisCluster> = LazyLock::new(RedisCluster::start);
        CLUSTER.url()
    }
}

/// The store in Redis.
struct InRedis<P> {
    store: Traced<Redis>,
    options: RedisOptions,
    topology: PhantomData<P>,
}

impl<P: Topology> InRedis<P> {
    fn connect(options: RedisOptions) -> Traced<Redis> {
        Traced::new(
            Redis::connect(&P::url(), options).unwrap(),
            "redis",
            &NoopMeterProvider::new().meter(""),
        )
    }
}

impl<P: Topology> Fixture for InRedis<P> {
    type Store = Traced<Redis>;

    async fn open(limits: Limits) -> Self {
        let options = P::options(RedisOptions { limits, ..patient() });
        Self {
            store: Self::connect(options.clone()),
            options,
            topology: PhantomData,
        }
    }

    fn store(&self) -> Self::Store {
        self.store.clone()
    }

    fn replica(&self) -> Self::Store {
        Self::connect(self.options.clone())
    }

    fn pass(&self, _: Duration) {}
}

store_suite!(memory, InMemory);
store_suite!(redis, InRedis<Alone>);
store_suite!(secured, InRedis<Secured>);
store_suite!(sentinels, InRedis<Sentinels>);
store_suite!(cluster, InRedis<Cluster>);
