//! Spans and a measure around what a store does.

use std::time::Duration;

use bytes::Bytes;
use opentelemetry::{
    KeyValue,
    metrics::{Histogram, Meter},
};
use tokio::time::Instant;
use tracing::{Instrument, Span, field};

use crate::{
    Answer, Created, LogPage, MatchId, MatchStore, PoolId, Replaced, RequestId, Reserved, Revision, Seek, Shard,
    StoreError, Stored, UnixMillis, Version, Write,
};

/// A store that tells tracing what it does: one span per call, with the names that OpenTelemetry gives to databases.
///
/// How long each call takes is measured as `db.client.operation.duration`. No record, entry, answer or request id is in
/// any span. A conflict or a repetition is an outcome, not an error.
#[derive(Debug, Clone)]
pub struct Traced<S> {
    store: S,
    system: &'static str,
    durations: Histogram<f64>,
}

/// Seconds, from what a call in memory takes to what no call may.
const SECONDS: [f64; 12] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5,
];

impl<S> Traced<S> {
    /// `store` with spans, measured by `meter`; `system` is their `db.system.name`, such as `redis`.
    pub fn new(store: S, system: &'static str, meter: &Meter) -> Self {
        let durations = meter
            .f64_histogram("db.client.operation.duration")
            .with_unit("s")
            .with_description("How long calls of the store took, by what became of them")
            .with_boundaries(SECONDS.to_vec())
            .build();
        Self {
            store,
            system,
            durations,
        }
    }

    async fn observed<T>(
        &self,
        (verb, span): (&'static str, Span),
        call: impl Future<Output = Result<T, StoreError>>,
        outcome: impl FnOnce(&T) -> Outcome,
    ) -> Result<T, StoreError> {
        let since = Instant::now();
        let result = call.instrument(span.clone()).await;
        let took = since.elapsed().as_secs_f64();
        let (name, revision) = match &result {
            Ok(value) => outcome(value),
            Err(error) => (failed(&span, error), None),
        };
        let labels = [
            KeyValue::new("db.system.name", self.system),
            KeyValue::new("db.operation.name", verb),
            KeyValue::new("outcome", name),
        ];
        self.durations.record(took, &labels);
        span.record("tinsel.outcome", name);
        if let Some(revision) = revision {
            span.record("tinsel.revision", revision.get());
        }
        result
    }
}

/// A call of the store: its verb, and a span named after it, for a match or for a shard.
macro_rules! operation {
    ($traced:expr, $verb:literal, $($subject:tt)+) => {
        ($verb, tracing::debug_span!(
            concat!("store.", $verb),
            otel.kind = "client",
            otel.status_code = field::Empty,
            db.system.name = $traced.system,
            db.operation.name = $verb,
            $($subject)+,
            tinsel.revision = field::Empty,
            tinsel.outcome = field::Empty,
            error.type = field::Empty,
        ))
    };
}

/// How a call ended, and the revision it ended at if it ended at one.
type Outcome = (&'static str, Option<Revision>);

fn failed(span: &Span, error: &StoreError) -> &'static str {
    let kind = match error {
        StoreError::NotFound => return "not_found",
        StoreError::Full => "full",
        StoreError::Unavailable(_) => "unavailable",
        StoreError::Corrupt(_) => "corrupt",
        StoreError::FromTheFuture { .. } => "from_the_future",
    };
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
    kind
}

impl<S: MatchStore> MatchStore for Traced<S> {
    type Notices = S::Notices;

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

    async fn replace(&self, id: MatchId, expected: Version, write: Write) -> Result<Replaced, StoreError> {
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

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<Answer>, StoreError> {
        let operation = operation!(self, "answer", tinsel.r#match = %id);
        self.observed(operation, self.store.answer(id, request), |answer| {
            (if answer.is_some() { "found" } else { "none" }, None)
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

    async fn lobby(
        &self,
        shard: Shard,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        let operation = operation!(self, "lobby", tinsel.shard = %shard);
        self.observed(operation, self.store.lobby(shard, after, limit), listed)
            .await
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let operation = operation!(self, "due", tinsel.shard = %shard);
        self.observed(operation, self.store.due(shard, now, limit), listed)
            .await
    }

    /// Neither traced nor measured: replicas ask all the time.
    async fn lease(&self, shard: Shard, holder: u64, kept_for: Duration) -> Result<bool, StoreError> {
        self.store.lease(shard, holder, kept_for).await
    }

    async fn seek(&self, pool: PoolId, seeker: &RequestId, seek: Seek) -> Result<Option<MatchId>, StoreError> {
        let operation = operation!(self, "seek", tinsel.shard = %pool.shard());
        self.observed(operation, self.store.seek(pool, seeker, seek), |given| {
            (if given.is_some() { "given" } else { "none" }, None)
        })
        .await
    }

    /// The pool is in no span: it stands for whoever owns the matches.
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

    /// Not traced: probes ask all the time.
    async fn ready(&self) -> Result<(), StoreError> {
        self.store.ready().await
    }
}

#[expect(clippy::ptr_arg, reason = "it is what a call yields")]
fn listed<T>(items: &Vec<T>) -> Outcome {
    (if items.is_empty() { "none" } else { "found" }, None)
}
