//! The web pages whose scripts may call the service.
//!
//! A browser attaches the origin of the page to each call. Without this check, any web site that a player visits could
//! call a server on the player's own machine.

use std::net::IpAddr;

use http::{
    HeaderMap, HeaderName, HeaderValue, Request, Uri, header,
    uri::{Authority, Scheme},
};

/// The header by which a browser tells how the origin of a page and that of its call are related. Scripts cannot set it.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The accepted origins: the server's own, and configured ones.
#[derive(Debug)]
pub(super) struct Origins {
    /// The host names of the server, beside loopback.
    hosts: Vec<String>,
    /// Other origins; `None` for all.
    others: Option<Vec<String>>,
}

impl Origins {
    pub(super) fn new(hosts: &[String], others: &[String]) -> Self {
        let any = others.iter().any(|origin| origin == "*");
        Self {
            hosts: hosts.to_vec(),
            others: (!any).then(|| others.to_vec()),
        }
    }

    /// Checks the origin of a request, if it has one: only browsers attach it.
    ///
    /// # Errors
    ///
    /// A sentence with the option that accepts the origin.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), String> {
        match request.headers().get(header::ORIGIN) {
            Some(origin) if !self.accepts(origin, request.uri(), request.headers()) => Err(format!(
                "This server accepts no calls from web pages of {}. Its operator can add the origin to --cors-origins or, \
                 for the server's own page, the host name to --web-host.\n",
                origin.to_str().unwrap_or("that origin")
            )),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether scripts of this origin may call a server that received a request with this URI and these headers.
    pub(super) fn accepts(&self, origin: &HeaderValue, uri: &Uri, headers: &HeaderMap) -> bool {
        let Some(others) = &self.others else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        others.iter().any(|other| other == origin) || self.is_own(origin, uri, headers)
    }

    /// Whether the origin is the address by which the browser reached the server. An origin never names the default port of
    /// its scheme, but some proxies name it as the host. Other proxies replace the host by the one of the server: then the
    /// browser tells whether the call goes to the origin of its page.
    fn is_own(&self, origin: &str, uri: &Uri, headers: &HeaderMap) -> bool {
        let (Some(reached), Ok(origin)) = (reached_at(uri, headers), origin.parse::<Uri>()) else {
            return false;
        };
        let Some(own) = origin.authority() else { return false };
        let default = origin.scheme().and_then(default_port);
        let port = |authority: &Authority| authority.port_u16().or(default);
        let is_same = own.host().eq_ignore_ascii_case(reached.host()) && port(own) == port(&reached);
        let told = headers.get(FETCH_SITE).is_some_and(|site| site == "same-origin");
        self.is_host(&reached) && self.is_host(own) && (is_same || told)
    }

    /// Checks the host name by which a browser reached the page. A web site could otherwise make its own name resolve to
    /// the address of this server, so that the browser takes both for one origin.
    ///
    /// # Errors
    ///
    /// A sentence with the option that accepts the host name.
    pub(super) fn check_host<B>(&self, request: &Request<B>) -> Result<(), String> {
        match reached_at(request.uri(), request.headers()) {
            Some(reached) if self.is_host(&reached) => Ok(()),
            Some(reached) => Err(format!(
                "This server does not serve its page as {}. Its operator can add the host name to --web-host.\n",
                reached.host()
            )),
            None => Err("The request names no valid host.\n".to_owned()),
        }
    }

    fn is_host(&self, reached: &Authority) -> bool {
        let host = reached.host();
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        host.eq_ignore_ascii_case("localhost")
            || address.is_ok_and(|address| address.is_loopback())
            || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }
}

/// The host and port by which a client reached the server.
fn reached_at(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    let named = || headers.get(header::HOST)?.to_str().ok()?.parse().ok();
    uri.authority().cloned().or_else(named)
}

fn default_port(scheme: &Scheme) -> Option<u16> {
    match scheme.as_str() {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(host: &str, origin: Option<&str>) -> Request<()> {
        let request = Request::builder().uri("/").header(header::HOST, host);
        let request = match origin {
            Some(origin) => request.header(header::ORIGIN, origin),
            None => request,
        };
        request.body(()).unwrap()
    }

    #[test]
    fn own_and_configured_origins_are_accepted_and_all_others_refused() {
        let hosts = ["play.example.org".to_owned()];
        let origins = Origins::new(&hosts, &["https://other.example.org".to_owned()]);
        for (host, origin, accepted) in [
            ("127.0.0.1:7400", None, true),
            ("127.0.0.1:7400", Some("http://127.0.0.1:7400"), true),
            ("[::1]:7400", Some("http://[::1]:7400"), true),
            ("localhost:7400", Some("http://localhost:7400"), true),
            ("play.example.org", Some("https://play.example.org"), true),
            // B5: a proxy that names the default port.
            ("play.example.org:443", Some("https://play.example.org"), true),
            ("play.example.org:80", Some("http://play.example.org"), true),
            ("Play.example.org", Some("http://play.example.org"), true),
            ("127.0.0.1:7400", Some("https://other.example.org"), true),
            // Another port or host is another origin.
            ("127.0.0.1:7400", Some("http://127.0.0.1:8000"), false),
            ("127.0.0.1:7400", Some("http://localhost:7400"), false),
            ("play.example.org:80", Some("https://play.example.org"), false),
            ("play.example.org:443", Some("http://play.example.org"), false),
            ("play.example.org:444", Some("https://play.example.org"), false),
            ("127.0.0.1:7400", Some("https://evil.example.org"), false),
            ("127.0.0.1:7400", Some("null"), false),
            ("127.0.0.1:7400", Some(""), false),
            // A name of another site that resolves to this server.
            ("evil.example.org:7400", Some("http://evil.example.org:7400"), false),
            ("127.0.0.1.evil.org", Some("http://127.0.0.1.evil.org"), false),
        ] {
            let checked = origins.check(&request(host, origin));
            assert_eq!(checked.is_ok(), accepted, "{host} {origin:?}: {checked:?}");
        }
    }

    // B2
    #[test]
    fn behind_a_proxy_that_replaces_the_host_the_browser_tells_that_the_origin_is_its_own() {
        let origins = Origins::new(&["play.example.org".to_owned()], &[]);
        for (site, origin, accepted) in [
            ("same-origin", "http://127.0.0.1:8080", true),
            ("same-origin", "https://play.example.org", true),
            ("same-origin", "https://evil.example.org", false),
            ("same-site", "http://127.0.0.1:8080", false),
            ("cross-site", "https://play.example.org", false),
        ] {
            let mut request = request("127.0.0.1:7400", Some(origin));
            request.headers_mut().insert(FETCH_SITE, HeaderValue::from_static(site));
            assert_eq!(origins.check(&request).is_ok(), accepted, "{site} {origin}");
        }
    }

    #[test]
    fn an_asterisk_accepts_every_origin() {
        let origins = Origins::new(&[], &["*".to_owned()]);
        for origin in ["https://example.org", "null"] {
            assert_eq!(origins.check(&request("anything", Some(origin))), Ok(()), "{origin}");
        }
    }

    #[test]
    fn the_page_has_only_loopback_and_configured_hosts() {
        let origins = Origins::new(&["play.example.org".to_owned()], &["*".to_owned()]);
        for (host, accepted) in [
            ("127.0.0.1:7400", true),
            ("127.9.9.9", true),
            ("[::1]:7400", true),
            ("LOCALHOST", true),
            ("Play.Example.org:8443", true),
            ("example.org", false),
            ("192.168.0.7:7400", false),
            ("not a host", false),
        ] {
            assert_eq!(origins.check_host(&request(host, None)).is_ok(), accepted, "{host}");
        }
    }
}
