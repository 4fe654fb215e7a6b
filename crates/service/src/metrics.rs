//! What is counted and measured, and under which names.
//!
//! Names follow OpenTelemetry; Prometheus writes underscores for dots and adds units. Every label has few values, whatever
//! clients send: methods are those of the API, reasons those of the catalogue, games those there are.

use std::{sync::Arc, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Gauge, Histogram, Meter, UpDownCounter},
};
use tinsel_catalog::GameId;
use tinsel_proto::v1::MatchPhase;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::{quotas::Quotas, table::Setup};

/// Seconds, from what a call in memory takes to what no call may.
const SECONDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// The instruments of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    calls: Histogram<f64>,
    active: UpDownCounter<i64>,
    refusals: Counter<u64>,
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
    /// How many matches were due for longer than a second.
    pub(crate) overdue: usize,
    /// How many matches are due, and nobody can look after them.
    pub(crate) stuck: usize,
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
        Self {
            calls: seconds(
                "rpc.server.call.duration",
                "Until a call was answered, or its stream began",
            ),
            // OpenTelemetry has a name for what it took only.
            active: meter
                .i64_up_down_counter("tinsel.calls.active")
                .with_description("Calls that are not answered yet; of a stream, until it begins")
                .build(),
            refusals: meter
                .u64_counter("tinsel.refusals")
                .with_description("Calls that were not answered, by the reason that the caller was told")
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
                .u64_gauge("tinsel.decisions.overdue")
                .with_description("Matches that were due in the last sweep for longer than a second")
                .build(),
            stuck: meter
                .u64_gauge("tinsel.matches.stuck")
                .with_description("Matches that are due and cannot be looked after")
                .build(),
            unreached: meter
                .u64_gauge("tinsel.shards.unreached")
                .with_description("Shards that the last sweep could not look at, for the store did not answer")
                .build(),
        }
    }

    /// A call has come in.
    pub(crate) fn call_began(&self, method: &'static str) {
        self.active.add(1, &of_method(method));
    }

    /// A call that came in was answered after this time; what a stream says later is not looked at.
    pub(crate) fn call(&self, method: &'static str, took: Duration, failure: Option<&Status>) {
        let code = failure.map_or(Code::Ok, Status::code);
        let [system, method] = of_method(method);
        self.active.add(-1, &[system.clone(), method.clone()]);
        let labels = [
            system,
            method,
            KeyValue::new("rpc.response.status_code", code_name(code)),
        ];
        self.calls.record(took.as_secs_f64(), &labels);
        let Some(info) = failure.and_then(Status::get_details_error_info) else {
            return;
        };
        let labels = [
            KeyValue::new("reason", info.reason),
            KeyValue::new("domain", info.domain),
        ];
        self.refusals.add(1, &labels);
    }

    /// What became of an attempt to change a match: `written`, `conflict`, `repeated` or `failed`.
    pub(crate) fn write(&self, setup: &Setup, outcome: &'static str) {
        let labels = [game(setup), KeyValue::new("outcome", outcome)];
        self.writes.add(1, &labels);
    }

    /// A match came into a phase.
    pub(crate) fn came_into(&self, setup: &Setup, phase: MatchPhase) {
        let name = phase.as_str_name();
        let phase = name.strip_prefix("MATCH_PHASE_").unwrap_or(name);
        let labels = [game(setup), KeyValue::new("phase", phase)];
        self.matches.add(1, &labels);
    }

    /// A watcher was told of a change this long after it was decided on.
    pub(crate) fn delivered(&self, lag: Duration) {
        self.delivery.record(lag.as_secs_f64(), &[]);
    }

    /// A match was looked after this long after it was due.
    pub(crate) fn looked_after(&self, setup: &Setup, lag: Duration) {
        let labels = [game(setup)];
        self.due.record(lag.as_secs_f64(), &labels);
    }

    /// A sweep has ended.
    pub(crate) fn swept(&self, swept: &Swept) {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        self.overdue.record(number(swept.overdue), &[]);
        self.stuck.record(number(swept.stuck), &[]);
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

/// The label of a match's game.
fn game(setup: &Setup) -> KeyValue {
    let name = setup.game().map_or("_OTHER", GameId::as_str);
    KeyValue::new("game", name)
}

/// Has `meter` tell how many streams are open whenever it is asked.
pub(crate) fn observe_streams(meter: &Meter, quotas: &Arc<Quotas>) {
    let quotas = Arc::clone(quotas);
    meter
        .u64_observable_gauge("tinsel.streams.open")
        .with_description("Streams that are open")
        .with_callback(move |observer| observer.observe(quotas.streams_open(), &[]))
        .build();
}

/// Whether a call that ends with this code has failed by the server's fault; what a call is refused with is its caller's.
#[must_use]
pub const fn is_failure(code: Code) -> bool {
    matches!(
        code,
        Code::Unknown | Code::DeadlineExceeded | Code::Internal | Code::Unavailable | Code::DataLoss
    )
}

/// What a status code is called, as OpenTelemetry has it.
#[must_use]
pub const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_by_the_servers_fault_is_told_from_what_is_refused() {
        let failures = (0..17).map(Code::from_i32).filter(|code| is_failure(*code));
        let failures: Vec<_> = failures.map(code_name).collect();
        let expected = ["UNKNOWN", "DEADLINE_EXCEEDED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"];
        assert_eq!(failures, expected);
    }
}
