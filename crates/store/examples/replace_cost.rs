//! Compares the cost of `replace` with that of a minimal compare-and-set.
//!
//! ```text
//! cargo run --release -p tinsel-store --example replace_cost
//! ```
//!
//! Starts a Redis server of its own. 64 tasks move one match each over one connection. They use three kinds of steps
//! in turn: a bare script that compares and writes, `replace` with only an entry, and `replace` as in a turn of a game.
//! The latter also writes an answer and a deadline. Prints medians of steps per second, and of processor time per step, of the server and of this
//! process. Compare only the ratios, because the speed of the machine varies.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    clippy::disallowed_methods,
    clippy::float_arithmetic,
    reason = "a program to measure with"
)]

use std::time::{Duration, Instant};

use bytes::Bytes;
use redis::{AsyncConnectionConfig, Client, Cmd, IntoConnectionInfo, Script, aio::MultiplexedConnection};
use tinsel_store::{
    Change, Created, MatchId, MatchStore, Redis, RedisOptions, Replaced, StoredResponse, UnixMillis, Version, Write,
};
use tinsel_store_testkit::RedisServer;
use tokio::task::JoinSet;

const TASKS: u64 = 64;
const ROUNDS: u32 = 7;
const SPAN: Duration = Duration::from_millis(1500);
const RECORD: usize = 1024;

const BARE: &str = "if redis.call('HGET', KEYS[1], 'v') ~= ARGV[1] then return 0 end \
                    redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3]) return 1";

#[derive(Clone, Copy)]
enum Kind {
    Bare,
    Entry,
    Turn,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = RedisServer::start();
    let store = Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    let connection = connect(&server.url()).await;
    let mut measured = Vec::new();
    for _ in 0..ROUNDS {
        for kind in [Kind::Bare, Kind::Entry, Kind::Turn] {
            measured.push((kind as usize, measure(kind, &store, &connection).await));
        }
    }
    println!("64 tasks, one connection, 1 KiB            steps/s  of bare  server us  client us");
    let median = |kind: usize| {
        let mut of_kind: Vec<_> = measured.iter().filter(|(of, _)| *of == kind).map(|(_, m)| *m).collect();
        of_kind.sort_by(|a, b| a[0].total_cmp(&b[0]));
        of_kind[of_kind.len() / 2]
    };
    let names = [
        "bare compare-and-set",
        "replace: entry",
        "replace: entry, answer, deadline",
    ];
    for (kind, name) in names.into_iter().enumerate() {
        let [steps, server, client] = median(kind);
        let of_bare = steps / median(0)[0];
        println!("{name:<40} {steps:>9.0} {of_bare:>8.2} {server:>10.2} {client:>10.2}");
    }
}

async fn connect(url: &str) -> MultiplexedConnection {
    let tcp = redis::io::tcp::TcpSettings::default().set_nodelay(true);
    let info = url.into_connection_info().unwrap().set_tcp_settings(tcp);
    let config = AsyncConnectionConfig::new();
    Client::open(info)
        .unwrap()
        .get_multiplexed_async_connection_with_config(&config)
        .await
        .unwrap()
}

/// Steps per second, and microseconds of processor time per step, of the server and of this process.
async fn measure(kind: Kind, store: &Redis, connection: &MultiplexedConnection) -> [f64; 3] {
    let (began, spent, own) = (Instant::now(), server_time(connection).await, own_time());
    let mut tasks = JoinSet::new();
    for task in 0..TASKS {
        let (store, connection) = (store.clone(), connection.clone());
        let id = MatchId::from_entropy(getrandom(task), 256);
        tasks.spawn(async move {
            match kind {
                Kind::Bare => bare(connection, task, began).await,
                Kind::Entry => moving(&store, id, began, |_| (None, Change::Keep)).await,
                Kind::Turn => moving(&store, id, began, turn).await,
            }
        });
    }
    let steps = tasks.join_all().await.into_iter().sum::<u32>();
    let elapsed = began.elapsed().as_secs_f64();
    let spent = server_time(connection).await - spent;
    let own = own_time() - own;
    let steps = f64::from(steps);
    [steps / elapsed, spent * 1e6 / steps, own * 1e6 / steps]
}

async fn bare(mut connection: MultiplexedConnection, task: u64, began: Instant) -> u32 {
    let hash = Script::new(BARE).get_hash().to_owned();
    let _: String = redis::cmd("SCRIPT")
        .arg("LOAD")
        .arg(BARE)
        .query_async(&mut connection)
        .await
        .unwrap();
    let (key, record) = (format!("bare:{task}"), vec![7_u8; RECORD]);
    let _: () = redis::cmd("HSET")
        .arg(&key)
        .arg("v")
        .arg("0")
        .query_async(&mut connection)
        .await
        .unwrap();
    let mut steps = 0;
    while began.elapsed() < SPAN {
        let mut command: Cmd = redis::cmd("EVALSHA");
        command
            .arg(&hash)
            .arg(1)
            .arg(&key)
            .arg(steps)
            .arg(steps + 1)
            .arg(&record);
        let won: i64 = command.query_async(&mut connection).await.unwrap();
        assert_eq!(won, 1);
        steps += 1;
    }
    steps
}

type Beside = (Option<(tinsel_store::RequestId, StoredResponse)>, Change<UnixMillis>);

fn turn(step: u32) -> Beside {
    let request = format!("0b5c6f0e-3a51-4a3c-9d0e-{step:012}").parse().unwrap();
    let body = Bytes::from_static(&[7; 24]);
    let answer = StoredResponse { fingerprint: 7, body };
    (
        Some((request, answer)),
        Change::Set(UnixMillis(1_800_000_000_000 + u64::from(step))),
    )
}

/// Moves a match until the measured span is over.
async fn moving(store: &Redis, id: MatchId, began: Instant, beside: impl Fn(u32) -> Beside) -> u32 {
    let record = Bytes::from(vec![7; RECORD]);
    let step = |steps: u32, (request, deadline): Beside| Write {
        request,
        deadline,
        ..Write::new(record.clone(), Bytes::from_static(&[7; 120]), u64::from(steps))
    };
    let begin = step(0, (None, Change::Keep));
    let mut version = begun(
        store
            .create(
                id,
                Write {
                    expiry: Change::Set(SPAN * 2),
                    ..begin
                },
            )
            .await
            .unwrap(),
    );
    let mut steps = 0;
    while began.elapsed() < SPAN {
        steps += 1;
        let replaced = store.replace(id, version, &step(steps, beside(steps))).await.unwrap();
        let Replaced::Written(now) = replaced else { return 0 };
        version = now;
    }
    steps
}

fn begun(created: Created) -> Version {
    match created {
        Created::New(version) => version,
        Created::Exists(stored) => stored.version,
    }
}

fn getrandom(task: u64) -> [u8; 16] {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    (now.as_nanos().wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ u128::from(task)).to_be_bytes()
}

/// Seconds of processor time that the server has used.
async fn server_time(connection: &MultiplexedConnection) -> f64 {
    let info: String = redis::cmd("INFO")
        .arg("cpu")
        .query_async(&mut connection.clone())
        .await
        .unwrap();
    let of = |name: &str| -> f64 {
        let line = info.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.parse().ok()).unwrap_or_default()
    };
    of("used_cpu_user:") + of("used_cpu_sys:")
}

/// Seconds of processor time that this process has used, with a resolution of 10 ms; `None` without `/proc`.
fn own_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(11)
        .take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
