//! The span that wrote a revision.

use bytes::Bytes;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The encoded size of a span: trace id, span id and flags, as in W3C's `traceparent`.
const BYTES: usize = 25;

/// The span that wrote a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    trace: TraceId,
    span: SpanId,
    flags: TraceFlags,
}

impl Origin {
    /// The origin of changes in this span; `None` without tracing.
    pub(crate) fn of(span: &Span) -> Option<Self> {
        if span.is_disabled() {
            return None;
        }
        let context = span.context();
        let context = context.span().span_context().clone();
        context.is_valid().then(|| Self {
            trace: context.trace_id(),
            span: context.span_id(),
            flags: context.trace_flags(),
        })
    }

    /// The trace id and the span id, in hexadecimal.
    pub(crate) fn ids(self) -> (String, String) {
        (self.trace.to_string(), self.span.to_string())
    }

    /// The decoded origin; `None` if the bytes are empty or invalid.
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

    /// The encoded origin.
    pub(crate) fn write(self) -> Bytes {
        let flags = [self.flags.to_u8()];
        [&self.trace.to_bytes()[..], &self.span.to_bytes(), &flags]
            .concat()
            .into()
    }

    /// The span context for a link.
    pub(crate) fn context(self) -> SpanContext {
        SpanContext::new(self.trace, self.span, self.flags, true, TraceState::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_span_decodes_to_itself() {
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
    fn without_traces_no_origin_is_stored() {
        assert_eq!(Origin::of(&Span::current()), None);
    }
}
