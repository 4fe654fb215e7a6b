//! What is counted and measured, and under which names.
//!
//! Names follow OpenTelemetry; Prometheus writes underscores for dots and adds units. Every label has few values, whatever
//! clients send: methods are those of the API, reasons those of the catalogue, games those there are. Counters whose labels
//! are known begin with 0, so that the first of a kind is an increase to be seen.

use std::time::Duration;

use opentelemetry::{
    KeyValue, Value,
    metrics::{Counter, Gauge, Histogram, Meter, UpDownCounter},
};
use tinsel_catalog::GameId;
use tinsel_proto::v1::MatchPhase;
use tinsel_store::StoreError;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::{
    error::status::{self, SERVERS_FAULTS, code_name},
    methods::streaming_methods,
};

/// Seconds, from what a call in memory takes to what no call may.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// What can become of an attempt to change a match.
const WRITES: [&str; 4] = ["written", "conflict", "repeated", "failed"];

/// The phases that a match comes into.
const PHASES: [MatchPhase; 4] = [
    MatchPhase::Lobby,
    MatchPhase::Active,
    MatchPhase::Finished,
    MatchPhase::Aborted,
];

/// Why what is stored cannot be read.
const CORRUPT: &str = "corrupt";
const NEWER: &str = "newer_release";

/// The instruments of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    calls: Histogram<f64>,
    active: UpDownCounter<i64>,
    ended: Counter<u64>,
    refusals: Counter<u64>,
    unreadable: Counter<u64>,
    writes: Counter<u64>,
    matches: Counter<u64>,
    delivery: Histogram<f64>,
    due: Histogram<f64>,
    overdue: Gauge<u64>,
    stuck: Gauge<u64>,
    unreached: Gauge<u64>,
}

/// What a sweep found.
#[derive(Debug)]
pub(crate) struct Swept {
    /// How many matches that can be looked after were due for longer than a second.
    pub(crate) overdue: usize,
    /// How many matches are due, and nobody can look after them, as what is stored is broken.
    pub(crate) corrupt: usize,
    /// How many matches are due that only a newer release can look after.
    pub(crate) newer: usize,
    /// How many shards could not be looked at.
    pub(crate) unreached: u64,
}

impl Metrics {
    /// Instruments of this meter.
    pub(crate) fn new(meter: &Meter) -> Self {
        let seconds = |name: &'static str, what: &'static str| {
            let histogram = meter.f64_histogram(name).with_unit("s").with_description(what);
            histogram.with_boundaries(SECONDS.to_vec()).build()
        };
        let metrics = Self {
            calls: seconds(
                "rpc.server.call.duration",
                "Until a call was answered, or its stream began",
            ),
            // OpenTelemetry has a name for what it took only.
            active: meter
                .i64_up_down_counter("tinsel.calls.active")
                .with_description("Calls that are not answered yet; of a stream, until it begins")
                .build(),
            ended: meter
                .u64_counter("tinsel.streams.ended")
                .with_description(
                    "Streams that had begun and have ended, by their status; CANCELLED if the caller left",
                )
                .build(),
            refusals: meter
                .u64_counter("tinsel.refusals")
                .with_description("Calls that were not answered and streams that failed, by the reason that was told")
                .build(),
            unreadable: meter
                .u64_counter("tinsel.records.unreadable")
                .with_description("Times that what is stored could not be read: corrupt, or of a newer release")
                .build(),
            writes: meter
                .u64_counter("tinsel.writes")
                .with_description("Attempts to change a match, by what became of them; a conflict is tried again")
                .build(),
            matches: meter
                .u64_counter("tinsel.matches")
                .with_description("Matches that came into a phase")
                .build(),
            delivery: seconds(
                "tinsel.delivery.lag",
                "From the moment a change was decided on until a watcher was told",
            ),
            due: seconds(
                "tinsel.due.lag",
                "From the moment a match was due, for a deadline or a bot, until it was looked after",
            ),
            overdue: meter
                .u64_gauge("tinsel.matches.overdue")
                .with_description("Matches that the last sweep found due for longer than a second, and looks after")
                .build(),
            stuck: meter
                .u64_gauge("tinsel.matches.stuck")
                .with_description("Matches that are due and cannot be looked after, for they cannot be read")
                .build(),
            unreached: meter
                .u64_gauge("tinsel.shards.unreached")
                .with_description("Shards that the last sweep could not look at, for the store did not answer")
                .build(),
        };
        metrics.begin();
        metrics
    }

    /// Counts nothing, once for each that may come to be counted: without, the first would be no increase.
    fn begin(&self) {
        for game in GameId::ALL {
            for phase in PHASES {
                self.matches.add(0, &of_phase(of_game(game.as_str()), phase));
            }
            for outcome in WRITES {
                self.writes.add(0, &of_write(of_game(game.as_str()), outcome));
            }
        }
        for reason in status::reasons_of_the_server() {
            self.refusals.add(0, &of_refusal(reason, status::DOMAIN));
        }
        for cause in [CORRUPT, NEWER] {
            self.unreadable.add(0, &[of_cause(cause)]);
        }
        for (method, code) in streaming_methods().flat_map(|method| SERVERS_FAULTS.map(|code| (method, code))) {
            self.ended.add(0, &of_answer(method, code));
        }
    }

