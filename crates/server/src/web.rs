//! Browsers: the web page for players, gRPC-Web, and the check which pages may call the service.

mod origins;
mod page;

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{
    FutureExt,
    future::{BoxFuture, Either},
};
use http::{HeaderName, HeaderValue, Request, Response, StatusCode, header};
use tinsel_service::TOKEN_KEY;
use tonic::body::Body;
use tonic_web::GrpcWebLayer;
use tower::{Layer, Service, ServiceExt};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::{config::Config, telemetry::TRACE_ID};
use origins::Origins;
use page::Page;

/// How long a browser may store the answer to a preflight request. Chromium stores it no longer.
const PREFLIGHT: Duration = Duration::from_hours(2);

/// Makes nginx pass on each message of a stream at once, instead of collecting some kilobytes.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Accepts browsers beside ordinary clients, without cost for the latter.
#[derive(Debug, Clone)]
pub(crate) struct BrowserLayer(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    origins: Arc<Origins>,
    cors: CorsLayer,
    /// `None` if the page is disabled.
    page: Option<Page>,
}

impl BrowserLayer {
    pub(crate) fn new(config: &Config) -> Self {
        let origins = Arc::new(Origins::new(&config.web_host, &config.cors_origins));
        Self(Arc::new(Rules {
            cors: cors(Arc::clone(&origins)),
            origins,
            page: config.web.then(|| Page::new(&config.web_frame_ancestors)),
        }))
    }
}

impl<S> Layer<S> for BrowserLayer {
    type Service = Browser<S>;

    fn layer(&self, inner: S) -> Browser<S> {
        Browser {
            inner,
            rules: Arc::clone(&self.0),
        }
    }
}

/// A service that browsers can call as well.
#[derive(Debug, Clone)]
pub(crate) struct Browser<S> {
    inner: S,
    rules: Arc<Rules>,
}

impl<S> Service<Request<Body>> for Browser<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<S::Future, BoxFuture<'static, Result<Response<Body>, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let protocol = Protocol::of(&request);
        if matches!(protocol, Protocol::Grpc) {
            return Either::Left(self.inner.call(request));
        }
        let (inner, rules) = (self.inner.clone(), Arc::clone(&self.rules));
        let answering = async move {
            if let Err(refusal) = rules.origins.check(&request) {
                return Ok(plain(StatusCode::FORBIDDEN, refusal));
            }
            match protocol {
                Protocol::Grpc | Protocol::Browser => {
                    let browser = rules.cors.layer(GrpcWebLayer::new().layer(inner));
                    let mut response = browser.oneshot(request).await?;
                    response.headers_mut().insert(BUFFERING, HeaderValue::from_static("no"));
                    Ok(response)
                }
                Protocol::Other => Ok(rules.page(request).await),
            }
        };
        Either::Right(answering.boxed())
    }
}

impl Rules {
    /// Answers a request that is not a call.
    async fn page(&self, request: Request<Body>) -> Response<Body> {
        let host = self.origins.check_host(&request);
        let file = match &self.page {
            Some(page) => page.answer(request).await,
            None => None,
        };
        match (file, host) {
            (Some(file), Ok(())) => file,
            (Some(_), Err(refusal)) => plain(StatusCode::MISDIRECTED_REQUEST, refusal),
            (None, _) => plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED.to_owned()),
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

const UNSUPPORTED: &str = "This address supports gRPC over HTTP/2, and gRPC-Web over HTTP/1.1 and HTTP/2. Use a gRPC \
                           client: the Connect protocol, JSON over HTTP and plain GET are not supported.\n";

/// A response of one sentence.
fn plain(status: StatusCode, sentence: String) -> Response<Body> {
    let mut response = Response::new(Body::new(sentence));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}

/// The CORS headers for accepted origins. They permit no credentials: tokens authenticate callers, never cookies.
fn cors(origins: Arc<Origins>) -> CorsLayer {
    let exposed = [
        HeaderName::from_static("grpc-status"),
        HeaderName::from_static("grpc-message"),
        HeaderName::from_static("grpc-status-details-bin"),
        TRACE_ID.clone(),
        header::DATE,
    ];
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(move |origin, request| {
            origins.accepts(origin, &request.uri, &request.headers)
        }))
        .allow_methods([http::Method::POST])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("x-grpc-web"),
            HeaderName::from_static("x-user-agent"),
            HeaderName::from_static("x-api-key"),
            HeaderName::from_static(TOKEN_KEY),
            HeaderName::from_static("grpc-timeout"),
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("tracestate"),
            HeaderName::from_static("baggage"),
        ])
        .expose_headers(exposed)
        .max_age(PREFLIGHT)
}
