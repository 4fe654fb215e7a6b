//! The number of commands that an idle fleet sends to the store.

use std::{collections::BTreeMap, future::ready};

use tinsel_harness::{Operator, RedisServer, Replica, soon, until};
use tokio::time::Instant;

/// Number of servers.
const SERVERS: u64 = 16;

/// The maximum rate of all servers together, in commands per second on one node of the store.
const COMMANDS_PER_SECOND: u64 = 50;

/// Number of counted heartbeats of each server: about eleven seconds, with three announcements.
const BEATS: u64 = 15;

/// The commands of heartbeats and announcements, of reads of the deadlines and of the list of replicas, and of new connections
/// that show whether the address leads to another server, and of reads of a mark of the installation.
const EXPECTED: [&str; 7] = ["setrange", "time", "zadd", "zrangebyscore", "ping", "info", "get"];

type Counts = BTreeMap<String, u64>;

fn count(counts: &Counts, name: &str) -> u64 {
    counts.get(name).copied().unwrap_or(0)
}

/// The commands from now until this number of heartbeats.
async fn counted(operator: &mut Operator, beats: u64) -> Counts {
    let before = operator.counts();
    let (mut counts, mut own) = (Counts::new(), 0);
    until("heartbeats", || {
        // The reply counts this test's commands up to the one before.
        own += 1;
        counts = operator.counts();
        for (name, calls) in &mut counts {
            *calls -= count(&before, name);
        }
        ready(count(&counts, "setrange") >= beats)
    })
    .await;
    *counts.get_mut("info").expect("the test's own") -= own;
    counts.retain(|_, calls| *calls > 0);
    counts
}

/// Counts until the fleet keeps the limit. On a busy machine a heartbeat may be late: then the other servers scan the
/// shards of its server once.
async fn keeps_the_limit(operator: &mut Operator) {
    loop {
        let since = Instant::now();
        let counts = counted(operator, SERVERS * BEATS).await;
        let took = u64::try_from(since.elapsed().as_millis()).unwrap();
        let commands: u64 = counts.values().sum();
        eprintln!("{commands} commands in {took} ms: {counts:?}");
        let is_idle = counts.keys().all(|name| EXPECTED.contains(&name.as_str()));
        // Every fifth heartbeat announces the server.
        let announced = count(&counts, "zadd") * 5 <= count(&counts, "setrange") + SERVERS * 5;
        if is_idle && announced && commands <= COMMANDS_PER_SECOND * took / 1000 {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixteen_idle_servers_keep_the_limit_of_commands_with_and_without_matches() {
    let redis = RedisServer::start();
    let mut operator = Operator::of(&redis);
    let mut replicas = Vec::new();
    for _ in 0..SERVERS {
        replicas.push(Replica::on(&redis).await);
    }
    soon("an idle fleet", keeps_the_limit(&mut operator)).await;
    operator.list_as_due(100_000);
    soon("an idle fleet with matches", keeps_the_limit(&mut operator)).await;
    for replica in replicas {
        replica.stop().await;
    }
    assert_eq!(operator.replicas(), 0, "each has left");
}
