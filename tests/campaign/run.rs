//! One run.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use tinsel_harness::{Api, Chance, root, server_binary};
use tokio::{
    runtime::Builder,
    sync::{Mutex, watch},
    task::JoinSet,
    time::sleep,
};

use crate::{
    archivist,
    check::{Checked, Finding, Promise, check},
    clients::Client,
    collect,
    faults::{self, Target},
    fleet::{Fleet, GROUPS},
    history::{Affects, Line, Outcome, Recorder},
    load::{self, Matches},
    phase::Clock,
    redis::{Redis, Topology},
};

/// The time that matches have for their end after the last fault.
const SETTLING: Duration = Duration::from_secs(90);

/// The interval between two lines that report progress.
const PROGRESS: Duration = Duration::from_secs(10);

/// The options of a run.
#[derive(Debug, Args)]
pub struct Options {
    /// The Redis servers.
    #[arg(long, value_enum, default_value = "durable")]
    topology: Topology,
    /// The time in which faults happen, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed of faults and load. Timing differs between runs, so a seed does not repeat a run exactly. Default: random.
    #[arg(long)]
    seed: Option<u64>,
    /// The number of matches at a time.
    #[arg(long, default_value_t = 24)]
    matches: usize,
    /// Start with servers of the commit that `tests/campaign/previous` names, which `build-previous` has built.
    #[arg(long)]
    upgrade: bool,
    /// The file for the history. Default: in the target folder.
    #[arg(long)]
    history: Option<PathBuf>,
}

/// Plays matches under faults, and returns the broken promises.
pub fn run(options: &Options) -> Vec<Finding> {
    let runtime = Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let seed = options.seed.unwrap_or_else(random_seed);
    let path = options
        .history
        .clone()
        .unwrap_or_else(|| root().join(format!("target/campaign/{}-{seed}.jsonl", options.topology.name())));
    let recorder = Arc::new(Recorder::create(&path, seed, options.topology.name()));
    eprintln!(
        "campaign: {} seed {seed}, history {}",
        options.topology.name(),
        path.display()
    );
    let unfinished = runtime.block_on(disturb(options, seed, &recorder));
    let lines = recorder.lines();
    let mut checked = check(&lines);
    // After a loss, a player may wait forever for the update of its lost action.
    if unfinished > 0 && options.topology == Topology::Durable {
        checked.findings.push(Finding {
            promise: Promise::Ends,
            match_id: String::new(),
            what: format!("{unfinished} players of matches were still playing after {SETTLING:?}"),
        });
    }
    report(options, seed, &lines, &checked);
    checked.findings
}

/// A seed that no other run has.
pub fn random_seed() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("random bytes");
    u64::from_le_bytes(bytes)
}

