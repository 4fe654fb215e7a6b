//! The metrics of the service, with their names.
//!
//! Names follow OpenTelemetry; Prometheus replaces dots by underscores and appends units. Each label has a small, fixed
//! set of values, independent of client input: known methods, reasons and games. Counters with known labels start at 0,
//! so that the first event is visible as an increase.

mod labels;
mod store;
mod usage;

use std::{collections::BTreeSet, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{BoundCounter, BoundHistogram, BoundUpDownCounter, Counter, Gauge, Histogram, Meter, UpDownCounter},
};
use tinsel_archive::{ArchiveProblem, ArchiveProblemKind};
use tinsel_catalog::GameId;
use tinsel_proto::v1::MatchPhase;
use tinsel_store::{Bound, ProblemKind, ServerLoad, StoreError};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use self::{
    labels::{of_answer, of_cause, of_game, of_method, of_phase, of_refusal, of_write},
    store::StoreMetrics,
    usage::UsageMetrics,
};
use crate::{
    error::status::{self, SERVERS_FAULTS},
    methods::streaming_methods,
};

/// Histogram buckets in seconds, from the duration of a call in memory to the maximum duration of a call.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// The outcomes of an attempt to change a match.
const WRITES: [&str; 4] = ["written", "conflict", "repeated", "failed"];

/// The phases that a match can enter.
const PHASES: [MatchPhase; 4] = [
    MatchPhase::Lobby,
    MatchPhase::Active,
    MatchPhase::Finished,
    MatchPhase::Aborted,
];

/// The cause label of stored data that cannot be decoded.
const CORRUPT: &str = "corrupt";
const NEWER: &str = "newer_release";

/// The causes of failed attempts to archive a match.
const ARCHIVE_FAILURES: [&str; 6] = ["corrupt", "differs", "full", "refused", "too_large", "unavailable"];

/// The instruments of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    calls: Histogram<f64>,
    active: UpDownCounter<i64>,
    ended: Counter<u64>,
    refusals: Counter<u64>,
    unreadable: Counter<u64>,
    writes: Counter<u64>,
    bound: BoundInstruments,
    transitions: Counter<u64>,
    upkeep: UpkeepMetrics,
    delivery: Histogram<f64>,
    due: Histogram<f64>,
    overdue: Gauge<u64>,
    stuck: Gauge<u64>,
    unreachable: Gauge<u64>,
    clock: ClockMetrics,
    store: StoreMetrics,
    pub(crate) usage: UsageMetrics,
}

