//! Random requests, frames, records and replies of Redis: no server may panic, fail internally, grow, or slow down an
//! uninvolved player.

mod corrupt;
mod frames;
mod messages;
mod vitals;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use clap::Args;
use hdrhistogram::Histogram;
use tinsel_catalog::GameId;
use tinsel_harness::{
    Api, Chance, Choice, METHODS, Process, RedisServer, Refusal, TestMatch, check_refusal, creating, usual_setups,
};
use tokio::{
    runtime::Builder,
    task::JoinSet,
    time::{sleep, timeout},
};
use tonic::Code;

use crate::{fleet::ARGUMENTS, fuzz::vitals::Vitals, phase::Clock};

/// Number of inputs on their way at a time.
const CONCURRENT: u64 = 32;

/// The time after which a call counts as hung.
const HUNG: Duration = Duration::from_secs(20);

/// The growth of a server that a fuzz run may cause, in bytes: caches have limits, and the allocator keeps pages.
const GROWTH: u64 = 256 * 1024 * 1024;

/// The options of a fuzz run.
#[derive(Debug, Args)]
pub struct Options {
    /// The number of inputs.
    #[arg(long, default_value_t = 100_000)]
    inputs: u64,
    /// The seed. Default: random.
    #[arg(long)]
    seed: Option<u64>,
}

/// Everything that the tasks of a fuzz run share.
struct Fuzz {
    process: Process,
    /// Matches of all games that inputs name, with their tokens.
    tables: Vec<TestMatch>,
    left: AtomicU64,
    inputs: u64,
    accepted: AtomicU64,
    refused: AtomicU64,
}

/// The number of calls that are opened and cancelled at once, beside the random inputs.
const CANCELLED: u32 = 100_000;

/// Sends random inputs, and returns what went wrong.
pub fn run(options: &Options) -> Vec<String> {
    let runtime = Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let seed = options.seed.unwrap_or_else(crate::run::random_seed);
    eprintln!("fuzz: seed {seed}, {} inputs", options.inputs);
    runtime.block_on(async {
        let mut findings = requests(options.inputs, seed).await;
        findings.extend(corrupt::check(seed, options.inputs / 1000).await);
        findings
    })
}

async fn requests(inputs: u64, seed: u64) -> Vec<String> {
    let redis = RedisServer::start();
    let process = Process::start(&redis, ARGUMENTS);
    let api = Api::connect(&process.url()).await;
    let mut tables = Vec::new();
    for game in GameId::ALL {
        let setup = usual_setups(*game).swap_remove(0);
        let table = TestMatch::of_players(&[&api], &creating(&setup, "")).await;
        table.play_step(&[&api], Choice::Bot(1)).await;
        tables.push(table);
    }
    let fuzz = Arc::new(Fuzz {
        process,
        tables,
        left: AtomicU64::new(inputs),
        inputs,
        accepted: AtomicU64::new(0),
        refused: AtomicU64::new(0),
    });
    let before = Vitals::of(&fuzz.process);
    let clock = Clock::default();
    let player = tokio::spawn(play_beside(fuzz.process.url(), clock.clone()));
    let mut tasks = JoinSet::new();
    for number in 0..CONCURRENT {
        tasks.spawn(send(Arc::clone(&fuzz), Chance::new(seed.wrapping_add(number + 1))));
    }
    let address = fuzz.process.address();
    tasks.spawn(async move {
        frames::cancel(address, CANCELLED).await;
        Vec::new()
    });
    let mut findings = Vec::new();
    while let Some(ended) = tasks.join_next().await {
        findings.extend(ended.unwrap_or_else(|panic| vec![format!("an input was answered wrongly: {panic}")]));
    }
    clock.settle();
    let (latencies, slow) = player.await.expect("the uninvolved player is answered");
    findings.extend(slow);
    // The server closes the connections of ended clients at its own time.
    drop(api);
    sleep(Duration::from_secs(5)).await;
    let after = Vitals::of(&fuzz.process);
    println!(
        "fuzz seed {seed}: {inputs} inputs, {} accepted, {} refused; server before {before}, after {after}; uninvolved \
         player: {} calls, p50 {} ms, p99 {} ms, max {} ms",
        fuzz.accepted.load(Ordering::Relaxed),
        fuzz.refused.load(Ordering::Relaxed),
        latencies.len(),
        latencies.value_at_quantile(0.5) / 1000,
        latencies.value_at_quantile(0.99) / 1000,
        latencies.max() / 1000,
    );
    findings.extend(after.growth(&before, GROWTH));
    if fuzz.process.wrote("panicked") {
        findings.push(format!("the server panicked: {}", fuzz.process.line_with("panicked")));
    }
    findings
}

/// Sends inputs until none are left.
async fn send(fuzz: Arc<Fuzz>, mut chance: Chance) -> Vec<String> {
    let mut api = Api::connect(&fuzz.process.url()).await;
    let generator = messages::Generator::new(&fuzz.tables);
    let mut findings = Vec::new();
    loop {
        let left = fuzz
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        let Ok(left) = left else { return findings };
        if left % 20_000 == 0 {
            eprintln!("fuzz: {} of {} inputs", fuzz.inputs - left, fuzz.inputs);
        }
        if chance.below(50) == 0 {
            frames::send(fuzz.process.address(), &mut chance).await;
            continue;
        }
        let method = METHODS[chance.below(METHODS.len())];
        let asked: Bytes = generator.request(method, &mut chance).into();
        let token = generator.token(&mut chance);
        let Ok(answer) = timeout(HUNG, api.ask_any(method, asked.clone(), token.as_deref())).await else {
            findings.push(format!("{} hangs, asked {asked:02x?}", method.path));
            continue;
        };
        match answer {
            Ok(_) => {
                fuzz.accepted.fetch_add(1, Ordering::Relaxed);
            }
            Err(status) => {
                fuzz.refused.fetch_add(1, Ordering::Relaxed);
                let refusal = Refusal::of(&status);
                if refusal.reason.is_empty() {
                    // The connection ended, for example at its maximum age.
                    api = Api::connect(&fuzz.process.url()).await;
                    continue;
                }
                check_refusal(&refusal);
                if [Code::Internal, Code::Unknown, Code::DataLoss].contains(&refusal.code) {
                    findings.push(format!("{} asked {asked:02x?}: {refusal:?}", method.path));
                }
            }
        }
    }
}

/// A player who takes no part: plays matches until the run is over. Returns the latencies in microseconds, and what went
/// wrong.
async fn play_beside(url: String, clock: Clock) -> (Histogram<u64>, Vec<String>) {
    let api = Api::connect(&url).await;
    let mut latencies = Histogram::new_with_bounds(1, 60_000_000, 3).expect("bounds");
    let setup = usual_setups(GameId::PresentsOfMine).swap_remove(0);
    let mut findings = Vec::new();
    while clock.is_disturbed() {
        let table = TestMatch::of_players(&[&api], &creating(&setup, "")).await;
        while clock.is_disturbed() && !table.is_over(&api).await {
            for seat in table.players() {
                let begun = Instant::now();
                let Some(action) = table.choice(&api, seat, Choice::Bot(1)).await else {
                    continue;
                };
                if let Err(status) = table.submit(&api, seat, action).await {
                    findings.push(format!("an uninvolved player was refused: {status}"));
                }
                latencies.saturating_record(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX));
            }
        }
    }
    (latencies, findings)
}
