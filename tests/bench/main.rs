//! Committed actions per second, beside two floors: a bare tonic handler that does one compare-and-set on a state of the
//! same size, and one that writes the same bytes and publishes.
//!
//! All run as processes of their own on one real Redis, and take turns: a window of Tinsel, a window of each floor.
//! Closed windows (a fixed number of callers, each of which waits for its response) give the rates and the CPU time; open
//! windows (calls begin at a fixed rate, the same for all sides) give the latencies.
//!
//! usage: `tinsel-bench [engine | smoke] [GAME…]`, `tinsel-bench idle_streams`, `tinsel-bench rolls`
//!
//! - without a word: each game alone, then its actions beside the floor; without a game, of all games;
//! - `engine`: each game alone, at each of its tables;
//! - `smoke`: the actions of a few matches, to prove that the benchmark runs;
//! - `idle_streams`: the memory of a watch stream on which nothing happens;
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

mod children;
mod engine;
mod floor;
mod idle;
mod matches;
mod report;
mod rolls;
mod window;

use std::process::ExitCode;

use tinsel_catalog::GameId;
use tinsel_store::{Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;

use crate::{children::Tinsel, floor::Floor, report::Trio, window::Kind};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many matches are played at once.
const MATCHES: usize = 200;
/// How many in a smoke run, which proves that the benchmark runs and measures nothing.
const SMOKE_MATCHES: usize = 2;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("tinsel-server") => children::be_tinsel(&args[1..]),
        Some("floor-server") => floor::serve(&args[1..]),
        Some("idle_streams") => {
            runtime().block_on(idle::measure());
            ExitCode::SUCCESS
        }
        Some("rolls") => {
            runtime().block_on(rolls::measure());
            ExitCode::SUCCESS
        }
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

/// Measures the games that are asked for.
fn with_games(args: &[String], measure: impl Fn(&[GameId]) -> ExitCode) -> ExitCode {
    match games(args) {
        Ok(games) => measure(&games),
        Err(unknown) => {
            eprintln!("there is no game {unknown}");
            ExitCode::from(2)
        }
    }
}

/// The games that are asked for, all if none is; or the first name that is not one of a game.
fn games(args: &[String]) -> Result<Vec<GameId>, &str> {
    let games: Result<Vec<_>, _> = args
        .iter()
        .map(|name| GameId::parse(name).ok_or(name.as_str()))
        .collect();
    games.map(|games| if games.is_empty() { GameId::ALL.to_vec() } else { games })
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

fn measure_all(games: &[GameId], matches: usize) -> ExitCode {
    let runtime = runtime();
    for game in games {
        runtime.block_on(measure(*game, matches));
    }
    ExitCode::SUCCESS
}

/// Measures a game: closed windows, open ones, and closed ones of a server that logs for people.
async fn measure(game: GameId, matches: usize) {
    let redis = RedisServer::start();
    let mut bench = Bench {
        store: Redis::connect(&redis.url(), RedisOptions::default()).unwrap(),
        floor: floor::Rival::start(&redis.url()).await,
        redis,
        game,
        matches,
    };
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

/// What all windows of a game share.
struct Bench {
    redis: RedisServer,
    store: Redis,
    floor: floor::Rival,
    game: GameId,
    matches: usize,
}

impl Bench {
    /// A server that logs in this format.
    async fn tinsel(&self, log_format: &str) -> Tinsel {
        children::start_tinsel(&self.redis.url(), &["--log-format", log_format]).await
    }

    /// Plays matches to their end: for each decision a window of Tinsel and one of the floor.
    async fn play(&mut self, kind: Kind, tinsel: &Tinsel, trio: &mut Trio) {
        eprintln!("bench {}: seating {} matches", self.game, self.matches);
        let tables = matches::seat(tinsel, self.game, self.matches).await;
        while let Some(calls) = matches::due_actions(tinsel, &tables).await {
            let (count, sizes) = (calls.len(), matches::sizes(&self.store, &tables).await);
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