/// The instruments that every call uses.
#[derive(Debug, Default)]
struct BoundInstruments {
    /// By method and code.
    calls: Bound<(&'static str, i32), BoundHistogram<f64>>,
    /// By method.
    active: Bound<&'static str, BoundUpDownCounter<i64>>,
    /// By game and outcome.
    writes: Bound<(&'static str, &'static str), BoundCounter<u64>>,
}

/// The instruments of the clock.
#[derive(Debug)]
struct ClockMetrics {
    ahead: Gauge<f64>,
    jumps: Counter<u64>,
}

impl ClockMetrics {
    fn new(meter: &Meter) -> Self {
        Self {
            ahead: meter
                .f64_gauge("tinsel.clock.ahead")
                .with_unit("s")
                .with_description("Clock of this server minus clock of the store")
                .build(),
            jumps: meter
                .u64_counter("tinsel.clock.jumps")
                .with_description("Jumps of the store's clock by more than 1 second, as measured by this server")
                .build(),
        }
    }
}

/// The instruments of the upkeep of finished matches.
#[derive(Debug)]
struct UpkeepMetrics {
    packed: Counter<u64>,
    archived: Counter<u64>,
    archive_failures: Counter<u64>,
    archive_problems: Gauge<u64>,
}

impl UpkeepMetrics {
    fn new(meter: &Meter) -> Self {
        let counter = |name: &'static str, what: &'static str| meter.u64_counter(name).with_description(what).build();
        Self {
            packed: counter(
                "tinsel.matches.packed",
                "Finished matches that were packed into one compressed value",
            ),
            archived: counter(
                "tinsel.matches.archived",
                "Finished matches that were moved to the archive",
            ),
            archive_failures: counter(
                "tinsel.archive.failures",
                "Failed attempts to archive a match, by cause; the match stays in the store",
            ),
            archive_problems: meter
                .u64_gauge("tinsel.archive.problems")
                .with_description("1 if the last check of the archive found this problem, else 0")
                .build(),
        }
    }
}

/// The matches that were found overdue or stuck since the last report.
#[derive(Debug)]
pub(crate) struct Swept {
    /// The number of overdue matches that this release can process.
    pub(crate) overdue: usize,
    /// The number that no release can process, because the record is corrupt.
    pub(crate) corrupt: usize,
    /// The number that only a newer release can process.
    pub(crate) newer: usize,
}

impl Metrics {
    pub(crate) fn new(meter: &Meter) -> Self {
        let seconds = |name: &'static str, what: &'static str| {
            let histogram = meter.f64_histogram(name).with_unit("s").with_description(what);
            histogram.with_boundaries(SECONDS.to_vec()).build()
        };
        let counter = |name: &'static str, what: &'static str| meter.u64_counter(name).with_description(what).build();
        let gauge = |name: &'static str, what: &'static str| meter.u64_gauge(name).with_description(what).build();
        let metrics = Self {
            calls: seconds(
                "rpc.server.call.duration",
                "Duration of calls; of a streaming call, until the stream starts",
            ),
            // OpenTelemetry defines a name only for the duration.
            active: meter
                .i64_up_down_counter("tinsel.calls.active")
                .with_description("Calls in flight; a streaming call counts until its stream starts")
                .build(),
            ended: counter(
                "tinsel.streams.ended",
                "Streams that ended, by status; CANCELLED if the client closed the stream",
            ),
            refusals: counter("tinsel.refusals", "Refused calls and failed streams, by reason"),
            unreadable: counter(
                "tinsel.records.unreadable",
                "Reads of stored matches that are corrupt, or written by a newer release",
            ),
            writes: counter(
                "tinsel.writes",
                "Attempts to write a match, by outcome; the server retries after a conflict",
            ),
            bound: BoundInstruments::default(),
            transitions: counter("tinsel.match.transitions", "Matches that entered a phase"),
            upkeep: UpkeepMetrics::new(meter),
            delivery: seconds(
                "tinsel.delivery.lag",
                "Delivery latency: from the time of the log entry until its delivery to a watcher",
            ),
            due: seconds(
                "tinsel.due.lag",
                "Sweep latency: from the time a match is due (deadline or bot move) until the server processes it",
            ),
            overdue: gauge(
                "tinsel.matches.overdue",
                "Matches found in the last second that were due for more than 1 second",
            ),
            stuck: gauge(
                "tinsel.matches.stuck",
                "Due matches that cannot be processed because their records cannot be read",
            ),
            unreachable: gauge(
                "tinsel.shards.unreachable",
                "Store shards that did not answer the last heartbeat",
            ),
            clock: ClockMetrics::new(meter),
            store: StoreMetrics::new(meter),
            usage: UsageMetrics::new(meter),
        };
        metrics.begin();
        metrics
    }

    /// Adds 0 for each known label value: without that, the first event would not be an increase.
    fn begin(&self) {
        for game in GameId::ALL {
            for phase in PHASES {
                self.transitions.add(0, &of_phase(of_game(game.as_str()), phase));
            }
            self.upkeep.packed.add(0, &[of_game(game.as_str())]);
            self.upkeep.archived.add(0, &[of_game(game.as_str())]);
            for outcome in WRITES {
                self.writes.add(0, &of_write(of_game(game.as_str()), outcome));
            }
        }
        for reason in status::reasons_of_the_server() {
            self.refusals.add(0, &of_refusal(reason, status::DOMAIN));
        }
        for cause in ARCHIVE_FAILURES {
            self.upkeep.archive_failures.add(0, &[of_cause(cause)]);
        }
        for cause in [CORRUPT, NEWER] {
            self.unreadable.add(0, &[of_cause(cause)]);
        }
        self.clock.jumps.add(0, &[]);
        self.store_problems(&BTreeSet::new());
        for (method, code) in streaming_methods().flat_map(|method| SERVERS_FAULTS.map(|code| (method, code))) {
            self.ended.add(0, &of_answer(method, code));
        }
    }

    /// Counts a call in flight.
    pub(crate) fn call_began(&self, method: &'static str) {
        self.active(method, 1);
    }

    /// Records a completed call; for a stream, the time until it began.
    pub(crate) fn call(&self, method: &'static str, took: Duration, failure: Option<&Status>) {
        let code = failure.map_or(Code::Ok, Status::code);
        self.active(method, -1);
        let bind = || self.calls.bind(&of_answer(method, code));
        let calls = &self.bound.calls;
        calls.with((method, code.into()), bind, |calls| calls.record(took.as_secs_f64()));
        self.refused(failure);
    }

    fn active(&self, method: &'static str, change: i64) {
        let bind = || self.active.bind(&of_method(method));
        self.bound.active.with(method, bind, |active| active.add(change));
    }

    /// Records the end of a stream.
    pub(crate) fn stream_ended(&self, method: &'static str, code: Code, failure: Option<&Status>) {
        self.ended.add(1, &of_answer(method, code));
        self.refused(failure);
    }

    fn refused(&self, failure: Option<&Status>) {
        if let Some(info) = failure.and_then(Status::get_details_error_info) {
            self.refusals.add(1, &of_refusal(info.reason, info.domain));
        }
    }

