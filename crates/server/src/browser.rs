//! Support for browsers, without cost for other clients: CORS and gRPC-Web.

use std::{
    convert::Infallible,
    sync::LazyLock,
    task::{Context, Poll},
};

use futures_util::future::Either;
use http::{HeaderName, Request, Response, header};
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
    type Future = Either<S::Future, Oneshot<Cors<GrpcWebService<S>>, Request<Body>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if is_plain(&request) {
            Either::Left(self.inner.call(request))
        } else {
            let browser = CORS.layer(GrpcWebLayer::new().layer(self.inner.clone()));
            Either::Right(browser.oneshot(request))
        }
    }
}

/// Whether a request is plain gRPC, not from a browser.
fn is_plain<B>(request: &Request<B>) -> bool {
    let content_type = request
        .headers()
        .get(header::CONTENT_TYPE)
        .map_or(&[][..], |value| value.as_bytes());
    let grpc = content_type.starts_with(b"application/grpc") && !content_type.starts_with(b"application/grpc-web");
    grpc && !request.headers().contains_key(header::ORIGIN)
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
