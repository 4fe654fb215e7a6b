//! The web page for players: the built files of `clients/web`, embedded in the binary.

use axum::{Router, body::Body as PageBody};
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use tonic::body::Body;
use tower::ServiceExt;

// The path is relative to the root of the workspace, where cargo runs the compiler.
static_serve::embed_assets!("clients/web/dist", compress = true, strip_html_ext = true);

/// The headers of every file. The page runs only its own files, calls only its own server, and is embedded nowhere.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
         worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Another release of the server can have other files of the same names.
    (header::CACHE_CONTROL, "no-cache"),
];

/// The files of the page.
#[derive(Debug)]
pub(super) struct Page(Router);

impl Page {
    pub(super) fn new() -> Self {
        Self(static_router())
    }

    /// The file that a request reads, or `None` if there is none.
    pub(super) async fn answer(&self, mut request: Request<Body>) -> Option<Response<Body>> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return None;
        }
        if request.uri().path() == "/index.html" {
            *request.uri_mut() = Uri::from_static("/");
        }
        let Ok(response) = self.0.clone().oneshot(request.map(PageBody::new)).await;
        if response.status() == StatusCode::NOT_FOUND {
            return None;
        }
        let mut response = response.map(Body::new);
        for (name, value) in HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Some(response)
    }
}
