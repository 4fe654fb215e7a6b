//! The protocols beside plain gRPC, without cost for it: CORS and gRPC-Web for browsers; all others are refused.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    sync::LazyLock,
    task::{Context, Poll},
};

use futures_util::future::Either;
use http::{HeaderName, HeaderValue, Request, Response, header};
use tonic::body::Body;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::{Layer, Service, ServiceExt, util::Oneshot};
use tower_http::cors::{Any, Cors, CorsLayer};

use crate::telemetry::TRACE_ID;

/// Accepts browsers beside ordinary clients.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BrowserLayer;

impl<S: Clone> Layer<S> for BrowserLayer {
    type Service = Browser<S>;

    fn layer(&self, inner: S) -> Browser<S> {
        Browser { inner }
    }
}

/// A service that browsers can call as well.
#[derive(Debug, Clone)]
pub(crate) struct Browser<S> {
    inner: S,
}

impl<S> Service<Request<Body>> for Browser<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<
        S::Future,
        Either<Oneshot<Cors<GrpcWebService<S>>, Request<Body>>, Ready<Result<Response<Body>, Infallible>>>,
    >;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        match Protocol::of(&request) {
            Protocol::Grpc => Either::Left(self.inner.call(request)),
            Protocol::Browser => {
                let browser = CORS.layer(GrpcWebLayer::new().layer(self.inner.clone()));
                Either::Right(Either::Left(browser.oneshot(request)))
            }
            Protocol::Other => Either::Right(Either::Right(ready(Ok(unsupported())))),
        }
    }
}

/// The protocol of a request.
enum Protocol {
    /// gRPC, not from a browser.
    Grpc,
    /// gRPC-Web, or anything that a browser sends before it.
    Browser,
    /// Connect, JSON, or a page that is opened in a browser.
    Other,
}

impl Protocol {
    fn of<B>(request: &Request<B>) -> Self {
        let headers = request.headers();
        let content_type = headers
            .get(header::CONTENT_TYPE)
            .map_or(&[][..], |value| value.as_bytes());
        let is_grpc = content_type.starts_with(b"application/grpc");
        if request.method() == http::Method::OPTIONS {
            Self::Browser
        } else if !is_grpc {
            Self::Other
        } else if content_type.starts_with(b"application/grpc-web") || headers.contains_key(header::ORIGIN) {
            Self::Browser
        } else {
            Self::Grpc
        }
    }
}

/// The response to a protocol that is not supported.
fn unsupported() -> Response<Body> {
    const SENTENCE: &str = "This address supports gRPC over HTTP/2, and gRPC-Web over HTTP/1.1 and HTTP/2. Use a gRPC \
                            client: the Connect protocol, JSON over HTTP and plain GET are not supported.\n";
    let mut response = Response::new(Body::new(SENTENCE.to_owned()));
    *response.status_mut() = http::StatusCode::UNSUPPORTED_MEDIA_TYPE;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

/// Every origin is allowed: tokens authenticate callers, never cookies.
static CORS: LazyLock<CorsLayer> = LazyLock::new(|| {
    let told = ["grpc-status", "grpc-message", "grpc-status-details-bin", TRACE_ID].map(HeaderName::from_static);
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([http::Method::POST])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("x-grpc-web"),
            HeaderName::from_static("x-user-agent"),
            HeaderName::from_static("x-api-key"),
            HeaderName::from_static("grpc-timeout"),
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("tracestate"),
        ])
        .expose_headers(told)
});
