//! Propagates the caller's trace to the server.

use std::task::{Context, Poll};

use futures_util::{FutureExt, TryFutureExt, future::BoxFuture};
use heck::ToShoutySnakeCase;
use http::{HeaderMap, Request, Response};
use tonic::{Code, Status, body::Body, transport::Channel};
use tower_service::Service;
use tracing::{Instrument, Span, debug_span, field};

use crate::tls::Late;

/// A channel that makes a span for every call. With the feature `opentelemetry` it sends the context of the span to the
/// server, by the propagator that the program has installed. Without tracing it only forwards calls.
#[derive(Debug, Clone)]
pub(crate) struct Traced {
    channel: Channel,
    /// The failure of TLS that caused the failure of a call; `None` without TLS.
    late: Option<Late>,
}

impl Traced {
    pub(crate) const fn new(channel: Channel, late: Option<Late>) -> Self {
        Self { channel, late }
    }
}

impl Service<Request<Body>> for Traced {
    type Response = Response<Body>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = BoxFuture<'static, Result<Response<Body>, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Service::poll_ready(&mut self.channel, context).map_err(Into::into)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let method = request.uri().path().trim_start_matches('/');
        let span = debug_span!(
            "call",
            otel.name = method,
            otel.kind = "client",
            otel.status_code = field::Empty,
            rpc.system.name = "grpc",
            rpc.method = method,
            server.address = request.uri().host(),
            server.port = request.uri().port_u16().map(i64::from),
            rpc.response.status_code = field::Empty,
            error.type = field::Empty,
        );
        if !span.is_disabled() {
            propagate(&span, request.headers_mut());
        }
        let answering = Service::call(&mut self.channel, request);
        let answered = answering.inspect(|answer| note(answer.as_ref())).instrument(span);
        let late = self.late.clone();
        let answered = answered.map_err(move |error| match late.and_then(|late| late.lock().take()) {
            Some(late) => late.into(),
            None => error.into(),
        });
        answered.boxed()
    }
}

/// Adds the context of a span to the headers of its call.
#[cfg(feature = "opentelemetry")]
fn propagate(span: &Span, headers: &mut HeaderMap) {
    use opentelemetry_http::HeaderInjector;
    use tracing_opentelemetry::OpenTelemetrySpanExt;

    let context = span.context();
    opentelemetry::global::get_text_map_propagator(|propagator| {
        propagator.inject_context(&context, &mut HeaderInjector(headers));
    });
}

#[cfg(not(feature = "opentelemetry"))]
const fn propagate(_: &Span, _: &mut HeaderMap) {}

/// Records the status of the call on the current span; it ignores later failures of a stream.
fn note(answer: Result<&Response<Body>, &tonic::transport::Error>) {
    let span = Span::current();
    if span.is_disabled() {
        return;
    }
    let code = match answer {
        Ok(response) => Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code()),
        Err(_) => Code::Unavailable,
    };
    let name = format!("{code:?}").to_shouty_snake_case();
    span.record("rpc.response.status_code", &name);
    if code != Code::Ok {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", name);
    }
}
