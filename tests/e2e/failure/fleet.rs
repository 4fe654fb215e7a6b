//! All servers stop at once, alone or together with the store: no player loses time, and none is credited twice.

use std::time::Duration;

use futures_util::future::join_all;
use tinsel_harness::{ANY_GAME, Api, Process, RedisServer, TestMatch, created, soon, until};
use tinsel_proto::v1::{
    CreateMatchRequest, Match, PhaseTime, TimeBank, TimeControl, match_event::Event, time_control::Control,
};
use tokio::time::Instant;

/// The time of each first decision: less than the time without a server.
const DECISION_SECONDS: i64 = 7;

/// The time without a server: longer than that between two announcements of a live one.
const GONE: Duration = Duration::from_secs(12);

/// How the servers stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Killed,
    Terminated,
    Suspended,
}

/// A case: how this number of servers stops, and whether the store stops with them.
type Case = (Stop, usize, bool);

const CASES: [Case; 8] = [
    (Stop::Killed, 1, true),
    (Stop::Killed, 2, true),
    (Stop::Terminated, 1, true),
    (Stop::Terminated, 2, true),
    (Stop::Suspended, 1, true),
    (Stop::Suspended, 2, true),
    (Stop::Killed, 2, false),
    (Stop::Suspended, 1, false),
];

/// A match for each kind of time control.
fn requests() -> Vec<CreateMatchRequest> {
    let seconds = |seconds| prost_types::Duration { seconds, nanos: 0 };
    let first = ANY_GAME.game().facts().phases[0].name.to_owned();
    let per_decision = |seconds_each| Control::PerDecision(seconds(seconds_each));
    let phase = PhaseTime {
        phase: first,
        duration: Some(seconds(DECISION_SECONDS)),
    };
    let bank = TimeBank {
        initial: Some(seconds(DECISION_SECONDS)),
        increment: None,
    };
    let controls = [
        (per_decision(DECISION_SECONDS), vec![]),
        (Control::Bank(bank), vec![]),
        (per_decision(3_600), vec![phase]),
    ];
    let timed = controls.into_iter().map(|(control, phases)| CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(control),
            phases,
        }),
        ..created("")
    });
    timed.collect()
}

/// The servers of a case, on a store of their own.
struct Fleet {
    redis: RedisServer,
    servers: Vec<Process>,
}

impl Fleet {
    fn start(servers: usize) -> Self {
        let redis = RedisServer::start_durable();
        let servers = (0..servers).map(|_| Process::start(&redis, &[])).collect();
        Self { redis, servers }
    }

    fn stop(&mut self, (stop, _, with_store): Case) {
        for server in &mut self.servers {
            match stop {
                Stop::Killed => server.kill(),
                Stop::Terminated => {
                    server.terminate();
                    server.ended();
                }
                Stop::Suspended => server.signal("-STOP"),
            }
        }
        match (with_store, stop) {
            (false, _) => {}
            (true, Stop::Suspended) => self.redis.pause(),
            (true, Stop::Killed | Stop::Terminated) => self.redis.kill(),
        }
    }

    fn start_again(&mut self, (stop, servers, with_store): Case) {
        match (with_store, stop) {
            (false, _) => {}
            (true, Stop::Suspended) => self.redis.resume(),
            (true, Stop::Killed | Stop::Terminated) => self.redis.restart(),
        }
        if stop == Stop::Suspended {
            self.servers.iter().for_each(|server| server.signal("-CONT"));
        } else {
            self.servers = (0..servers).map(|_| Process::start(&self.redis, &[])).collect();
        }
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap()
}

/// The earliest deadline of a match, in milliseconds since 1970.
fn deadline(seen: &Match) -> i64 {
    let deadlines = seen.pending_decisions.iter().filter_map(|decision| decision.deadline);
    let deadlines = deadlines.map(|at| at.seconds * 1000 + i64::from(at.nanos) / 1_000_000);
    deadlines.min().expect("a deadline")
}

/// The credits of a match after this revision, in milliseconds.
async fn credits(api: &Api, table: &TestMatch, after: u64) -> Vec<i64> {
    let page = api.ask(&table.listing(after, 99), None).await.expect("the history");
    let events = page.entries.into_iter().flat_map(|entry| entry.events);
    let credits = events.filter_map(|event| match event.event?.event? {
        Event::TimeCredited(credited) => credited.longest,
        _ => None,
    });
    credits
        .map(|time| time.seconds * 1000 + i64::from(time.nanos) / 1_000_000)
        .collect()
}

async fn matches(api: &Api) -> Vec<(TestMatch, Match)> {
    let mut begun = Vec::new();
    for asked in requests() {
        let table = TestMatch::of_players(&[api], &asked).await;
        let seen = table.state(api, None).await.r#match.expect("the match");
        begun.push((table, seen));
    }
    begun
}

async fn check(case: Case) {
    let mut fleet = Fleet::start(case.1);
    let begun = matches(&Api::connect(&fleet.servers[0].url()).await).await;
    fleet.stop(case);
    let stopped = Instant::now();
    until("the time without a server", || {
        std::future::ready(stopped.elapsed() > GONE)
    })
    .await;
    let gone = milliseconds(stopped.elapsed());
    fleet.start_again(case);
    let api = Api::connect(&fleet.servers[0].url()).await;
    for (table, before) in begun {
        let credited = async {
            loop {
                let credits = credits(&api, &table, before.revision).await;
                if !credits.is_empty() {
                    break credits;
                }
                tokio::task::yield_now().await;
            }
        };
        let credits = soon("credited time", credited).await;
        let after = table.state(&api, None).await.r#match.expect("the match");
        let changes = u64::try_from(credits.len()).unwrap();
        assert_eq!(
            after.revision,
            before.revision + changes,
            "no default was taken: {case:?}"
        );
        let longer = deadline(&after) - deadline(&before);
        assert!(longer >= gone, "{case:?}: a player lost {} ms", gone - longer);
        let sum: i64 = credits.iter().sum();
        assert!(sum == longer && sum < 2 * gone, "{case:?}: {credits:?} for {gone} ms");
        eprintln!("{case:?}: stopped for {gone} ms, credited {credits:?} ms");
    }
}

// A1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_player_loses_the_time_in_which_all_servers_and_the_store_are_stopped() {
    tinsel_harness::server_binary();
    let cases = CASES.map(|case| tokio::spawn(check(case)));
    for checked in join_all(cases).await {
        checked.unwrap();
    }
}
