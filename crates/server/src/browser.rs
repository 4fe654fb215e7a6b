//! What browsers need and nobody else pays for: CORS and gRPC-Web.

use std::{
    convert::Infallible,
    task::{Context, Poll},
};

use futures_util::future::Either;
use http::{HeaderName, Request, Response, header};
use tonic::body::Body;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::{Layer, Service};
use tower_http::cors::{Any, Cors, CorsLayer};

/// Lets browsers in beside ordinary clients.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BrowserLayer;

impl<S: Clone> Layer<S> for BrowserLayer {
    type Service = Browser<S>;

    fn layer(&self, inner: S) -> Browser<S> {
        Browser {
            plain: inner.clone(),
            browser: cors().layer(GrpcWebLayer::new().layer(inner)),
        }
    }
}

/// A service that browsers may call, too.
#[derive(Debug, Clone)]
pub(crate) struct Browser<S> {
    plain: S,
    browser: Cors<GrpcWebService<S>>,
}

impl<S> Service<Request<Body>> for Browser<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<S::Future, <Cors<GrpcWebService<S>> as Service<Request<Body>>>::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        if self.plain.poll_ready(context).is_pending() {
            return Poll::Pending;
        }
        Service::<Request<Body>>::poll_ready(&mut self.browser, context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if is_plain(&request) {
            Either::Left(self.plain.call(request))
        } else {
            Either::Right(self.browser.call(request))
        }
    }
}

/// Whether a request is ordinary gRPC, from no browser.
fn is_plain<B>(request: &Request<B>) -> bool {
    let content_type = request
        .headers()
        .get(header::CONTENT_TYPE)
        .map_or(&[][..], |value| value.as_bytes());
    let grpc = content_type.starts_with(b"application/grpc") && !content_type.starts_with(b"application/grpc-web");
    grpc && !request.headers().contains_key(header::ORIGIN)
}

/// Browsers may call from anywhere: who calls is told by a token, never by a cookie.
fn cors() -> CorsLayer {
    let told = ["grpc-status", "grpc-message", "grpc-status-details-bin"].map(HeaderName::from_static);
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
}
