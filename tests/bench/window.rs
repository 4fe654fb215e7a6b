//! One window of calls against one server.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use hdrhistogram::Histogram;

use tinsel_store_testkit::RedisServer;

use crate::children::{Child, cpu_of};

/// Number of callers of a closed window.
const CALLERS: usize = 64;

/// One call, ready to be made.
pub type Call = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// How calls are scheduled.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// By a fixed number of callers, each of which waits for its response.
    Closed,
    /// At this rate per second, without waiting for earlier calls.
    Open(f64),
}

/// The measurements of one window, or the sum of several.
pub struct Measured {
    pub calls: usize,
    pub elapsed: Duration,
    /// CPU time of the server.
    pub server: Duration,
    /// CPU time of Redis.
    pub redis: Duration,
    /// CPU time of this process, which makes the calls.
    pub load: Duration,
    /// Microseconds; in an open window from the scheduled time of the call.
    pub latency: Histogram<u64>,
}

impl Measured {
    pub fn none() -> Self {
        Self {
            calls: 0,
            elapsed: Duration::ZERO,
            server: Duration::ZERO,
            redis: Duration::ZERO,
            load: Duration::ZERO,
            latency: histogram(),
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.elapsed += other.elapsed;
        self.server += other.server;
        self.redis += other.redis;
        self.load += other.load;
        self.latency.add(&other.latency).unwrap();
    }

    pub fn per_second(&self) -> f64 {
        self.calls as f64 / self.elapsed.as_secs_f64()
    }

    /// Microseconds of the server's CPU per call.
    pub fn server_us(&self) -> f64 {
        self.server.as_secs_f64() * 1e6 / self.calls as f64
    }

    /// Microseconds of the CPU of Redis per call.
    pub fn redis_us(&self) -> f64 {
        self.redis.as_secs_f64() * 1e6 / self.calls as f64
    }

    /// Microseconds of the load generator's CPU per call.
    pub fn load_us(&self) -> f64 {
        self.load.as_secs_f64() * 1e6 / self.calls as f64
    }

    /// The latency in milliseconds that this share of the calls do not exceed.
    pub fn quantile_ms(&self, quantile: f64) -> f64 {
        self.latency.value_at_quantile(quantile) as f64 / 1000.0
    }
}

/// Makes all calls to a server on this Redis.
pub async fn run(kind: Kind, server: &Child, redis: &RedisServer, calls: Vec<Call>) -> Measured {
    run_on(kind, &[server], &[redis.pid()], calls).await
}

/// Makes all calls, to servers on the Redis servers of these processes.
pub async fn run_on(kind: Kind, servers: &[&Child], redis: &[String], calls: Vec<Call>) -> Measured {
    let count = calls.len();
    let own = std::process::id().to_string();
    let of_servers = || servers.iter().map(|server| server.cpu()).sum::<Duration>();
    let of_redis = || redis.iter().map(|pid| cpu_of(pid)).sum::<Duration>();
    let (server_before, redis_before, load_before) = (of_servers(), of_redis(), cpu_of(&own));
    let began = Instant::now();
    let latency = match kind {
        Kind::Closed => closed(calls).await,
        Kind::Open(per_second) => open(calls, per_second).await,
    };
    Measured {
        calls: count,
        elapsed: began.elapsed(),
        server: of_servers().saturating_sub(server_before),
        redis: of_redis().saturating_sub(redis_before),
        load: cpu_of(&own).saturating_sub(load_before),
        latency,
    }
}

async fn closed(calls: Vec<Call>) -> Histogram<u64> {
    let calls: Arc<Vec<Mutex<Option<Call>>>> = Arc::new(calls.into_iter().map(|call| Mutex::new(Some(call))).collect());
    let next = Arc::new(AtomicUsize::new(0));
    let callers: Vec<_> = (0..CALLERS)
        .map(|_| {
            let (calls, next) = (Arc::clone(&calls), Arc::clone(&next));
            tokio::spawn(async move {
                let mut latency = histogram();
                while let Some(slot) = calls.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let call = slot.lock().unwrap().take().expect("each call is taken once");
                    let began = Instant::now();
                    call().await;
                    latency.saturating_record(began.elapsed().as_micros() as u64);
                }
                latency
            })
        })
        .collect();
    let mut all = histogram();
    for caller in callers {
        all.add(caller.await.unwrap()).unwrap();
    }
    all
}

async fn open(calls: Vec<Call>, per_second: f64) -> Histogram<u64> {
    let (began, mut running) = (Instant::now(), Vec::with_capacity(calls.len()));
    for (number, call) in calls.into_iter().enumerate() {
        let due = began + Duration::from_secs_f64(number as f64 / per_second);
        if due > Instant::now() {
            tokio::time::sleep_until(due.into()).await;
        }
        running.push(tokio::spawn(async move {
            call().await;
            due.elapsed().as_micros() as u64
        }));
    }
    let mut all = histogram();
    for call in running {
        all.saturating_record(call.await.unwrap());
    }
    all
}

pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).unwrap()
}
