//! Committed actions per second, beside two floors: a bare tonic handler that does one compare-and-set on a state of the
//! same size, and one that writes the same bytes and publishes.
//!
//! All run as processes of their own on one real Redis, and take turns: a window of Tinsel, a window of each floor.
//! Closed windows (a fixed number of callers, each of which waits for its response) give the rates and the CPU time; open
//! windows (calls begin at a fixed rate, the same for all sides) give the latencies.
//!
//! usage: `tinsel-bench [engine | smoke | growth | store_sizes] [GAME…]`,
//! `tinsel-bench idle_streams | rolls | failover | capacity`, `tinsel-bench watchers [SPECTATORS]`,
//! `tinsel-bench archiving [MATCHES]`, `tinsel-bench dictionary GAME ID FILE`,
//! `tinsel-bench peers MATCHES ROUNDS SPECTATORS FAN_OUT_MOVES IDLE_MATCHES`
//!
//! - without a word: each game alone, then its actions beside the floor; without a game, of all games;
//! - `engine`: each game alone, at each of its tables;
//! - `smoke`: the actions of a few matches, to prove that the benchmark runs;
//! - `growth`: the actions of a game among 10, 1,000 and 100,000 matches, and from revision 10 and 4,000 of its matches;
//! - `store_sizes`: the size of a match of each setup, live, finished, packed and archived, and the times to read it;
//! - `archiving`: the size of a million finished matches, and the time until two servers have archived them;
//! - `dictionary`: trains a dictionary for packed matches, and measures nothing;
//! - `watchers`: the updates of one match for 1,000 spectators, or another number;
//! - `idle_streams`: the memory of a watch stream on which nothing happens;
//! - `capacity`: the resources that the capacity model computes, and its prediction beside three measurements;
//! - `failover`: the time from the death of a Redis master to the next accepted action;
//! - `peers`: Tinsel and the floors, measured as other game servers are in [`peers/`](peers/load.js);
//! - `rolls`: what callers notice while servers are replaced.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_arithmetic,
    missing_docs,
    unreachable_pub,
    reason = "a program for developers, which may stop where it stands and measures real time"
)]

mod archiving;
mod capacity;
mod children;
mod common;
mod dictionary;
mod engine;
mod failover;
mod floor;
mod growth;
mod idle;
mod matches;
mod peers;
mod report;
mod rolls;
mod store_sizes;
mod watchers;
mod window;

use std::process::ExitCode;

