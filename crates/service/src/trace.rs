//! How the traces of a match hang together.
//!
//! Every call has a trace of its own. Whatever changes a match notes its span beside what it wrote, in the record and in
//! each entry of the log, so that on any replica the next change can link to it, and every delivery of what it brought.
//! A match is read from its last action back along these links, or forward by the match's id, which these spans have.

use bytes::Bytes;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tinsel_catalog::GameId;
use tinsel_engine::{Hides, SeatIndex, Viewer};
use tinsel_proto::v1::GameAction;
use tinsel_store::{MatchId, Revision};
use tracing::{Span, debug_span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::{
    error::RpcError,
    history::Step,
    log::{Deed, Entry},
    status,
    table::Table,
};

/// How many bytes a noted span has: the id of its trace, its own, and its flags, as in W3C's `traceparent`.
const BYTES: usize = 25;

/// The span that wrote something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    trace: TraceId,
    span: SpanId,
    flags: TraceFlags,
}

impl Origin {
    /// The span that is under way; `None` if nobody traces.
    pub(crate) fn current() -> Option<Self> {
        let context = Span::current().context();
        let context = context.span().span_context().clone();
        context.is_valid().then(|| Self {
            trace: context.trace_id(),
            span: context.span_id(),
            flags: context.trace_flags(),
        })
    }

    /// The ids of its trace and of itself, in hexadecimal digits.
    pub(crate) fn ids(self) -> (String, String) {
        (self.trace.to_string(), self.span.to_string())
    }

    /// What was noted; `None` if nothing was, or nothing that can be read.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; BYTES] = bytes.try_into().ok()?;
        let (trace, rest) = bytes.split_first_chunk()?;
        let (span, rest) = rest.split_first_chunk()?;
        Some(Self {
            trace: TraceId::from_bytes(*trace),
            span: SpanId::from_bytes(*span),
            flags: TraceFlags::new(*rest.first()?),
        })
    }

    /// What is noted.
    pub(crate) fn write(self) -> Bytes {
        let flags = [self.flags.to_u8()];
        [&self.trace.to_bytes()[..], &self.span.to_bytes(), &flags]
            .concat()
            .into()
    }

    fn context(self) -> SpanContext {
        SpanContext::new(self.trace, self.span, self.flags, true, TraceState::NONE)
    }
}

/// What a seat asks for.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) seat: SeatIndex,
    pub(crate) action: GameAction,
}

/// The span of whatever changes a match: what a caller does, or the server because that is its to do.
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

/// Notes on the span under way that a match was created.
pub(crate) fn created(table: &Table) {
    let span = Span::current();
    about(&span, table);
    span.record("tinsel.outcome", "created");
    span.record("tinsel.attempts", 1_i64);
}

/// Notes on the span under way that `steps` were written, which led from `before` to `after`.
///
/// What a seat decides in secret is not even named by its seat and kind, for those may be what is secret.
pub(crate) fn written(before: &Table, after: &Table, steps: &[Step], attempts: u32) {
    let span = Span::current();
    if span.is_disabled() {
        return;
    }
    about(&span, after);
    span.record("tinsel.outcome", "written");
    span.record("tinsel.attempts", i64::from(attempts));
    if steps.iter().any(|step| !step.entry.operator.is_empty()) {
        span.record("tinsel.action", "operator");
    } else if let Some((seat, action)) = steps.iter().find_map(|step| deed(&step.entry)) {
        span.record("tinsel.seat", seat.map(i64::from));
        span.record("tinsel.action", action);
    }
    if let Some(origin) = before.origin {
        span.add_link(origin.context());
    }
}

/// A revision as OpenTelemetry has numbers, which are signed.
fn number(revision: Revision) -> i64 {
    i64::try_from(revision.get()).unwrap_or(i64::MAX)
}

/// Notes which game it is about, and how far that has come.
fn about(span: &Span, table: &Table) {
    span.record("tinsel.game", table.setup.game().ok().map(GameId::as_str));
    span.record("tinsel.revision", number(table.version.revision));
}

/// What is said instead of what a seat did in secret.
pub(crate) const SEALED: &str = "sealed";

/// Which seat decided and of which kind, if the entry is a decision or stands for one that was taken in secret before. Of
/// a sealed decision neither may be known, and its stand-in looks the same.
pub(crate) fn deed(entry: &Entry) -> Option<(Option<u32>, String)> {
    if entry.deed.is_none() && entry.told.is_empty() {
        return Some((None, SEALED.to_owned()));
    }
    let deed = entry.deed.as_ref()?;
    if deed.sealed {
        return Some((None, SEALED.to_owned()));
    }
    Some((Some(deed.seat), kind(deed)))
}

/// Of which kind a decision was.
pub(crate) fn kind(deed: &Deed) -> String {
    let kind = deed.action.as_ref().map(tinsel_catalog::action_name);
    kind.map_or_else(|| "default".to_owned(), Option::unwrap_or_default)
}

/// Notes on the span under way what was not allowed, in the match as it is: whose action it was, and of which kind, unless
/// the match waits for decisions that are sealed.
pub(crate) fn refused(table: &Table, asked: Option<&Asked>) {
    let span = Span::current();
    if span.is_disabled() {
        return;
    }
    about(&span, table);
    let Some(asked) = asked else { return };
    let play = table.play.as_ref();
    if play.is_some_and(|play| play.secrecy(&table.setup).hides(Hides::Defaults)) {
        span.record("tinsel.action", SEALED);
    } else {
        span.record("tinsel.seat", i64::from(asked.seat.get()));
        span.record("tinsel.action", tinsel_catalog::action_name(&asked.action));
    }
}

/// Notes on the span under way that nothing was written: the change is refused, or has failed.
pub(crate) fn ended(error: &RpcError, attempts: u32) {
    let (span, reason) = (Span::current(), status::reason_name(error));
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

/// Notes on the span under way that somebody else has written first, and that it is not tried again.
pub(crate) fn overtaken() {
    Span::current().record("tinsel.outcome", "conflict");
}

/// Notes on the span under way that it is the repetition of a request that was answered.
pub(crate) fn repeated(attempts: u32) {
    let span = Span::current();
    span.record("tinsel.attempts", i64::from(attempts));
    span.record("tinsel.outcome", "repeated");
}

/// Leaves a span for a revision that a watcher is told, by an update or a snapshot, linked to what wrote it.
pub(crate) fn delivered(id: MatchId, viewer: Viewer, revision: Revision, origin: Option<Origin>) {
    let span =
        debug_span!("deliver", tinsel.r#match = %id, tinsel.revision = number(revision), tinsel.viewer = %viewer);
    if let Some(origin) = origin.filter(|_| !span.is_disabled()) {
        span.add_link(origin.context());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noted_span_reads_back() {
        let origin = Origin {
            trace: TraceId::from_bytes([7; 16]),
            span: SpanId::from_bytes([9; 8]),
            flags: TraceFlags::SAMPLED,
        };
        let noted = origin.write();
        assert_eq!(Origin::read(&noted), Some(origin));
        assert_eq!(Origin::read(&noted.slice(1..)), None);
        assert_eq!(Origin::read(&[]), None);
    }

    #[test]
    fn nothing_is_noted_where_nobody_traces() {
        assert_eq!(Origin::current(), None);
    }
}
