//! The capacity model: the resources for a number of concurrent matches, from measured costs; and its prediction for three
//! setups of this machine beside a measurement.

use std::process::Command;

use tinsel_catalog::GameId;
use tinsel_store_testkit::{Failover, RedisCluster, RedisServer};

use crate::{
    children::{Child, Tinsel, start_tinsel},
    matches,
    window::{self, Kind, Measured},
};

/// The costs of Tinsel. Each comment names the command that measures it; `README.md` has the measurements.
struct Costs {
    /// CPU of a server per action, in microseconds: `make bench`, `server_us`.
    server_us: f64,
    /// CPU of Redis per action, in microseconds: `make bench`, `redis_us`.
    redis_us: f64,
    /// CPU of a server per update for a watcher, in microseconds: `make bench-watchers`, `us_per_update`.
    update_us: f64,
    /// Memory of Redis per live match, in bytes: `make bench-store-sizes`, `live`.
    match_bytes: f64,
    /// Memory of a server per stream, in bytes: `make bench-streams`, `bytes_per_stream`.
    stream_bytes: f64,
    /// Memory of a server without streams, in bytes.
    server_bytes: f64,
}

/// The costs of Presents of Mine, on the machine of `README.md`.
const COSTS: Costs = Costs {
    server_us: 40.5,
    redis_us: 15.7,
    update_us: 11.5,
    match_bytes: 29_822.0,
    stream_bytes: 6_449.0,
    server_bytes: 60_000_000.0,
};

/// The load of each match: eight players who decide every 30 seconds, each with a stream.
const PLAYERS: f64 = 8.0;
const ACTIONS_PER_SECOND: f64 = PLAYERS / 30.0;

/// The share of a core that is used on average: the rest is for peaks and for replicas that are replaced.
const UTILIZATION: f64 = 0.6;

/// The cores and the memory of one server and of one Redis master, which uses one core for commands.
const SERVER_CORES: f64 = 4.0;
const MASTER_BYTES: f64 = 32e9;

/// The resources for a number of concurrent matches.
struct Demand {
    actions: f64,
    server_cores: f64,
    servers: f64,
    masters_by_cpu: f64,
    masters_by_memory: f64,
    redis_bytes: f64,
    streams: f64,
    stream_bytes: f64,
}

impl Demand {
    fn of(matches: f64, costs: &Costs) -> Self {
        let actions = matches * ACTIONS_PER_SECOND;
        let streams = matches * PLAYERS;
        // Each action is one update for each player of its match.
        let us = costs.server_us + PLAYERS * costs.update_us;
        let server_cores = actions * us / 1e6 / UTILIZATION;
        let redis_bytes = matches * costs.match_bytes;
        Self {
            actions,
            server_cores,
            servers: (server_cores / SERVER_CORES).ceil().max(2.0),
            masters_by_cpu: (actions * costs.redis_us / 1e6 / UTILIZATION).ceil(),
            masters_by_memory: (redis_bytes / MASTER_BYTES).ceil(),
            redis_bytes,
            streams,
            stream_bytes: streams * costs.stream_bytes,
        }
    }

    /// The resource that is exhausted first as the load grows.
    fn first_limit(&self) -> &'static str {
        if self.masters_by_cpu.max(self.masters_by_memory) <= 1.0 && self.servers <= 2.0 {
            "none: two servers for availability, one Redis"
        } else if self.masters_by_cpu >= self.masters_by_memory {
            "CPU of a Redis master: add masters (Cluster)"
        } else {
            "memory of a Redis master: add masters (Cluster)"
        }
    }
}

