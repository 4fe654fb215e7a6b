//! Spans around what a store does.

use std::time::Duration;

use bytes::Bytes;
use tracing::{Instrument, Span, field};

use crate::{
    Answer, Created, LogPage, MatchId, MatchStore, PoolId, Replaced, RequestId, Reserved, Revision, Seek, Shard,
    StoreError, Stored, UnixMillis, Version, Write,
};

/// A store that tells tracing what it does: one span per call, with the names that OpenTelemetry gives to databases.
///
/// No record, entry, answer or request id is in any span. A conflict or a repetition is an outcome, not an error.
#[derive(Debug, Clone)]
pub struct Traced<S> {
    store: S,
    system: &'static str,
}

impl<S> Traced<S> {
    /// `store` with spans; `system` is their `db.system.name`, such as `redis`.
    pub const fn new(store: S, system: &'static str) -> Self {
        Self { store, system }
    }
}

/// A span named after the verb, for a match or for a shard.
macro_rules! span {
    ($traced:expr, $verb:literal, $($subject:tt)+) => {
        tracing::debug_span!(
            concat!("store.", $verb),
            otel.kind = "client",
            otel.status_code = field::Empty,
            db.system.name = $traced.system,
            db.operation.name = $verb,
            $($subject)+,
            tinsel.revision = field::Empty,
            tinsel.outcome = field::Empty,
            error.type = field::Empty,
        )
    };
}

/// How a call ended, and the revision it ended at if it ended at one.
type Outcome = (&'static str, Option<Revision>);

async fn observed<T>(
    span: Span,
    call: impl Future<Output = Result<T, StoreError>>,
    outcome: impl FnOnce(&T) -> Outcome,
) -> Result<T, StoreError> {
    let result = call.instrument(span.clone()).await;
    if span.is_disabled() {
        return result;
    }
    let (name, revision) = match &result {
        Ok(value) => outcome(value),
        Err(error) => (failed(&span, error), None),
    };
    span.record("tinsel.outcome", name);
    if let Some(revision) = revision {
        span.record("tinsel.revision", revision.get());
    }
    result
}

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
        let span = span!(self, "create", tinsel.r#match = %id);
        observed(span, self.store.create(id, write), |created| match created {
            Created::New(version) => ("new", Some(version.revision)),
            Created::Exists(stored) => ("exists", Some(stored.version.revision)),
        })
        .await
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        let span = span!(self, "load", tinsel.r#match = %id);
        observed(span, self.store.load(id), |stored| {
            ("found", Some(stored.version.revision))
        })
        .await
    }

    async fn replace(&self, id: MatchId, expected: Version, write: Write) -> Result<Replaced, StoreError> {
        let span = span!(self, "replace", tinsel.r#match = %id);
        observed(
            span,
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
        let span = span!(self, "answer", tinsel.r#match = %id);
        observed(span, self.store.answer(id, request), |answer| {
            (if answer.is_some() { "found" } else { "none" }, None)
        })
        .await
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        let span = span!(self, "log", tinsel.r#match = %id);
        observed(span, self.store.log(id, after, limit), |page| {
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
        let span = span!(self, "lobby", tinsel.shard = %shard);
        observed(span, self.store.lobby(shard, after, limit), listed).await
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let span = span!(self, "due", tinsel.shard = %shard);
        observed(span, self.store.due(shard, now, limit), listed).await
    }

    /// Not traced, nor is what is due where nothing is: replicas ask all the time.
    async fn lease(&self, shard: Shard, holder: u64, kept_for: Duration) -> Result<bool, StoreError> {
        self.store.lease(shard, holder, kept_for).await
    }

    async fn seek(&self, pool: PoolId, seeker: &RequestId, seek: Seek) -> Result<Option<MatchId>, StoreError> {
        let span = span!(self, "seek", tinsel.shard = %pool.shard());
        observed(span, self.store.seek(pool, seeker, seek), |given| {
            (if given.is_some() { "given" } else { "none" }, None)
        })
        .await
    }

    /// The pool is in no span: it stands for whoever owns the matches.
    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        let span = span!(self, "reserve", tinsel.r#match = %id);
        observed(
            span,
            self.store.reserve(pool, id, kept_for, limit),
            |reserved| match reserved {
                Reserved::Taken => ("taken", None),
                Reserved::Full(_) => ("full", None),
            },
        )
        .await
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        let span = span!(self, "release", tinsel.matches = ids.len());
        observed(span, self.store.release(pool, ids), |()| ("released", None)).await
    }

    async fn watch(&self, id: MatchId) -> Result<Self::Notices, StoreError> {
        let span = span!(self, "watch", tinsel.r#match = %id);
        observed(span, self.store.watch(id), |_| ("subscribed", None)).await
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