    /// Passes a decoding result on, and counts it if it is an error.
    pub(crate) fn read<T>(&self, read: Result<T, StoreError>) -> Result<T, StoreError> {
        let cause = match &read {
            Err(StoreError::Corrupt(_)) => CORRUPT,
            Err(StoreError::FromTheFuture { .. }) => NEWER,
            Ok(_)
            | Err(
                StoreError::NotFound
                | StoreError::Moved
                | StoreError::Full
                | StoreError::Unavailable(_)
                | StoreError::NotPermitted(_)
                | StoreError::NotMarked
                | StoreError::RefusesWrites(_),
            ) => return read,
        };
        self.unreadable.add(1, &[of_cause(cause)]);
        read
    }

    /// Counts stored data that can be decoded, but does not fit together.
    pub(crate) fn corrupt(&self) {
        self.unreadable.add(1, &[of_cause(CORRUPT)]);
    }

    /// Counts an attempt to change a match, with its outcome: `written`, `conflict`, `repeated` or `failed`.
    pub(crate) fn write(&self, game: &'static str, outcome: &'static str) {
        let bind = || self.writes.bind(&of_write(of_game(game), outcome));
        self.bound.writes.with((game, outcome), bind, |writes| writes.add(1));
    }

    /// Counts a match that enters a phase.
    pub(crate) fn came_into(&self, game: &'static str, phase: MatchPhase) {
        self.transitions.add(1, &of_phase(of_game(game), phase));
    }

    /// Counts a match that was packed.
    pub(crate) fn packed(&self, game: &'static str) {
        self.upkeep.packed.add(1, &[of_game(game)]);
    }

    /// Counts a match that was moved to the archive.
    pub(crate) fn archived(&self, game: &'static str) {
        self.upkeep.archived.add(1, &[of_game(game)]);
    }

    /// Counts a failed attempt to archive a match, with one of [`ARCHIVE_FAILURES`].
    pub(crate) fn archive_failed(&self, cause: &'static str) {
        self.upkeep.archive_failures.add(1, &[of_cause(cause)]);
    }

    /// Records the time between a change and its delivery to a watcher.
    pub(crate) fn delivered(&self, lag: Duration) {
        self.delivery.record(lag.as_secs_f64(), &[]);
    }

    /// Records the time between a match's deadline and its processing.
    pub(crate) fn looked_after(&self, game: &'static str, lag: Duration) {
        let labels = [of_game(game)];
        self.due.record(lag.as_secs_f64(), &labels);
    }

    /// Records the number of shards that did not answer the last heartbeat.
    pub(crate) fn unreachable(&self, shards: usize) {
        self.unreachable.record(u64::try_from(shards).unwrap_or(u64::MAX), &[]);
    }

    /// Records a measurement of the store's time: how far this server's clock is ahead, and whether the clock jumped by
    /// more than a second.
    pub(crate) fn clock(&self, ahead_ms: i64, jumped: bool) {
        let seconds = Duration::from_millis(ahead_ms.unsigned_abs()).as_secs_f64();
        let sign = if ahead_ms < 0 { -1.0 } else { 1.0 };
        self.clock.ahead.record(seconds.copysign(sign), &[]);
        self.clock.jumps.add(jumped.into(), &[]);
    }

    /// Records the kinds of problems that a check of the store has found.
    pub(crate) fn store_problems(&self, found: &BTreeSet<ProblemKind>) {
        self.store.problems(found);
    }

    /// Records the loads of the store's servers.
    pub(crate) fn store_loads(&self, loads: &[ServerLoad]) {
        self.store.loads(loads);
    }

    /// Records the kinds of problems that a check of the archive has found.
    pub(crate) fn archive_problems(&self, found: &[ArchiveProblem]) {
        for kind in ArchiveProblemKind::ALL {
            let labels = [KeyValue::new("problem", kind.name())];
            let is_found = found.iter().any(|problem| problem.kind == kind);
            self.upkeep.archive_problems.record(is_found.into(), &labels);
        }
    }

    /// Records the matches that were found overdue or stuck.
    pub(crate) fn swept(&self, swept: &Swept) {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        self.overdue.record(number(swept.overdue), &[]);
        self.stuck.record(number(swept.corrupt), &[of_cause(CORRUPT)]);
        self.stuck.record(number(swept.newer), &[of_cause(NEWER)]);
    }
}

/// Registers a callback by which `meter` observes the number of open streams.
pub(crate) fn observe_streams(meter: &Meter, open: impl Fn() -> u64 + Send + Sync + 'static) {
    meter
        .u64_observable_gauge("tinsel.streams.open")
        .with_description("Open streams")
        .with_callback(move |observer| observer.observe(open(), &[]))
        .build();
}
