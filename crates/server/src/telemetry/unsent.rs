//! Names of calls where nobody collects spans.

use opentelemetry::{
    Context,
    trace::{
        SpanBuilder, SpanContext, TraceContextExt, TraceFlags, TraceState, Tracer,
        noop::{NoopSpan, NoopTracer},
    },
};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};

/// Gives a call the trace and span of its caller, so that what is logged of it can be found by them; a call without one
/// gets ids of its own, so that what is logged of it is found together. No span is kept.
#[derive(Debug, Default)]
pub(super) struct Unsent {
    names: RandomIdGenerator,
    spans: NoopTracer,
}

impl Tracer for Unsent {
    type Span = NoopSpan;

    fn build_with_context(&self, builder: SpanBuilder, parent: &Context) -> NoopSpan {
        if parent.span().span_context().is_valid() {
            return self.spans.build_with_context(builder, parent);
        }
        let (trace, span) = (self.names.new_trace_id(), self.names.new_span_id());
        let own = SpanContext::new(trace, span, TraceFlags::NOT_SAMPLED, false, TraceState::NONE);
        let own = parent.with_remote_span_context(own);
        self.spans.build_with_context(builder, &own)
    }
}