use tinsel_catalog::GameId;
use tinsel_store::{Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;

use crate::{children::Tinsel, common::with_games, floor::Floor, report::Trio, window::Kind};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Number of matches that are played concurrently.
const MATCHES: usize = 200;
/// Their number in a smoke run, which proves that the benchmark runs and measures nothing.
const SMOKE_MATCHES: usize = 2;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("tinsel-server") => children::be_tinsel(&args[1..]),
        Some("floor-server") => floor::serve(&args[1..]),
        Some("peer-watcher") => finish(peers::watch(&args[1..])),
        Some("peers") => finish(peers::measure(peers::Amounts::parse(&args[1..]))),
        Some("idle_streams") => finish(idle::measure()),
        Some("watchers") => {
            let spectators = args.get(1).map_or(1_000, |number| number.parse().unwrap());
            runtime().block_on(watchers::measure(spectators));
            ExitCode::SUCCESS
        }
        Some("growth") => with_games(&args[1..], |games| {
            let runtime = runtime();
            games.iter().for_each(|game| runtime.block_on(growth::measure(*game)));
            ExitCode::SUCCESS
        }),
        Some("store_sizes") => with_games(&args[1..], |games| {
            let runtime = runtime();
            games
                .iter()
                .for_each(|game| runtime.block_on(store_sizes::measure(*game)));
            ExitCode::SUCCESS
        }),
        Some("archiving") => {
            let matches = args.get(1).map_or(1_000_000, |number| number.parse().unwrap());
            runtime().block_on(archiving::measure(matches));
            ExitCode::SUCCESS
        }
        Some("dictionary") => with_games(&args[1..2], |games| {
            let id = args[2].parse().unwrap();
            runtime().block_on(dictionary::train(games[0], id, &args[3]));
            ExitCode::SUCCESS
        }),
        Some("capacity") => {
            capacity::print();
            runtime().block_on(capacity::compare());
            ExitCode::SUCCESS
        }
        Some("failover") => finish(failover::measure()),
        Some("rolls") => finish(rolls::measure()),
        Some("engine") => with_games(&args[1..], |games| {
            games.iter().copied().for_each(engine::measure);
            ExitCode::SUCCESS
        }),
        Some("smoke") => with_games(&args[1..], |games| measure_all(games, SMOKE_MATCHES)),
        _ => with_games(&args, |games| {
            games.iter().copied().for_each(engine::measure);
            measure_all(games, MATCHES)
        }),
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

/// Runs a measurement to its end.
fn finish(measuring: impl Future<Output = ()>) -> ExitCode {
    runtime().block_on(measuring);
    ExitCode::SUCCESS
}

fn measure_all(games: &[GameId], matches: usize) -> ExitCode {
    let runtime = runtime();
    for game in games {
        runtime.block_on(measure(*game, matches));
    }
    ExitCode::SUCCESS
}

/// Measures a game: closed windows, open windows, and closed windows of a server with `--log-format human`.
async fn measure(game: GameId, matches: usize) {
    let mut bench = Bench::start(game, matches).await;
    let mut contest = report::Contest::none();
    let tinsel = bench.tinsel("json").await;
    // Not counted: the first windows of a process are slower.
    bench.play(Kind::Closed, &tinsel, &mut Trio::none()).await;
    bench.play(Kind::Closed, &tinsel, &mut contest.closed).await;
    bench
        .play(Kind::Open(contest.open_rate()), &tinsel, &mut contest.open)
        .await;
    drop(tinsel);
    let tinsel = bench.tinsel("human").await;
    bench.play(Kind::Closed, &tinsel, &mut Trio::none()).await;
    bench.play(Kind::Closed, &tinsel, &mut contest.human).await;
    contest.print(game);
}

/// The parts that all windows of a game share.
struct Bench {
    redis: RedisServer,
    store: Redis,
    floor: floor::Rival,
    game: GameId,
    matches: usize,
}

impl Bench {
    async fn start(game: GameId, matches: usize) -> Self {
        let redis = RedisServer::start();
        Self {
            store: Redis::connect(&redis.url(), RedisOptions::default()).unwrap(),
            floor: floor::Rival::start(&redis.url()).await,
            redis,
            game,
            matches,
        }
    }

    /// A server that logs in this format.
    async fn tinsel(&self, log_format: &str) -> Tinsel {
        children::start_tinsel(&self.redis.url(), &["--log-format", log_format]).await
    }

    /// Plays matches to their end: for each decision a window of Tinsel and one of the floor.
    async fn play(&mut self, kind: Kind, tinsel: &Tinsel, trio: &mut Trio) {
        eprintln!("bench {}: seating {} matches", self.game, self.matches);
        let tables = matches::seat(tinsel, self.game, self.matches).await;
        self.play_in(kind, tinsel, &tables, trio).await;
    }

    /// Plays these matches to their end.
    async fn play_in(&mut self, kind: Kind, tinsel: &Tinsel, tables: &[matches::TestMatch], trio: &mut Trio) {
        while let Some(calls) = matches::due_actions(tinsel, tables).await {
            let (count, sizes) = (calls.len(), matches::sizes(&self.store, tables).await);
            let ours = window::run(kind, &tinsel.server, &self.redis, calls).await;
            let mut floors = Vec::new();
            for floor in [Floor::Bare, Floor::SameWrites] {
                let calls = self.floor.calls(floor, count, sizes);
                floors.push(window::run(kind, &self.floor.server, &self.redis, calls).await);
            }
            eprintln!("  {}", report::line(kind, sizes, &ours, &floors));
            trio.tinsel.add(&ours);
            trio.bare.add(&floors[0]);
            trio.same_writes.add(&floors[1]);
        }
    }
}
