//! Tinsel and the floors, measured as [`peers/load.js`](peers/load.js) measures other game servers: rounds of one action in
//! each match by 64 callers, with a stream for each seat; then an idle match, an idle stream, and updates for spectators.
//!
//! Prints one line `peer {JSON}` for each side.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use futures_util::StreamExt;
use serde_json::json;
use tinsel_catalog::GameId;
use tinsel_harness::resident_of;
use tinsel_proto::v1::{
    WatchMatchRequest, WatchMatchResponse, match_service_client::MatchServiceClient, watch_match_response::Message,
};
use tinsel_store_testkit::RedisServer;
use tokio::sync::mpsc::unbounded_channel;
use tonic::{Streaming, transport::Endpoint};

use crate::{
    children::{self, Tinsel},
    floor::{Floor, Rival, Sizes},
    matches::{self, TestMatch, with_token},
    window::{self, Kind, Measured},
};

/// Two seats take turns, and every field is public.
const GAME: GameId = GameId::SnowballWar;
/// Number of rounds that are not counted: the first ones of a process are slower.
const WARMUP: usize = 10;
/// Number of matches that load code and buffers before the memory of idle matches is measured.
const WARM_MATCHES: usize = 50;
/// Number of spectators that connect concurrently.
const AT_ONCE: usize = 20;
/// Only a hung benchmark waits this long.
const PATIENCE: Duration = Duration::from_secs(30);

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    pub matches: usize,
    pub rounds: usize,
    pub spectators: usize,
    pub fan_out_moves: usize,
    pub idle_matches: usize,
}

impl Amounts {
    /// In the order of the arguments of `load.js`.
    pub fn parse(args: &[String]) -> Self {
        let number = |index: usize| args[index].parse().unwrap();
        Self {
            matches: number(0),
            rounds: number(1),
            spectators: number(2),
            fan_out_moves: number(3),
            idle_matches: number(4),
        }
    }
}

/// Measures Tinsel with an append-only file that Redis writes to disk each second, and the floors.
pub async fn measure(amounts: Amounts) {
    let redis = RedisServer::start_with("--appendonly yes --appendfsync everysec");
    let streams = (2 * amounts.matches + amounts.spectators + AT_ONCE).to_string();
    let options = ["--streams-max", &streams, "--address-connections-max", "0"];
    let tinsel = children::start_tinsel(&redis.url(), &options).await;
    let mut result = json!({
        "side": "Tinsel",
        "matches": amounts.matches,
        "rounds": amounts.rounds,
        "spectators": amounts.spectators,
        "fan_out_moves": amounts.fan_out_moves,
    });
    let mut add = |part: serde_json::Value| {
        result
            .as_object_mut()
            .unwrap()
            .extend(part.as_object().unwrap().clone())
    };
    add(idle_matches(&tinsel, &redis, amounts.idle_matches).await);
    add(moves(&tinsel, &redis, amounts).await);
    add(fan_out(&tinsel, amounts).await);
    println!("peer {result}");
    drop(tinsel);
    measure_floors(&redis, amounts).await;
}

/// The memory of a match with players in both seats, and no stream.
async fn idle_matches(tinsel: &Tinsel, redis: &RedisServer, count: usize) -> serde_json::Value {
    eprintln!("  {count} idle matches");
    matches::seat(tinsel, GAME, WARM_MATCHES.min(count)).await;
    let before = (tinsel.server.resident_bytes(), resident_of(&redis.pid()));
    matches::seat(tinsel, GAME, count).await;
    let after = (tinsel.server.resident_bytes(), resident_of(&redis.pid()));
    json!({
        "server_bytes_per_idle_match": after.0.saturating_sub(before.0) / count,
        "redis_bytes_per_idle_match": after.1.saturating_sub(before.1) / count,
    })
}

