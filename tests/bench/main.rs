//! Committed actions per second, beside the floor: a bare tonic handler that does one compare-and-set on a state of the
//! same size.
//!
//! Both run as processes of their own on one real Redis, and take turns: a window of Tinsel, a window of the floor.
//! Half of the windows are closed (a fixed number of callers, each waiting for its answer) and give the rates; half are
//! open (calls begin when they are due, whatever became of those before) and give the latencies.
//!
//! Before that each game is played alone, without a server. Arguments are the games to measure; without any, all are.
//! With `engine` before the games they are played alone only, at each of their tables.
//! With `rolls` alone it is measured what callers notice of servers that are replaced.
//! With `idle_streams` alone it is measured what a watch stream costs in memory on which nothing happens.
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
use tinsel_store_testkit::RedisServer;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many matches are played at once in a batch.
const MATCHES: usize = 500;
/// How many batches; each has a window of both sides for every step of the game.
const BATCHES: usize = 4;

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
        _ => with_games(&args, measure_all),
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

/// The games that are asked for, all if none is; or what is none. Cargo adds flags of its own.
fn games(args: &[String]) -> Result<Vec<GameId>, &str> {
    let named = args.iter().filter(|arg| !arg.starts_with("--"));
    let games: Result<Vec<_>, _> = named.map(|name| GameId::parse(name).ok_or(name.as_str())).collect();
    games.map(|games| if games.is_empty() { GameId::ALL.to_vec() } else { games })
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

fn measure_all(games: &[GameId]) -> ExitCode {
    let runtime = runtime();
    for game in games {
        engine::measure(*game);
        runtime.block_on(measure(*game));
    }
    ExitCode::SUCCESS
}

async fn measure(game: GameId) {
    let redis = RedisServer::start();
    let tinsel = children::start_tinsel(&redis.url(), &[]).await;
    let mut contest = report::Contest::default();
    let mut floor = None;
    for batch in 0..BATCHES {
        eprintln!(
            "bench {game}: batch {} of {BATCHES}: seating {MATCHES} matches",
            batch + 1
        );
        let tables = matches::seat(&tinsel, game, MATCHES).await;
        let kind = if batch % 2 == 0 {
            window::Kind::Closed
        } else {
            window::Kind::Open(contest.open_rate())
        };
        while let Some(calls) = matches::due_actions(&tinsel, &tables).await {
            let size = matches::record_bytes(&redis.url(), &tables).await;
            let floor = match &mut floor {
                Some(floor) => floor,
                none => none.insert(floor::Rival::start(&redis.url(), calls.len()).await),
            };
            let ours = window::run(kind, &tinsel.server, calls).await;
            let floor_calls = floor.calls(size);
            let theirs = window::run(kind, &floor.server, floor_calls).await;
            contest.note(kind, &ours, &theirs);
            eprintln!("  {}", report::line(kind, size, &ours, &theirs));
        }
    }
    contest.print(game);
}
