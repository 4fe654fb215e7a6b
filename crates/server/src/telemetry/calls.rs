//! The span of a call, if any consumer wants spans, and the trace that its log lines name.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::future::{BoxFuture, Either, FutureExt};
use http::{HeaderMap, Request, Response};
use tokio::task::futures::TaskLocalFuture;
use tonic::{Code, body::Body};
use tower::{Layer, Service, util::MapResponse};
use tower_http::{
    classify::{GrpcEosErrorsAsFailures, GrpcErrorsAsFailures, SharedClassifier},
    trace::{DefaultOnBodyChunk, MakeSpan, OnEos, OnResponse, ResponseBody, Trace, TraceLayer},
};
use tracing::{Level, Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::call_trace::{CALL_TRACE, CallTrace, Named, TraceParent};

/// The target of the spans of calls, by which they are told from those below them.
pub(super) const CALL: &str = "tinsel_server::call";

/// Probes ask all the time, and nobody reads what they were told.
const HEALTH: &str = "/grpc.health.v1.Health/";

type Spanned<S> = Trace<S, SharedClassifier<GrpcErrorsAsFailures>, Call, (), Call, DefaultOnBodyChunk, Call, ()>;
type SpannedBody = ResponseBody<Body, GrpcEosErrorsAsFailures, DefaultOnBodyChunk, Call, ()>;
type Boxed<S> = MapResponse<Spanned<S>, fn(Response<SpannedBody>) -> Response<Body>>;

/// Makes a span for every call but those of health, below the caller's own if the call brings a W3C trace context. A span
/// that no consumer wants is not made, and then the call costs no more than a note of its trace context.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallsLayer;

impl<S: Clone> Layer<S> for CallsLayer {
    type Service = Calls<S>;

    fn layer(&self, inner: S) -> Calls<S> {
        let spanned = TraceLayer::new_for_grpc()
            .make_span_with(Call)
            .on_request(())
            .on_response(Call)
            .on_eos(Call)
            .on_failure(())
            .layer(inner.clone());
        Calls {
            plain: inner,
            spanned: MapResponse::new(spanned, |response| response.map(Body::new)),
        }
    }
}

/// A service that makes a span for each call where spans are wanted.
#[derive(Debug, Clone)]
pub(crate) struct Calls<S> {
    plain: S,
    spanned: Boxed<S>,
}

impl<S> Service<Request<Body>> for Calls<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<
        TaskLocalFuture<Arc<CallTrace>, Either<S::Future, <Boxed<S> as Service<Request<Body>>>::Future>>,
        BoxFuture<'static, Result<Response<Body>, Infallible>>,
    >;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        if self.plain.poll_ready(context).is_pending() {
            return Poll::Pending;
        }
        self.spanned.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let trace = Arc::new(CallTrace::of(request.headers()));
        let streams = tinsel_service::is_streaming(request.uri().path());
        let answering = if tracing::span_enabled!(target: CALL, Level::DEBUG, "call") {
            Either::Right(self.spanned.call(request))
        } else {
            Either::Left(self.plain.call(request))
        };
        let answering = CALL_TRACE.scope(Arc::clone(&trace), answering);
        if streams {
            let named =
                answering.map(|answered| answered.map(|response| response.map(|body| Named::body(body, trace))));
            Either::Right(named.boxed())
        } else {
            Either::Left(answering)
        }
    }
}

/// Makes and finishes the span of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call;

impl<B> MakeSpan<B> for Call {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let path = request.uri().path();
        if path.starts_with(HEALTH) {
            return Span::none();
        }
        let method = tinsel_service::method_name(path);
        let span = tracing::debug_span!(
            target: CALL,
            "call",
            otel.name = method,
            otel.kind = "server",
            rpc.system.name = "grpc",
            rpc.method = method,
            rpc.response.status_code = field::Empty,
            otel.status_code = field::Empty,
            error.type = field::Empty,
            tinsel.r#match = tinsel_service::match_of_token(request.headers()).map(field::display),
            tinsel.refusal = field::Empty,
        );
        if span.is_disabled() {
            return span;
        }
        let parent = opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.extract(&TraceParent::of(request.headers()))
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