async fn moves(tinsel: &Tinsel, redis: &RedisServer, amounts: Amounts) -> serde_json::Value {
    eprintln!("  {} rounds of {} matches", amounts.rounds, amounts.matches);
    let tables = matches::seat(tinsel, GAME, amounts.matches).await;
    let updates = watch_as_players(tinsel, &tables).await;
    let (mut total, mut bytes) = (Measured::none(), 0);
    for round in 0..amounts.rounds + WARMUP {
        let calls = matches::due_actions(tinsel, &tables).await.expect("matches go on");
        let (wire_before, seen) = (wire(tinsel.server.port()), updates.load(Ordering::Relaxed));
        let (began, before) = (Instant::now(), tinsel.server.cpu());
        let expected = seen + 2 * calls.len();
        let mut measured = window::run(Kind::Closed, &tinsel.server, redis, calls).await;
        // Both seats have seen every move.
        while updates.load(Ordering::Relaxed) < expected {
            tokio::task::yield_now().await;
            assert!(began.elapsed() < PATIENCE, "every seat sees every move");
        }
        measured.elapsed = began.elapsed();
        measured.server = tinsel.server.cpu().saturating_sub(before);
        if round >= WARMUP {
            bytes += growth(&wire_before, &wire(tinsel.server.port()));
            total.add(&measured);
        }
    }
    row(&total, bytes)
}

