//! Both stores keep every promise of the suite.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::{
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tinsel_store::{Limits, Memory, Redis, RedisOptions, Traced, UnixMillis};
use tinsel_store_testkit::{Fixture, PATIENCE, RedisServer, store_suite};

/// Matches in memory, by a clock that stands still until it is moved.
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

/// Matches in Redis, on one server for all tests that run at the same time.
struct InRedis {
    server: Arc<RedisServer>,
    store: Traced<Redis>,
    options: RedisOptions,
}

impl InRedis {
    fn connect(server: &RedisServer, options: RedisOptions) -> Traced<Redis> {
        Traced::new(Redis::connect(&server.url(), options).unwrap(), "redis")
    }
}

impl Fixture for InRedis {
    type Store = Traced<Redis>;

    async fn open(limits: Limits) -> Self {
        static SHARED: Mutex<Weak<RedisServer>> = Mutex::new(Weak::new());
        let server = {
            let mut shared = SHARED.lock().unwrap();
            shared.upgrade().unwrap_or_else(|| {
                let server = Arc::new(RedisServer::start());
                *shared = Arc::downgrade(&server);
                server
            })
        };
        let options = RedisOptions {
            limits,
            connect_timeout: PATIENCE,
            response_timeout: PATIENCE,
        };
        let store = Self::connect(&server, options);
        Self { server, store, options }
    }

    fn store(&self) -> Self::Store {
        self.store.clone()
    }

    fn replica(&self) -> Self::Store {
        Self::connect(&self.server, self.options)
    }

    fn pass(&self, _: Duration) {}
}

store_suite!(memory, InMemory);
store_suite!(redis, InRedis);
