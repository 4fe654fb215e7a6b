//! The span of a call, if spans are collected, and the trace ID in its log lines and in its response.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::future::{BoxFuture, Either, FutureExt, Map};
use http::{HeaderMap, Request, Response};
use opentelemetry::trace::TraceContextExt;
use tokio::task::futures::TaskLocalFuture;
use tonic::{Code, body::Body};
use tower::{
    Layer, Service, ServiceExt,
    util::{MapResponse, Oneshot},
};
use tower_http::{
    classify::{GrpcEosErrorsAsFailures, GrpcErrorsAsFailures, SharedClassifier},
    trace::{DefaultOnBodyChunk, MakeSpan, OnEos, OnResponse, ResponseBody, Trace, TraceLayer},
};
use tracing::{Level, Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::call_trace::{CALL_TRACE, CallTrace, NamedBody, TraceParent};

/// The target of call spans, which distinguishes them from their child spans.
pub(super) const CALL: &str = "tinsel_server::call";

/// Health checks are frequent and rarely of interest, so they are not traced.
const HEALTH: &str = "/grpc.health.v1.Health/";

type Spanned<S> = Trace<S, SharedClassifier<GrpcErrorsAsFailures>, Call, (), Call, DefaultOnBodyChunk, Call, ()>;
type SpannedBody = ResponseBody<Body, GrpcEosErrorsAsFailures, DefaultOnBodyChunk, Call, ()>;
type Answered = Result<Response<Body>, Infallible>;
type Named<F> = Map<F, fn(Answered) -> Answered>;
type Boxed<S> = MapResponse<Spanned<S>, fn(Response<SpannedBody>) -> Response<Body>>;

/// Creates a span for every call except health checks, as a child of the caller's span if the call sends a W3C trace
/// context. If no spans are collected, it only stores the trace context. Every response contains the trace ID.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallsLayer;

impl<S: Clone> Layer<S> for CallsLayer {
    type Service = Calls<S>;

    fn layer(&self, inner: S) -> Calls<S> {
        Calls { inner }
    }
}

/// The service with a span for each call. Built only when a consumer wants spans, because connections clone the service for
/// each call.
fn spanned<S>(inner: S) -> Boxed<S> {
    let spanned = TraceLayer::new_for_grpc()
        .make_span_with(Call)
        .on_request(())
        .on_response(Call)
        .on_eos(Call)
        .on_failure(())
        .layer(inner);
    MapResponse::new(spanned, |response| response.map(Body::new))
}

/// A service that creates a span for each call if spans are collected.
#[derive(Debug, Clone)]
pub(crate) struct Calls<S> {
    inner: S,
}

impl<S> Service<Request<Body>> for Calls<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<
        TaskLocalFuture<Arc<CallTrace>, Named<Either<S::Future, Oneshot<Boxed<S>, Request<Body>>>>>,
        BoxFuture<'static, Answered>,
    >;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let trace = Arc::new(CallTrace::of(request.headers()));
        let streams = tinsel_service::Method::of(request.uri().path()).streams;
        let answering = if tracing::span_enabled!(target: CALL, Level::DEBUG, "call") {
            Either::Right(spanned(self.inner.clone()).oneshot(request))
        } else {
            Either::Left(self.inner.call(request))
        };
        let named = answering.map(name as fn(Answered) -> Answered);
        let answering = CALL_TRACE.scope(Arc::clone(&trace), named);
        if streams {
            let named =
                answering.map(|answered| answered.map(|response| response.map(|body| NamedBody::of(body, trace))));
            Either::Right(named.boxed())
        } else {
            Either::Left(answering)
        }
    }
}

/// Adds the trace ID of the current call to its response.
fn name(answered: Answered) -> Answered {
    answered.map(|mut response| {
        // Every call has one.
        let _ = CALL_TRACE.try_with(|trace| trace.name_response(response.headers_mut()));
        response
    })
}

/// Creates and completes the span of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call;

impl<B> MakeSpan<B> for Call {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let path = request.uri().path();
        if path.starts_with(HEALTH) {
            return Span::none();
        }
        let method = tinsel_service::Method::of(path).name;
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
        let _ = CALL_TRACE.try_with(|trace| trace.follow(span.context().span().span_context()));
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
    // A refusal of a call is not an error of the server.
    if tinsel_service::is_servers_fault(code) {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", name);
    }
}