/// Opens a stream for each seat of each match; returns the number of updates that have arrived.
async fn watch_as_players(tinsel: &Tinsel, tables: &[TestMatch]) -> Arc<AtomicUsize> {
    let updates = Arc::new(AtomicUsize::new(0));
    for (number, table) in tables.iter().enumerate() {
        for token in table.tokens() {
            let mut client = MatchServiceClient::new(tinsel.server.channel(number));
            let opened = client.watch_match(with_token(watching(table.id()), token)).await;
            let mut stream = opened.expect("a stream").into_inner();
            assert!(stream.next().await.is_some(), "a snapshot");
            let updates = Arc::clone(&updates);
            tokio::spawn(async move {
                while let Some(Ok(message)) = stream.next().await {
                    if matches!(message.message, Some(Message::Update(_))) {
                        updates.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    }
    updates
}

fn watching(id: &str) -> WatchMatchRequest {
    WatchMatchRequest {
        match_id: id.to_owned(),
        ..WatchMatchRequest::default()
    }
}

fn row(total: &Measured, bytes: u64) -> serde_json::Value {
    json!({
        "moves": total.calls,
        "moves_per_s": total.per_second(),
        "p50_ms": total.quantile_ms(0.5),
        "p99_ms": total.quantile_ms(0.99),
        "server_us": total.server_us(),
        "redis_us": total.redis_us(),
        "load_us": total.load_us(),
        "wire_bytes": bytes as f64 / total.calls as f64,
    })
}

/// The memory of idle spectators, and the time until the last of them has an update.
async fn fan_out(tinsel: &Tinsel, amounts: Amounts) -> serde_json::Value {
    let spectators = amounts.spectators;
    eprintln!("  {spectators} spectators of a match");
    let tables = matches::seat(tinsel, GAME, 1).await;
    let before = tinsel.server.resident_bytes();
    let mut watcher = Command::new(std::env::current_exe().unwrap())
        .arg("peer-watcher")
        .args([
            tinsel.server.port().to_string(),
            tables[0].id().to_owned(),
            spectators.to_string(),
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, mut arrivals) = unbounded_channel();
    let output = BufReader::new(watcher.stdout.take().unwrap());
    std::thread::spawn(move || {
        output
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    assert_eq!(arrivals.recv().await.as_deref(), Some("ready"), "spectators watch");
    let stream_bytes = tinsel.server.resident_bytes().saturating_sub(before) / spectators;

    let (mut from_call, mut from_response) = (window::histogram(), window::histogram());
    let mut cpu = Duration::ZERO;
    while (from_call.len() as usize) < amounts.fan_out_moves {
        let calls = matches::due_actions(tinsel, &tables).await.expect("the match goes on");
        for call in calls {
            let (cpu_before, began) = (tinsel.server.cpu(), now());
            call().await;
            let responded = now();
            let last = tokio::time::timeout(PATIENCE, arrivals.recv())
                .await
                .expect("an update in time");
            let last: u64 = last.expect("spectators").parse().unwrap();
            from_call.saturating_record(last.saturating_sub(began));
            from_response.saturating_record(last.saturating_sub(responded));
            cpu += tinsel.server.cpu().saturating_sub(cpu_before);
        }
    }
    watcher.kill().unwrap();
    watcher.wait().unwrap();
    let ms = |histogram: &hdrhistogram::Histogram<u64>, share: f64| histogram.value_at_quantile(share) as f64 / 1000.0;
    json!({
        "server_bytes_per_idle_stream": stream_bytes,
        "server_us_per_update": cpu.as_secs_f64() * 1e6 / (from_call.len() as f64 * spectators as f64),
        "sent_to_last_p50_ms": ms(&from_call, 0.5),
        "sent_to_last_p99_ms": ms(&from_call, 0.99),
        "ack_to_last_p50_ms": ms(&from_response, 0.5),
        "ack_to_last_p99_ms": ms(&from_response, 0.99),
    })
}

/// Microseconds since 1970, which two processes can compare.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64
}

/// Runs this process as the spectators of a match, each with its own connection. Prints `ready`, and then for each revision
/// the time when the last spectator had it.
pub async fn watch(args: &[String]) {
    let (endpoint, id) = (
        Endpoint::from_shared(format!("http://127.0.0.1:{}", args[0])).unwrap(),
        &args[1],
    );
    let spectators = args[2].parse::<usize>().unwrap();
    let arrived = Mutex::new(BTreeMap::new());
    let opening = futures_util::stream::iter(0..spectators).map(|_| {
        let (endpoint, id) = (endpoint.clone().tcp_nodelay(true), id.clone());
        async move {
            let channel = endpoint.connect().await.expect("a connection");
            let opened = MatchServiceClient::new(channel).watch_match(watching(&id)).await;
            let mut stream = opened.expect("a stream").into_inner();
            assert!(stream.next().await.is_some(), "a snapshot");
            stream
        }
    });
    let streams: Vec<_> = opening.buffer_unordered(AT_ONCE).collect().await;
    println!("ready");
    let reports = streams.into_iter().map(|stream| report(stream, spectators, &arrived));
    futures_util::future::join_all(reports).await;
}

async fn report(mut stream: Streaming<WatchMatchResponse>, spectators: usize, arrived: &Mutex<BTreeMap<u64, usize>>) {
    while let Some(Ok(message)) = stream.next().await {
        let Some(Message::Update(update)) = message.message else {
            continue;
        };
        let mut arrived = arrived.lock().unwrap();
        let count = arrived.entry(update.revision).or_insert(0);
        *count += 1;
        if *count == spectators {
            println!("{}", now());
        }
    }
}

/// Closed windows of the floors with the bytes that an action of the game stores. They have no watchers.
async fn measure_floors(redis: &RedisServer, amounts: Amounts) {
    let mut rival = Rival::start(&redis.url()).await;
    for (name, floor) in [
        ("tonic + Redis", Floor::Bare),
        ("tonic + Redis, same writes", Floor::SameWrites),
    ] {
        eprintln!("  {} rounds of {name}", amounts.rounds);
        let (mut total, mut bytes) = (Measured::none(), 0);
        for round in 0..amounts.rounds + WARMUP {
            let calls = rival.calls(floor, amounts.matches, SIZES);
            let before = wire(rival.server.port());
            let measured = window::run(Kind::Closed, &rival.server, redis, calls).await;
            if round >= WARMUP {
                bytes += growth(&before, &wire(rival.server.port()));
                total.add(&measured);
            }
        }
        let mut result = row(&total, bytes);
        result.as_object_mut().unwrap().insert("side".to_owned(), json!(name));
        println!("peer {result}");
    }
}

/// The sizes that `tinsel-bench snowball_war` prints for most of its windows.
const SIZES: Sizes = Sizes {
    record: 1560,
    entry: 120,
};

/// The bytes that the server on this port has sent and received on each open connection, by its peer, without TCP and IP
/// headers.
fn wire(port: u16) -> BTreeMap<String, u64> {
    let arguments = ["-tinHO", "state", "established", &format!("sport = :{port}")];
    let output = Command::new("ss").args(arguments).output().expect("ss of iproute2");
    let text = String::from_utf8_lossy(&output.stdout);
    let connections = text.lines().filter_map(|line| {
        let counters = line.split_whitespace().filter_map(|word| {
            let number = word
                .strip_prefix("bytes_sent:")
                .or_else(|| word.strip_prefix("bytes_received:"))?;
            number.parse::<u64>().ok()
        });
        Some((line.split_whitespace().nth(3)?.to_owned(), counters.sum()))
    });
    connections.collect()
}

/// The bytes between two readings. A connection that was closed between them does not count.
fn growth(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> u64 {
    let of_connection = |(peer, bytes): (&String, &u64)| bytes.saturating_sub(before.get(peer).copied().unwrap_or(0));
    after.iter().map(of_connection).sum()
}