/// Plays under faults, and records the matches afterwards. Returns the number of players that did not reach the end.
async fn disturb(options: &Options, seed: u64, recorder: &Arc<Recorder>) -> usize {
    let mut chance = Chance::new(seed);
    let redis = Redis::start(options.topology).await;
    let url = redis.url();
    let previous = root().join("target/campaign/previous/debug/tinsel-server");
    let program = if options.upgrade { &previous } else { server_binary() };
    assert!(
        program.exists(),
        "{} is missing; run tests/campaign/build-previous",
        program.display()
    );
    let folder = archivist::folder();
    let fleet = Fleet::start(&redis, program, &folder).await;
    let (clock, matches) = (Clock::default(), Matches::default());
    let clients: Vec<_> = (0..GROUPS)
        .map(|group| Client::new(&fleet.urls(group), Arc::clone(recorder), clock.clone()))
        .collect();
    let mut playing = JoinSet::new();
    for number in 0..options.matches {
        let client = clients[number % GROUPS].clone();
        playing.spawn(load::play(client, Arc::clone(&matches), Chance::new(chance.next())));
    }
    faults::record_stalls(Arc::clone(recorder));
    let target = Arc::new(Target {
        fleet,
        redis,
        recorder: Arc::clone(recorder),
        matches: Arc::clone(&matches),
        client: clients[0].clone(),
        unserved: watch::Sender::new(false),
        failover: Mutex::new(()),
    });
    let mut failing = fail(&target, &clock, &mut chance);
    failing.spawn({
        let (url, folder, recorder) = (url.clone(), folder.clone(), Arc::clone(recorder));
        let (chance, clock) = (Chance::new(chance.next()), clock.clone());
        let unserved = target.unserved.subscribe();
        async move { archivist::run((&url, &folder), &recorder, chance, &clock, unserved).await }
    });
    progress(Duration::from_secs(options.seconds), &matches).await;
    clock.settle();
    failing.join_all().await;
    target.fleet.heal();
    if options.upgrade {
        target.replace_all().await;
    }
    eprintln!("campaign: the faults are over; waiting for the ends of matches");
    let unfinished = end(playing, &clock).await;
    let played = matches.lock().expect("the matches").clone();
    let target = Arc::into_inner(target).expect("no fault is left");
    let api = Api::connect(&target.fleet.urls(0)[0]).await;
    let stuck = collect::end_all(&api, &played, &mut chance).await;
    target.fleet.end(recorder).await;
    eprintln!("campaign: archiving and reading {} matches", played.len());
    collect::record(recorder, &url, &folder, &played, &stuck).await;
    unfinished
}

/// Starts the faults, which end when the clock settles.
fn fail(target: &Arc<Target>, clock: &Clock, chance: &mut Chance) -> JoinSet<()> {
    let mut failing = JoinSet::new();
    for of_redis in [false, true] {
        let (target, clock) = (Arc::clone(target), clock.clone());
        let chance = Chance::new(chance.next());
        failing.spawn(async move {
            let over = || !clock.is_disturbed();
            if of_redis {
                target.disturb_redis(chance, over).await;
            } else {
                target.disturb_servers(chance, over).await;
            }
        });
    }
    failing
}

/// Waits for the players. Returns the number of those that have not ended in time: their watches may be silent. A player
/// that panics has found something that the checks cannot see.
async fn end(mut playing: JoinSet<()>, clock: &Clock) -> usize {
    let ending = async { while playing.join_next().await.transpose().expect("a client").is_some() {} };
    if tokio::time::timeout(SETTLING, ending).await.is_err() {
        let unfinished = playing.len();
        clock.end();
        playing.join_all().await;
        return unfinished;
    }
    0
}

/// Waits, and prints a line from time to time.
async fn progress(time: Duration, matches: &Matches) {
    let begun = Instant::now();
    while let Some(left) = time.checked_sub(begun.elapsed()) {
        sleep(PROGRESS.min(left)).await;
        let matches = matches.lock().expect("the matches").len();
        eprintln!("campaign: {:3} s, {matches} matches", begun.elapsed().as_secs());
        if left < PROGRESS {
            return;
        }
    }
}

/// Prints the row for the record.
fn report(options: &Options, seed: u64, lines: &[Line], checked: &Checked) {
    let (mut commands, mut messages, mut faults, mut losses, mut unknown) = (0, 0, 0, 0, 0);
    for line in lines {
        match line {
            Line::Call(call) => {
                commands += 1;
                unknown += usize::from(matches!(call.outcome, Outcome::Unknown(_)));
            }
            Line::Watched(_) => messages += 1,
            Line::Fault(fault) if fault.affects != Affects::Machine => faults += 1,
            Line::Loss(_) => losses += 1,
            Line::Fault(_) | Line::Run(_) | Line::Final(_) | Line::Archived(_) | Line::Panic(_) => {}
        }
    }
    println!(
        "{} seed {seed}: {} s, {commands} calls ({unknown} without a known result), {messages} messages of watches, {faults} \
         faults and stalls, {losses} reported losses, {} default actions without an excuse, {} findings",
        options.topology.name(),
        options.seconds,
        checked.unexcused_defaults,
        checked.findings.len()
    );
}
