//! Spans and a latency metric of store calls.

mod inspection;

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::FutureExt;
use opentelemetry::{
    KeyValue,
    metrics::{BoundHistogram, Counter, Histogram, Meter},
};
use tokio::time::Instant;
use tracing::{Instrument, Span, field};

use crate::{
    Assignment, Bound, Created, Due, LobbyIndex, LogPage, MatchId, MatchStore, Messages, Outage, Packing, Played,
    PoolId, Pulse, Replaced, RequestId, Reserved, Revision, ScanPosition, Scanned, Shard, StoreError, Stored,
    StoredResponse, UnixMillis, Version, Write,
};

/// A store that creates one span per call, however many commands the call sends.
///
/// It records the latency of each call as `db.client.operation.duration`, and counts failures of the store, by calls and
/// heartbeats, as `tinsel.store.failures`. Spans contain no records, entries, answers or request ids. A conflict or a
/// retry is an outcome, not an error.
#[derive(Debug, Clone)]
pub struct Traced<S> {
    store: S,
    system: &'static str,
    durations: Histogram<f64>,
    /// The durations by operation and outcome.
    bound: Arc<Bound<(&'static str, &'static str), BoundHistogram<f64>>>,
    failures: Counter<u64>,
}

/// Histogram buckets in seconds, from the latency of a call in memory to the maximum duration of a call.
const SECONDS: [f64; 12] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5,
];

impl<S> Traced<S> {
    /// `store` with spans, and metrics of `meter`. `system` is the `db.system.name`, such as `redis`.
    pub fn new(store: S, system: &'static str, meter: &Meter) -> Self {
        let durations = meter
            .f64_histogram("db.client.operation.duration")
            .with_unit("s")
            .with_description("Duration of store calls, by outcome")
            .with_boundaries(SECONDS.to_vec())
            .build();
        let failures = meter
            .u64_counter("tinsel.store.failures")
            .with_description("Calls and heartbeats that the store did not answer or refused, by cause")
            .build();
        // Without a first 0, the first failure would not be an increase.
        for cause in StoreError::CAUSES {
            failures.add(0, &[KeyValue::new("cause", cause)]);
        }
        Self {
            store,
            system,
            durations,
            bound: Arc::default(),
            failures,
        }
    }

    fn count<T>(&self, result: &Result<T, StoreError>) {
        if let Some(cause) = result.as_ref().err().and_then(StoreError::cause) {
            self.failures.add(1, &[KeyValue::new("cause", cause)]);
        }
    }