    /// A call has come in.
    pub(crate) fn call_began(&self, method: &'static str) {
        self.active.add(1, &of_method(method));
    }

    /// A call that came in was answered after this time, if by a stream then by its beginning.
    pub(crate) fn call(&self, method: &'static str, took: Duration, failure: Option<&Status>) {
        let code = failure.map_or(Code::Ok, Status::code);
        self.active.add(-1, &of_method(method));
        self.calls.record(took.as_secs_f64(), &of_answer(method, code));
        self.refused(failure);
    }

    /// A stream that had begun has ended.
    pub(crate) fn stream_ended(&self, method: &'static str, code: Code, failure: Option<&Status>) {
        self.ended.add(1, &of_answer(method, code));
        self.refused(failure);
    }

    fn refused(&self, failure: Option<&Status>) {
        if let Some(info) = failure.and_then(Status::get_details_error_info) {
            self.refusals.add(1, &of_refusal(info.reason, info.domain));
        }
    }

    /// What was read of what is stored; counted if it cannot be read.
    pub(crate) fn read<T>(&self, read: Result<T, StoreError>) -> Result<T, StoreError> {
        let cause = match &read {
            Err(StoreError::Corrupt(_)) => CORRUPT,
            Err(StoreError::FromTheFuture { .. }) => NEWER,
            Ok(_) | Err(StoreError::NotFound | StoreError::Full | StoreError::Unavailable(_)) => return read,
        };
        self.unreadable.add(1, &[of_cause(cause)]);
        read
    }

    /// What became of an attempt to change a match: `written`, `conflict`, `repeated` or `failed`.
    pub(crate) fn write(&self, game: &'static str, outcome: &'static str) {
        self.writes.add(1, &of_write(of_game(game), outcome));
    }

    /// A match came into a phase.
    pub(crate) fn came_into(&self, game: &'static str, phase: MatchPhase) {
        self.matches.add(1, &of_phase(of_game(game), phase));
    }

    /// A watcher was told of a change this long after it was decided on.
    pub(crate) fn delivered(&self, lag: Duration) {
        self.delivery.record(lag.as_secs_f64(), &[]);
    }

    /// A match was looked after this long after it was due.
    pub(crate) fn looked_after(&self, game: &'static str, lag: Duration) {
        let labels = [of_game(game)];
        self.due.record(lag.as_secs_f64(), &labels);
    }

    /// A sweep has ended.
    pub(crate) fn swept(&self, swept: &Swept) {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        self.overdue.record(number(swept.overdue), &[]);
        self.stuck.record(number(swept.corrupt), &[of_cause(CORRUPT)]);
        self.stuck.record(number(swept.newer), &[of_cause(NEWER)]);
        self.unreached.record(swept.unreached, &[]);
    }
}

/// The labels of a call of this method.
fn of_method(method: &'static str) -> [KeyValue; 2] {
    [
        KeyValue::new("rpc.system.name", "grpc"),
        KeyValue::new("rpc.method", method),
    ]
}

/// The labels of a call of this method, or of its stream, that ended so.
fn of_answer(method: &'static str, code: Code) -> [KeyValue; 3] {
    let [system, method] = of_method(method);
    [
        system,
        method,
        KeyValue::new("rpc.response.status_code", code_name(code)),
    ]
}

/// The labels of what was refused for this reason.
fn of_refusal(reason: impl Into<Value>, domain: impl Into<Value>) -> [KeyValue; 2] {
    [KeyValue::new("reason", reason), KeyValue::new("domain", domain)]
}

/// The label of what cannot be read.
fn of_cause(cause: &'static str) -> KeyValue {
    KeyValue::new("cause", cause)
}

/// The labels of an attempt to change a match.
fn of_write(game: KeyValue, outcome: &'static str) -> [KeyValue; 2] {
    [game, KeyValue::new("outcome", outcome)]
}

/// The labels of a match that comes into a phase.
fn of_phase(game: KeyValue, phase: MatchPhase) -> [KeyValue; 2] {
    let name = phase.as_str_name();
    let phase = name.strip_prefix("MATCH_PHASE_").unwrap_or(name);
    [game, KeyValue::new("phase", phase)]
}

/// The label of a game.
fn of_game(name: &'static str) -> KeyValue {
    KeyValue::new("game", name)
}

/// Has `meter` report how many streams are open whenever it is read.
pub(crate) fn observe_streams(meter: &Meter, open: impl Fn() -> u64 + Send + Sync + 'static) {
    meter
        .u64_observable_gauge("tinsel.streams.open")
        .with_description("Streams that are open")
        .with_callback(move |observer| observer.observe(open(), &[]))
        .build();
}
