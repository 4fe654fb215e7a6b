//! Links between the traces of a match.
//!
//! Every call has its own trace. Each change stores the id of its span in the record and in each of its log entries. So
//! on any replica the next change can link to that span, and so can the deliveries to watchers. To follow a match
//! backwards, follow these links from its last action; to follow it forwards, search for its match id, which these
//! spans contain.

use tinsel_catalog::{GameId, action_name};
use tinsel_engine::{Hides, Viewer};
use tinsel_store::{MatchId, Revision, StoreError};
use tracing::{Span, debug_span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::write::Written;
use crate::{
    error::{RpcError, status},
    play::Command,
    record::{
        MatchRecord,
        log_entry::{LogEntry, LoggedAction},
        origin::Origin,
    },
};

/// The span of a change of a match, by a caller or by the server itself.
pub(crate) fn action(id: MatchId) -> Span {
    debug_span!(
        "action",
        tinsel.r#match = %id,
        tinsel.game = field::Empty,
        tinsel.revision = field::Empty,
        tinsel.seat = field::Empty,
        tinsel.action = field::Empty,
        tinsel.attempts = field::Empty,
        tinsel.outcome = field::Empty,
        tinsel.refusal = field::Empty,
        otel.status_code = field::Empty,
        error.type = field::Empty,
    )
}

/// Records on its span that a match was created.
pub(super) fn created(span: &Span, record: &MatchRecord) {
    about(span, record);
    span.record("tinsel.outcome", "created");
    span.record("tinsel.attempts", 1_i64);
}

/// Records on its span that a change from `before` was written.
///
/// The span of a sealed decision contains neither its seat nor its kind: both may be secret.
pub(super) fn written(span: &Span, before: &MatchRecord, written: &Written, attempts: u32) {
    if span.is_disabled() {
        return;
    }
    about(span, &written.record);
    span.record("tinsel.outcome", "written");
    span.record("tinsel.attempts", i64::from(attempts));
    if written.entries.iter().any(|entry| !entry.operator.is_empty()) {
        span.record("tinsel.action", "operator");
    } else if let Some((seat, action)) = written.entries.iter().find_map(|entry| decision(entry)) {
        span.record("tinsel.seat", seat.map(i64::from));
        span.record("tinsel.action", action);
    }
    if let Some(origin) = before.origin {
        span.add_link(origin.context());
    }
}

/// A revision as a signed integer, which OpenTelemetry requires.
fn number(revision: Revision) -> i64 {
    i64::try_from(revision.get()).unwrap_or(i64::MAX)
}

/// Records the game and the revision.
fn about(span: &Span, record: &MatchRecord) {
    span.record("tinsel.game", record.setup.game().ok().map(GameId::as_str));
    span.record("tinsel.revision", number(record.version.revision));
}

/// The kind of a decision that is secret.
pub(crate) const SEALED: &str = "sealed";

/// The seat and the kind of a decision, if the entry is a decision or a public stand-in for an earlier sealed one. Of a
/// sealed decision both are hidden, and its stand-in looks the same.
pub(crate) fn decision(entry: &LogEntry) -> Option<(Option<u32>, String)> {
    if entry.action.is_none() && entry.events.is_empty() {
        return Some((None, SEALED.to_owned()));
    }
    let action = entry.action.as_ref()?;
    if action.sealed {
        return Some((None, SEALED.to_owned()));
    }
    Some((Some(action.seat), kind(action).unwrap_or_default()))
}

/// The kind of a decision.
///
/// # Errors
///
/// If its action cannot be read.
pub(crate) fn kind(logged: &LoggedAction) -> Result<String, StoreError> {
    let kind = logged.decoded_action()?.as_ref().map(action_name);
    Ok(kind.map_or_else(|| "default".to_owned(), Option::unwrap_or_default))
}

/// Records on its span that a command was refused. For a decision it records seat and kind, unless the match awaits
/// sealed decisions.
pub(super) fn refused(span: &Span, record: &MatchRecord, command: &Command) {
    if span.is_disabled() {
        return;
    }
    about(span, record);
    let Command::Submit { grant, submission, .. } = command else {
        return;
    };
    let play = record.play.as_ref();
    if play.is_some_and(|play| play.secrecy().hides(Hides::Defaults)) {
        span.record("tinsel.action", SEALED);
    } else {
        span.record("tinsel.seat", i64::from(grant.seat.get()));
        span.record("tinsel.action", submission.name());
    }
}

/// Records on its span that nothing was written, because the change was refused or failed.
pub(super) fn ended(span: &Span, error: &RpcError, attempts: u32) {
    if span.is_disabled() {
        return;
    }
    let reason = status::reason_name(error);
    span.record("tinsel.attempts", i64::from(attempts));
    span.record("tinsel.refusal", reason);
    if status::is_failure(error) {
        span.record("tinsel.outcome", "failed");
        span.record("otel.status_code", "ERROR");
        span.record("error.type", reason);
    } else {
        span.record("tinsel.outcome", "refused");
    }
}

/// Records on its span that the write conflicted with another one, and is not retried.
pub(super) fn overtaken(span: &Span) {
    span.record("tinsel.outcome", "conflict");
}

/// Records on its span that it is a retry of a completed request.
pub(super) fn repeated(span: &Span, attempts: u32) {
    span.record("tinsel.attempts", i64::from(attempts));
    span.record("tinsel.outcome", "repeated");
}

/// Creates a span for the delivery of a revision to a watcher, by an update or a snapshot. It links to the span that
/// wrote the revision.
pub(crate) fn delivered(id: MatchId, viewer: Viewer, revision: Revision, origin: Option<Origin>) {
    let span =
        debug_span!("deliver", tinsel.r#match = %id, tinsel.revision = number(revision), tinsel.viewer = %viewer);
    if let Some(origin) = origin.filter(|_| !span.is_disabled()) {
        span.add_link(origin.context());
    }
}