    /// Not an async function, because that would reserve space for the call twice.
    fn observed<T>(
        &self,
        (verb, span): (&'static str, Span),
        call: impl Future<Output = Result<T, StoreError>>,
        outcome: impl FnOnce(&T) -> Outcome,
    ) -> impl Future<Output = Result<T, StoreError>> {
        let since = Instant::now();
        call.instrument(span.clone())
            .inspect(move |result| self.record(verb, &span, since, result, outcome))
    }

    fn record<T>(
        &self,
        verb: &'static str,
        span: &Span,
        since: Instant,
        result: &Result<T, StoreError>,
        outcome: impl FnOnce(&T) -> Outcome,
    ) {
        let took = since.elapsed().as_secs_f64();
        self.count(result);
        let (name, revision) = match result {
            Ok(value) => outcome(value),
            Err(error) => (failed(span, error), None),
        };
        let bind = || {
            self.durations.bind(&[
                KeyValue::new("db.system.name", self.system),
                KeyValue::new("db.operation.name", verb),
                KeyValue::new("outcome", name),
            ])
        };
        self.bound.with((verb, name), bind, |durations| durations.record(took));
        span.record("tinsel.outcome", name);
        if let Some(revision) = revision {
            span.record("tinsel.revision", i64::try_from(revision.get()).unwrap_or(i64::MAX));
        }
    }
}

/// A call of the store with its span: the operation, and a match or a shard.
macro_rules! operation {
    ($traced:expr, $verb:literal, $($subject:tt)+) => {
        ($verb, tracing::debug_span!(
            concat!("store.", $verb),
            otel.status_code = field::Empty,
            tinsel.store = $traced.system,
            $($subject)+,
            tinsel.revision = field::Empty,
            tinsel.outcome = field::Empty,
            error.type = field::Empty,
        ))
    };
}

/// The outcome of a call, and the revision after it if it has one.
type Outcome = (&'static str, Option<Revision>);

fn failed(span: &Span, error: &StoreError) -> &'static str {
    let mut outcome = None;
    let kind = match error {
        StoreError::NotFound => return "not_found",
        StoreError::Moved => "moved",
        StoreError::Full => "full",
        StoreError::Unavailable(_) => "unavailable",
        StoreError::RefusesWrites(refusal) => {
            outcome = Some("refused");
            refusal.name()
        }
        StoreError::NotPermitted(_) => "not_permitted",
        StoreError::NotMarked => "not_marked",
        StoreError::Corrupt(_) => "corrupt",
        StoreError::FromTheFuture { .. } => "from_the_future",
    };
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
    outcome.unwrap_or(kind)
}

impl<S: MatchStore> MatchStore for Traced<S> {
    type Notices = S::Notices;
    type DeadlineNotices = S::DeadlineNotices;

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        let operation = operation!(self, "create", tinsel.r#match = %id);
        self.observed(operation, self.store.create(id, write), |created| match created {
            Created::New(version) => ("new", Some(version.revision)),
            Created::Exists(stored) => ("exists", Some(stored.version.revision)),
        })
        .await
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        let operation = operation!(self, "load", tinsel.r#match = %id);
        self.observed(operation, self.store.load(id), |stored| {
            ("found", Some(stored.version.revision))
        })
        .await
    }

    async fn replace(&self, id: MatchId, expected: Version, write: &Write) -> Result<Replaced, StoreError> {
        let operation = operation!(self, "replace", tinsel.r#match = %id);
        self.observed(
            operation,
            self.store.replace(id, expected, write),
            |replaced| match replaced {
                Replaced::Written(version) => ("written", Some(version.revision)),
                Replaced::Conflict(stored) => ("conflict", Some(stored.version.revision)),
                Replaced::Repeated(_) => ("repeated", None),
            },
        )
        .await
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<StoredResponse>, StoreError> {
        let operation = operation!(self, "answer", tinsel.r#match = %id);
        self.observed(operation, self.store.answer(id, request), |answer| {
            (if answer.is_some() { "found" } else { "none" }, None)
        })
        .await
    }

    async fn pack(&self, id: MatchId, expected: Version, packing: &Packing) -> Result<bool, StoreError> {
        let operation = operation!(self, "pack", tinsel.r#match = %id);
        let call = self.store.pack(id, expected, packing);
        let outcome = |packed: &bool| (if *packed { "packed" } else { "conflict" }, Some(expected.revision));
        self.observed(operation, call, outcome).await
    }

    async fn delete(&self, id: MatchId, expected: Option<Version>) -> Result<bool, StoreError> {
        let operation = operation!(self, "delete", tinsel.r#match = %id);
        let outcome = |deleted: &bool| (if *deleted { "deleted" } else { "conflict" }, None);
        self.observed(operation, self.store.delete(id, expected), outcome).await
    }

    async fn scan(&self, from: Option<&ScanPosition>, limit: u32) -> Result<Scanned, StoreError> {
        let operation = operation!(self, "scan", tinsel.matches = limit);
        self.observed(operation, self.store.scan(from, limit), |scanned| {
            (if scanned.matches.is_empty() { "none" } else { "found" }, None)
        })
        .await
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        let operation = operation!(self, "log", tinsel.r#match = %id);
        self.observed(operation, self.store.log(id, after, limit), |page| {
            ("found", Some(page.head))
        })
        .await
    }

    /// Without a span, like `due`.
    async fn outbox(&self, shard: Shard, limit: u32) -> Result<Vec<(MatchId, Revision)>, StoreError> {
        let operation = ("outbox", Span::none());
        self.observed(operation, self.store.outbox(shard, limit), listed).await
    }

    /// Without a span, like `due`.
    async fn leave_outbox(&self, id: MatchId, revision: Revision) -> Result<(), StoreError> {
        let operation = ("leave_outbox", Span::none());
        self.observed(operation, self.store.leave_outbox(id, revision), |()| ("removed", None))
            .await
    }

    /// Without a span, like `due`.
    async fn index_played(
        &self,
        index: PoolId,
        id: MatchId,
        at: Option<UnixMillis>,
        kept_for: Duration,
    ) -> Result<(), StoreError> {
        let operation = ("index_played", Span::none());
        self.observed(operation, self.store.index_played(index, id, at, kept_for), |()| {
            ("written", None)
        })
        .await
    }

    async fn played(&self, index: PoolId, after: Option<Played>, limit: u32) -> Result<Vec<Played>, StoreError> {
        let operation = operation!(self, "played", tinsel.shard = %index.shard());
        self.observed(operation, self.store.played(index, after, limit), listed)
            .await
    }

    async fn lobby(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        let operation = operation!(self, "lobby", tinsel.shard = %index.shard);
        self.observed(operation, self.store.lobby(index, after, limit), listed)
            .await
    }

    /// Without a span, because replicas scan shards without a call.
    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Due, StoreError> {
        let operation = ("due", Span::none());
        self.observed(operation, self.store.due(shard, now, limit), |due| {
            (if due.matches.is_empty() { "none" } else { "found" }, None)
        })
        .await
    }

    /// Without a span, like `due`.
    async fn upkeep(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let operation = ("upkeep", Span::none());
        self.observed(operation, self.store.upkeep(shard, now, limit), listed)
            .await
    }

    async fn end_upkeep(&self, id: MatchId) -> Result<(), StoreError> {
        let operation = operation!(self, "end_upkeep", tinsel.r#match = %id);
        self.observed(operation, self.store.end_upkeep(id), |()| ("removed", None))
            .await
    }

    fn deadline_notices(&self) -> Self::DeadlineNotices {
        self.store.deadline_notices()
    }

    /// Neither traced nor measured, like the rest of the heartbeat. Only failures are counted.
    async fn pulse(&self, shards: &[Shard], mut each: impl FnMut(Pulse) + Send) {
        let counted = |pulse: Pulse| {
            self.count(&pulse.answered);
            each(pulse);
        };
        self.store.pulse(shards, counted).await;
    }

    /// As `pulse`.
    async fn time(&self, shard: Shard) -> Result<UnixMillis, StoreError> {
        let time = self.store.time(shard).await;
        self.count(&time);
        time
    }

    async fn announce(&self, replica: u64, alive_for: Duration, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        self.store.announce(replica, alive_for, now).await
    }

    async fn replicas(&self, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        self.store.replicas(now).await
    }

    async fn send_message(&self, message: Bytes) -> Result<(), StoreError> {
        self.store.send_message(message).await
    }

    fn messages(&self) -> Messages {
        self.store.messages()
    }

    async fn last_announced(&self) -> Result<Option<UnixMillis>, StoreError> {
        self.store.last_announced().await
    }

    async fn store_outages(&self, outages: &[Outage]) -> Result<(), StoreError> {
        self.store.store_outages(outages).await
    }

    async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        self.store.outages().await
    }

    async fn leave(&self, replica: u64) -> Result<(), StoreError> {
        self.store.leave(replica).await
    }

    async fn shards(&self) -> Result<Option<u16>, StoreError> {
        self.store.shards().await
    }

    async fn store_shards(&self, shards: u16) -> Result<u16, StoreError> {
        self.store.store_shards(shards).await
    }

    async fn assign(
        &self,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
    ) -> Result<Option<MatchId>, StoreError> {
        let operation = operation!(self, "seek", tinsel.shard = %pool.shard());
        self.observed(operation, self.store.assign(pool, seeker, assignment), |given| {
            (if given.is_some() { "given" } else { "none" }, None)
        })
        .await
    }

    /// The span does not contain the pool, because it identifies the owner of the matches.
    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        let operation = operation!(self, "reserve", tinsel.r#match = %id);
        self.observed(
            operation,
            self.store.reserve(pool, id, kept_for, limit),
            |reserved| match reserved {
                Reserved::Taken => ("taken", None),
                Reserved::Full(_) => ("full", None),
            },
        )
        .await
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        let operation = operation!(self, "release", tinsel.matches = ids.len());
        self.observed(operation, self.store.release(pool, ids), |()| ("released", None))
            .await
    }

    async fn watch(&self, id: MatchId) -> Result<Self::Notices, StoreError> {
        let operation = operation!(self, "watch", tinsel.r#match = %id);
        self.observed(operation, self.store.watch(id), |_| ("subscribed", None))
            .await
    }
}

#[expect(clippy::ptr_arg, reason = "the type of a call's result")]
fn listed<T>(items: &Vec<T>) -> Outcome {
    (if items.is_empty() { "none" } else { "found" }, None)
}
