//! The time from the death of a Redis master to the next accepted action.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tinsel_harness::{Api, Choice, Failover, Process, RedisCluster, RedisSentinels, RedisServer, TestMatch, created};
use tinsel_store::MatchId;
use tokio::{
    task::{JoinHandle, block_in_place},
    time::sleep,
};

/// Number of deaths in each topology.
const DEATHS: u64 = 20;

/// The pause of the client between two attempts.
const RETRY: Duration = Duration::from_millis(10);

/// The arguments of the servers.
const ARGUMENTS: &[&str] = &["--shards", "8"];

/// Measures each topology.
pub async fn measure() {
    let mut redis = RedisServer::start_durable();
    let server = Process::start(&redis, ARGUMENTS);
    let mut gaps = Gaps::new();
    for death in 0..DEATHS {
        progress("durable", death);
        let action = Pending::new(&server).await;
        let killed = Instant::now();
        block_in_place(|| redis.kill());
        let submitting = action.submit(killed);
        block_in_place(|| redis.restart());
        gaps.add(submitting).await;
    }
    gaps.print("durable, restarted at once");
    drop(server);
    fail_over("sentinel", RedisSentinels::start()).await;
    fail_over("cluster", RedisCluster::start()).await;
}

async fn fail_over(topology: &str, mut redis: impl Failover) {
    let server = Process::on(&redis.url(), ARGUMENTS);
    let mut gaps = Gaps::new();
    for death in 0..DEATHS {
        progress(topology, death);
        let action = Pending::new(&server).await;
        let slot = redis.slot(&action.shard());
        let killed = Instant::now();
        block_in_place(|| redis.kill_master(slot));
        let submitting = action.submit(killed);
        block_in_place(|| redis.take_over(slot));
        gaps.add(submitting).await;
        block_in_place(|| redis.restart());
    }
    gaps.print(topology);
}

/// A legal action that is not submitted yet.
struct Pending {
    api: Api,
    table: TestMatch,
    action: tinsel_proto::v1::GameAction,
}

impl Pending {
    async fn new(server: &Process) -> Self {
        let api = Api::connect(&server.url()).await;
        let table = TestMatch::of_players(&[&api], &created("")).await;
        let action = table.choice(&api, 0, Choice::Bot(1)).await.expect("a pending decision");
        Self { api, table, action }
    }

    fn shard(&self) -> String {
        let id: MatchId = self.table.match_id.parse().expect("an ID");
        id.shard().to_string()
    }

    /// Submits it until it is accepted.
    fn submit(self, killed: Instant) -> Submitting {
        let asked = self.table.submitting("after-the-failover", self.action.clone());
        let accepted = tokio::spawn(async move {
            while self.api.ask(&asked, Some(self.table.token(0))).await.is_err() {
                sleep(RETRY).await;
            }
            Instant::now()
        });
        Submitting { killed, accepted }
    }
}

/// An action that is submitted since the death of a master.
struct Submitting {
    killed: Instant,
    accepted: JoinHandle<Instant>,
}

/// The times of one topology.
struct Gaps {
    /// From the death until there is a master again.
    elected: Histogram<u64>,
    /// From the death until the next accepted action.
    accepted: Histogram<u64>,
}

impl Gaps {
    fn new() -> Self {
        let times = || Histogram::new_with_bounds(1, 600_000, 3).expect("bounds");
        Self {
            elected: times(),
            accepted: times(),
        }
    }

    /// Adds the times of an action, now that there is a master again.
    async fn add(&mut self, Submitting { killed, accepted }: Submitting) {
        let elected = killed.elapsed();
        let accepted = accepted.await.expect("a client") - killed;
        for (times, time) in [(&mut self.elected, elected), (&mut self.accepted, accepted)] {
            times.saturating_record(time.as_millis() as u64);
        }
    }

    fn print(&self, topology: &str) {
        println!(
            "bench failover topology={topology:?} deaths={DEATHS} master_ms_p50={} master_ms_max={} accepted_ms_p50={} \
             accepted_ms_max={}",
            self.elected.value_at_quantile(0.5),
            self.elected.max(),
            self.accepted.value_at_quantile(0.5),
            self.accepted.max(),
        );
    }
}

fn progress(topology: &str, death: u64) {
    eprintln!("bench failover: {topology}, death {} of {DEATHS}", death + 1);
}
