//! The web page for players: the built files of `clients/web`, embedded in the binary.

use axum::{Router, body::Body as PageBody};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use tonic::body::Body;
use tower::ServiceExt;

// The path is relative to the root of the workspace, where cargo runs the compiler.
static_serve::embed_assets!("clients/web/dist", compress = true, strip_html_ext = true);

/// The policy of every file, before the sites that may embed it. The page runs only its own files, and calls only its own
/// server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";

/// The other headers of every file.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // Another release of the server can have other files of the same names.
    (header::CACHE_CONTROL, "no-cache"),
];

/// Headers of a page that a site may embed. Sites that isolate themselves with `Cross-Origin-Embedder-Policy` require them.
const EMBEDDABLE: [(HeaderName, &str); 2] = [
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

/// The files of the page.
#[derive(Debug)]
pub(super) struct Page {
    files: Router,
    policy: HeaderValue,
    /// The differences for sites that may embed the page; `None` without such a site.
    embedding: Option<Embedding>,
}

#[derive(Debug)]
struct Embedding {
    /// `config.json`, in place of the file.
    configuration: String,
    /// The end of each ETag, which depends on the policy.
    tag: String,
}

impl Page {
    /// The page, which only web sites of these origins may show in a frame.
    pub(super) fn new(frame_ancestors: &[String]) -> Self {
        let embedding = (!frame_ancestors.is_empty()).then(|| Embedding::of(frame_ancestors));
        let ancestors = match &embedding {
            Some(_) => frame_ancestors.join(" "),
            None => "'none'".to_owned(),
        };
        Self {
            files: static_router(),
            policy: HeaderValue::from_str(&format!("{POLICY} {ancestors}"))
                // Unreachable: the configuration contains only valid origins. This policy embeds and runs nothing.
                .unwrap_or(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
            embedding,
        }
    }

    /// The file that a request reads, or `None` if there is none.
    pub(super) async fn answer(&self, mut request: Request<Body>) -> Option<Response<Body>> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return None;
        }
        if request.uri().path() == "/index.html" {
            *request.uri_mut() = Uri::from_static("/");
        }
        let mut response = match &self.embedding {
            Some(embedding) if request.uri().path() == "/config.json" => embedding.configuration(request.method()),
            Some(embedding) => {
                embedding.restore_tag(request.headers_mut());
                let mut response = self.file(request).await?;
                embedding.extend_tag(response.headers_mut());
                response
            }
            None => self.file(request).await?,
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        let embeddable = self.embedding.iter().flat_map(|_| EMBEDDABLE);
        for (name, value) in HEADERS.into_iter().chain(embeddable) {
            headers.insert(name, HeaderValue::from_static(value));
        }
        Some(response)
    }

    async fn file(&self, request: Request<Body>) -> Option<Response<Body>> {
        let Ok(response) = self.files.clone().oneshot(request.map(PageBody::new)).await;
        (response.status() != StatusCode::NOT_FOUND).then(|| response.map(Body::new))
    }
}

impl Embedding {
    fn of(origins: &[String]) -> Self {
        let headers = format!("{POLICY} {} {HEADERS:?} {EMBEDDABLE:?}", origins.join(" "));
        let tag = blake3::hash(headers.as_bytes()).to_hex();
        Self {
            // Origins contain no character that JSON escapes.
            configuration: format!(
                r#"{{"servers":[],"embed":{{"parents":["{}"]}}}}"#,
                origins.join(r#"",""#)
            ),
            tag: format!("-{}\"", tag.get(..16).unwrap_or_default()),
        }
    }

    fn configuration(&self, method: &Method) -> Response<Body> {
        let body = if *method == Method::HEAD {
            Body::empty()
        } else {
            Body::new(self.configuration.clone())
        };
        let mut response = Response::new(body);
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response
    }

    /// Makes the ETag of a file depend on its headers. After the response 304, Chromium applies the policy that it has stored
    /// with the file, not the one of the response.
    fn extend_tag(&self, headers: &mut HeaderMap) {
        let extended = headers.get(header::ETAG).and_then(|tag| {
            let tag = tag.to_str().ok()?.strip_suffix('"')?;
            HeaderValue::from_str(&format!("{tag}{}", self.tag)).ok()
        });
        if let Some(extended) = extended {
            headers.insert(header::ETAG, extended);
        }
    }

    /// Restores the ETag of the file, or removes one with other headers.
    fn restore_tag(&self, headers: &mut HeaderMap) {
        let Some(known) = headers.remove(header::IF_NONE_MATCH) else {
            return;
        };
        let own = known.to_str().ok().and_then(|tag| tag.strip_suffix(&self.tag));
        if let Some(Ok(tag)) = own.map(|tag| HeaderValue::from_str(&format!("{tag}\""))) {
            headers.insert(header::IF_NONE_MATCH, tag);
        }
    }
}