/// Prints the table of the model.
pub fn print() {
    println!(
        "| matches | actions/s | server cores | servers | Redis masters (CPU, memory) | Redis GB | streams | GB of streams | \
         first limit |\n|---|---|---|---|---|---|---|---|---|"
    );
    for matches in [1e3, 1e5, 1e7] {
        let demand = Demand::of(matches, &COSTS);
        println!(
            "| {matches:.0} | {:.0} | {:.1} | {:.0} | {:.0}, {:.0} | {:.2} | {:.0} | {:.2} | {} |",
            demand.actions,
            demand.server_cores,
            demand.servers,
            demand.masters_by_cpu,
            demand.masters_by_memory,
            demand.redis_bytes / 1e9,
            demand.streams,
            demand.stream_bytes / 1e9,
            demand.first_limit()
        );
    }
    let (spectators, servers) = (100_000.0, 20.0);
    let each = spectators / servers;
    println!(
        "A match with {spectators:.0} spectators on {servers:.0} servers: {:.0} ms of CPU and {:.0} MB per server for \
         each action and for the streams, beside {:.0} MB without streams",
        each * COSTS.update_us / 1e3,
        each * COSTS.stream_bytes / 1e6,
        COSTS.server_bytes / 1e6
    );
}

/// Number of matches of a measurement.
const MATCHES: usize = 200;

/// Measures one server and two on one Redis, and one on a Cluster, each server on a core of its own and Redis with the
/// callers on the last core. Prints the rates that the model predicts beside them.
pub async fn compare() {
    if Command::new("taskset").arg("--version").output().is_err() {
        println!("not run: the comparison of the model: taskset is missing");
        return;
    }
    let redis = RedisServer::start();
    let pids = vec![redis.pid()];
    let one = start(&redis.url(), "0").await;
    point("one server, one Redis", &[&one], &[1.0], &pids).await;
    let other = start(&redis.url(), "1").await;
    point("two servers, one Redis", &[&one, &other], &[0.5, 0.5], &pids).await;
    drop((one, other));
    let cluster = RedisCluster::start();
    let one = start(&cluster.url(), "0").await;
    point("one server, Cluster of three masters", &[&one], &[1.0], &cluster.pids()).await;
}

async fn start(url: &str, core: &str) -> Tinsel {
    let tinsel = start_tinsel(url, &[]).await;
    pin(&tinsel.server.pid(), core);
    tinsel
}

/// Binds all threads of a process to a core.
fn pin(pid: &str, core: &str) {
    let pinned = Command::new("taskset").args(["-acp", core, pid]).output();
    assert!(
        pinned.is_ok_and(|output| output.status.success()),
        "taskset binds process {pid}"
    );
}

/// Plays matches on these servers, each of which has a share of the calls, and prints the measured rate beside the
/// predicted one.
async fn point(name: &str, servers: &[&Tinsel], shares: &[f64], redis: &[String]) {
    redis.iter().for_each(|pid| pin(pid, "1"));
    pin(&std::process::id().to_string(), "1");
    eprintln!("bench capacity: {name}");
    let mut all = Measured::none();
    let mut tables = Vec::new();
    for server in servers {
        tables.push(matches::seat(server, GameId::PresentsOfMine, MATCHES / servers.len()).await);
    }
    let children: Vec<&Child> = servers.iter().map(|tinsel| &tinsel.server).collect();
    loop {
        let mut calls = Vec::new();
        for (server, tables) in servers.iter().zip(&tables) {
            calls.push(
                matches::due_actions(server, tables)
                    .await
                    .unwrap_or_default()
                    .into_iter(),
            );
        }
        let calls: Vec<_> = interleaved(calls);
        if calls.is_empty() {
            break;
        }
        all.add(&window::run_on(Kind::Closed, &children, redis, calls).await);
    }
    // The first core runs the first server; the last core runs Redis, the callers, and the second server.
    let last = COSTS.redis_us + all.load_us() + shares.get(1).map_or(0.0, |share| share * COSTS.server_us);
    let busiest = (shares[0] * COSTS.server_us).max(last);
    let (predicted, measured) = (1e6 / busiest, all.per_second());
    println!(
        "bench capacity point={name:?} predicted_per_s={predicted:.0} measured_per_s={measured:.0} ratio={:.2} \
         server_us={:.1} redis_us={:.1} load_us={:.1}",
        measured / predicted,
        all.server_us(),
        all.redis_us(),
        all.load_us()
    );
}

/// One element of each iterator in turn.
fn interleaved<T>(mut all: Vec<impl Iterator<Item = T>>) -> Vec<T> {
    let mut elements = Vec::new();
    loop {
        let before = elements.len();
        elements.extend(all.iter_mut().filter_map(Iterator::next));
        if elements.len() == before {
            return elements;
        }
    }
}
