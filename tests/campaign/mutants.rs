//! Servers that are broken on purpose: a check that does not find their faults proves nothing.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use tinsel_harness::{Chance, Fault, Faulty, RedisServer, World, root};
use tinsel_store::{Redis, RedisOptions};
use tokio::{
    runtime::Builder,
    task::JoinSet,
    time::{sleep, timeout},
};

use crate::{
    archivist::{ROUND, run_clock},
    check::{Finding, Promise, check},
    clients::Client,
    collect::{self, COLLECTING},
    faults::record_stalls,
    history::Recorder,
    load::{self, Matches},
    phase::Clock,
};

/// The time in which players play on broken servers.
const PLAYING: Duration = Duration::from_secs(15);

/// The number of mutants at a time.
const AT_ONCE: usize = 4;

/// The number of matches at a time.
const MATCHES: u64 = 8;

/// The time by which the clock of a hasty server is ahead, in milliseconds.
const AHEAD: u64 = 1500;

/// How a server is broken.
struct Mutant {
    name: &'static str,
    fault: Fault,
    /// Milliseconds by which the clock of one of the servers is ahead.
    ahead: u64,
    /// The interval of the servers' background work.
    interval: Duration,
    /// Whether spectators receive what the first seat sees.
    discloses: bool,
    /// The promises of which the check must find one broken; none for servers without a fault.
    breaks: &'static [Promise],
}

/// Servers without a fault.
const SOUND: Mutant = Mutant {
    name: "none",
    fault: Fault::None,
    ahead: 0,
    interval: ROUND,
    discloses: false,
    breaks: &[],
};

const fn broken(name: &'static str, fault: Fault, breaks: &'static [Promise]) -> Mutant {
    Mutant {
        name,
        fault,
        breaks,
        ..SOUND
    }
}

const MUTANTS: &[Mutant] = &[
    SOUND,
    broken(
        "skips the compare",
        Fault::SkipsCompare,
        &[Promise::OneSeatEach, Promise::AcknowledgedOnce],
    ),
    broken("forgets responses", Fault::ForgetsAnswers, &[Promise::AcknowledgedOnce]),
    broken("applies writes twice", Fault::WritesTwice, &[Promise::AcknowledgedOnce]),
    broken("loses writes", Fault::LosesWrites, &[Promise::AcknowledgedOnce]),
    broken(
        "applies refused commands",
        Fault::AppliesConflicts,
        &[Promise::RefusedNever],
    ),
    broken("reads an old version", Fault::StaleReads, &[Promise::FreshReads]),
    broken("drops log entries", Fault::DropsEntries, &[Promise::GaplessStreams]),
    Mutant {
        name: "shows spectators the cards of a seat",
        discloses: true,
        breaks: &[Promise::SameForAll],
        ..SOUND
    },
    Mutant {
        name: "takes defaults early",
        ahead: AHEAD,
        breaks: &[Promise::OnTime],
        ..SOUND
    },
    Mutant {
        name: "takes no defaults",
        interval: Duration::from_secs(3600),
        breaks: &[Promise::OnTime],
        ..SOUND
    },
    Mutant {
        name: "takes defaults late",
        interval: Duration::from_secs(4),
        breaks: &[Promise::OnTime],
        ..SOUND
    },
];

/// Runs each mutant. Returns the names of those whose fault was not found, and of sound servers with a finding.
pub fn run() -> Vec<String> {
    let runtime = Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let groups = 1 + (MUTANTS.len() - 1).div_ceil(AT_ONCE) as u64;
    let seconds = 2 * PLAYING.as_secs() * groups;
    eprintln!("campaign: {} mutants, {seconds} s", MUTANTS.len());
    // Sound servers run alone: those that starve take default actions late.
    let (sound, broken) = MUTANTS.split_at(1);
    let mut all = Vec::new();
    for mutants in std::iter::once(sound).chain(broken.chunks(AT_ONCE)) {
        let first = all.len() as u64;
        let running = (first..).zip(mutants).map(|(number, mutant)| findings(mutant, number));
        all.extend(runtime.block_on(join_all(running)));
    }
    let mut survivors = Vec::new();
    for (mutant, findings) in MUTANTS.iter().zip(all) {
        let is_broken = |finding: &Finding| mutant.breaks.contains(&finding.promise);
        let found = match mutant.breaks {
            [] => findings.is_empty(),
            _ => findings.iter().any(is_broken),
        };
        let mut promises: Vec<_> = findings.iter().map(|finding| finding.promise).collect();
        promises.dedup();
        println!("{}: {} findings {promises:?}", mutant.name, findings.len());
        if !found {
            findings.iter().take(5).for_each(|finding| println!("  {finding}"));
            survivors.push(mutant.name.to_owned());
        }
    }
    survivors
}

async fn findings(mutant: &Mutant, seed: u64) -> Vec<Finding> {
    let path = root().join(format!("target/campaign/mutant-{seed}.jsonl"));
    let recorder = Arc::new(Recorder::create(&path, seed, mutant.name));
    record_stalls(Arc::clone(&recorder));
    let redis = RedisServer::start();
    let store = Faulty::new(Redis::connect(&redis.url(), RedisOptions::default()).expect("an address"));
    let worlds = [
        Arc::new(World::new(store.clone(), seed).await),
        Arc::new(World::new(store.clone(), seed + 100).await),
    ];
    store.set(mutant.fault);
    let mut clocks = JoinSet::new();
    for (world, ahead) in worlds.iter().zip([0, mutant.ahead]) {
        clocks.spawn(run_clock(Arc::clone(world), ahead, mutant.interval));
    }
    let (clock, matches) = (Clock::default(), Matches::default());
    let urls: Vec<_> = worlds.iter().map(|world| world.url().to_owned()).collect();
    let client = Client::new(&urls, Arc::clone(&recorder), clock.clone());
    let client = if mutant.discloses { client.disclosing() } else { client };
    let mut playing = JoinSet::new();
    for number in 0..MATCHES {
        playing.spawn(load::play(
            client.clone(),
            Arc::clone(&matches),
            Chance::new(seed * 1000 + number),
        ));
    }
    sleep(PLAYING).await;
    clock.settle();
    sleep(PLAYING).await;
    clock.end();
    while let Some(played) = playing.join_next().await {
        // Broken servers can break clients.
        assert!(
            played.is_ok() || !mutant.breaks.is_empty(),
            "a client of sound servers: {played:?}"
        );
    }
    store.set(Fault::None);
    let played = matches.lock().expect("the matches").clone();
    let reading = timeout(COLLECTING, collect::read(&recorder, worlds[0].api(), &played, &[]));
    reading.await.expect("the matches can be read");
    clocks.shutdown().await;
    check(&recorder.lines()).findings
}
