//! The span of a call.

use std::time::Duration;

use http::{HeaderMap, Request, Response};
use opentelemetry_http::HeaderExtractor;
use tonic::Code;
use tower_http::{
    classify::{GrpcErrorsAsFailures, SharedClassifier},
    trace::{DefaultOnBodyChunk, MakeSpan, OnEos, OnResponse, TraceLayer},
};
use tracing::{Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;

type Calls = TraceLayer<SharedClassifier<GrpcErrorsAsFailures>, Call, (), Call, DefaultOnBodyChunk, Call, ()>;

/// A span for every call, below the caller's own if the call brings a W3C trace context.
pub(crate) fn calls() -> Calls {
    TraceLayer::new_for_grpc()
        .make_span_with(Call)
        .on_request(())
        .on_response(Call)
        .on_eos(Call)
        .on_failure(())
}

/// Makes and finishes the span of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call;

impl<B> MakeSpan<B> for Call {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let method = request.uri().path().trim_start_matches('/');
        // Spans are for traces, and logs at the usual level do without: a span that nobody wants costs nothing.
        let span = tracing::debug_span!(
            target: "tinsel_server::call",
            "call",
            otel.name = method,
            otel.kind = "server",
            rpc.system.name = "grpc",
            rpc.method = method,
            rpc.response.status_code = field::Empty,
            otel.status_code = field::Empty,
            error.type = field::Empty,
            tinsel.refusal = field::Empty,
        );
        if span.is_disabled() {
            return span;
        }
        let parent = opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.extract(&HeaderExtractor(request.headers()))
        });
        if let Err(error) = span.set_parent(parent) {
            tracing::trace!(%error, "no span to continue");
        }
        span
    }
}

impl<B> OnResponse<B> for Call {
    fn on_response(self, response: &Response<B>, _latency: Duration, span: &Span) {
        record_status(response.headers(), span);
    }
}

impl OnEos for Call {
    fn on_eos(self, trailers: Option<&HeaderMap>, _duration: Duration, span: &Span) {
        if let Some(trailers) = trailers {
            record_status(trailers, span);
        }
    }
}

fn record_status(headers: &HeaderMap, span: &Span) {
    let Some(status) = headers.get("grpc-status") else {
        return;
    };
    let code = Code::from_bytes(status.as_bytes());
    let name = tinsel_service::code_name(code);
    span.record("rpc.response.status_code", name);
    // What a call is refused with is no error of the server's.
    if tinsel_service::is_servers_fault(code) {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", name);
    }
}
