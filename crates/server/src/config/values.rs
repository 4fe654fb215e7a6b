//! The types of options, and their valid values in words.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr},
};

use http::uri::Authority;
use ipnet::IpNet;
use serde::Serialize;
use tinsel_store::{Redis, UnusableAddress};
use tracing_subscriber::filter::Targets;

/// Maximum of every limit per caller.
pub(super) const MANY: u32 = 1_000_000;

// What is wrong with an option, or its valid values.
pub(super) const OPERATOR_TOKENS: &str =
    "operator_tokens is required because admin_listen is not a loopback address; set the file of the operators' tokens";
pub(super) const STORE: &str = "store is required because listen is not a loopback address; set the URL of Redis, or memory to lose \
                     all matches at a restart";
pub(super) const WEB_HOST: &str = "host names without ports, separated by commas, such as play.example.org";
pub(super) const ARCHIVE: &str = "the address of an archive, such as s3://BUCKET/PREFIX";
pub(super) const CORS_ORIGINS: &str = "* or origins separated by commas, such as https://example.org";
pub(super) const WEB_FRAME_ANCESTORS: &str = "origins separated by commas, such as https://site.example or https://site.example:8443, without a path \
                     and without the default port; http only for localhost and 127.0.0.1";
pub(super) const PROXIES: &str = "trusted_proxies and proxy_protocol_from exclude each other; set the one by which your proxies state the client address";
pub(super) const PROXY_PROTOCOL_FROM: &str = "addresses or networks separated by commas, such as 10.0.0.7,10.1.0.0/16";
pub(super) const SECRET: &str = "a secret of at least 16 characters";
pub(super) const PREVIOUS_TOKEN_SECRETS: &str = "secrets of at least 16 characters, separated by commas";
pub(super) const LOG: &str = "a filter with a level for all targets, such as info or tinsel_service=debug,info";
pub(super) const LOG_FORMAT: &str = "auto, human or json";
pub(super) const OTLP: &str = "a URL such as http://127.0.0.1:4317 or https://collector:4317";

/// A secret. Its `Debug` and serialized form is `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    const LENGTH_MIN: usize = 16;

    /// The secret, if it has at least 16 bytes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (text.len() >= Self::LENGTH_MIN).then(|| Self(text.to_owned()))
    }

    /// The password of another service, which decides about its length.
    pub(super) fn of_any_length(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("***")
    }
}

/// The store of matches.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreAddress {
    /// The memory of this process; all matches are lost when it ends.
    Memory,
    /// The Redis at this URL, which can contain passwords; see [`Redis::connect`].
    Redis(String),
}

impl StoreAddress {
    /// Parses the address.
    ///
    /// # Errors
    ///
    /// The address is not valid. The error describes the valid forms and does not repeat the address.
    pub fn parse(text: &str) -> Result<Self, UnusableAddress> {
        match text {
            "memory" => Ok(Self::Memory),
            url => Redis::can_be_at(url).map(|()| Self::Redis(url.to_owned())),
        }
    }
}

impl fmt::Display for StoreAddress {
    /// The address without its user, password and parameters, which can be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Redis(url) = self else {
            return f.write_str("memory");
        };
        let (scheme, rest) = url.split_once("://").unwrap_or(("redis", url));
        let address = rest.split_once('?').map_or(rest, |(address, _)| address);
        let address = address.rsplit_once('@').map_or(address, |(_, address)| address);
        write!(f, "{scheme}://{address}")
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StoreAddress {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// `Human` on a terminal, and `Json` otherwise.
    Auto,
    /// For humans.
    Human,
    /// One JSON object per line.
    Json,
}

impl LogFormat {
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "auto" => Some(Self::Auto),
            "human" => Some(Self::Human),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// Parses an OTLP endpoint.
#[expect(
    clippy::option_option,
    reason = "the outer `None` is a parse error, the inner one an omitted option"
)]
pub(super) fn collector(text: &str) -> Option<Option<String>> {
    is_collector(text).then(|| Some(text.to_owned()))
}

/// Whether this is the URL of a collector.
pub(crate) fn is_collector(text: &str) -> bool {
    let is_http = |url: http::Uri| matches!(url.scheme_str(), Some("http" | "https")) && url.host().is_some();
    text.parse().is_ok_and(is_http)
}

/// Parses a host name or address without a port.
pub(super) fn host(text: &str) -> Option<String> {
    let authority: Authority = text.trim().parse().ok()?;
    (authority.as_str() == authority.host()).then(|| authority.host().to_ascii_lowercase())
}

/// Parses an address or a network.
pub(super) fn network(text: &str) -> Option<IpNet> {
    let text = text.trim();
    text.parse()
        .ok()
        .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

/// Parses `*` or an origin, in the form in which browsers send it.
pub(super) fn origin(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    if text == "*" {
        return Some(text);
    }
    let url: http::Uri = text.parse().ok()?;
    let port = match url.scheme_str()? {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let authority = url.authority()?;
    let is_origin = text.ends_with(authority.as_str()) && !authority.as_str().contains('@');
    // Browsers omit the default port.
    (is_origin && authority.port_u16() != Some(port)).then_some(text)
}

/// Parses the origin of a web site that may show the page in a frame. It becomes a part of the content security policy, so
/// its host has only characters without a meaning there. That excludes IPv6 addresses, which policies cannot contain.
pub(super) fn frame_ancestor(text: &str) -> Option<String> {
    let origin = origin(text)?;
    let (scheme, authority) = origin.split_once("://")?;
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let is_loopback = matches!(host, "localhost" | "127.0.0.1");
    let is_name = |character: char| character.is_ascii_alphanumeric() || "-._".contains(character);
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|number| number.to_string() == port);
    // Browsers read a host whose last label is a number, in decimal or hexadecimal, as an address.
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_hexadecimal = last
        .strip_prefix("0x")
        .is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
    let ends_with_number = is_hexadecimal || !last.is_empty() && last.chars().all(|c| c.is_ascii_digit());
    let is_address = || host.parse::<Ipv4Addr>().is_ok();
    let is_host = host.chars().all(is_name) && (!ends_with_number || is_address());
    let is_origin = !host.is_empty() && is_host && port.is_none_or(is_port);
    (is_origin && (scheme == "https" || is_loopback)).then_some(origin)
}

/// The filter with this text, if it is valid and has a level for all targets. A misspelled level would be taken for a
/// target, and would silence all other targets.
pub(crate) fn filter_of(text: &str) -> Option<Targets> {
    let filter: Targets = text.parse().ok()?;
    filter.default_level().map(|_| filter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Source};

    #[test]
    fn hosts_have_no_scheme_and_no_port() {
        assert_eq!(host(" Play.Example.org").as_deref(), Some("play.example.org"));
        assert_eq!(host("[::1]").as_deref(), Some("[::1]"));
        for wrong in [
            "",
            "play.example.org:80",
            "https://play.example.org",
            "a b",
            "user@host",
        ] {
            assert_eq!(host(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_network_is_an_address_or_a_prefix() {
        for (text, parsed) in [
            ("10.0.0.7", Some("10.0.0.7/32")),
            (" 10.1.0.0/16", Some("10.1.0.0/16")),
            ("2001:db8::/32", Some("2001:db8::/32")),
            ("10.0.0.0/33", None),
            ("balancer.example.org", None),
            ("", None),
        ] {
            assert_eq!(
                network(text).map(|network| network.to_string()).as_deref(),
                parsed,
                "{text}"
            );
        }
    }

    #[test]
    fn proxies_state_client_addresses_in_one_way() {
        let both = "trusted_proxies = 1\nproxy_protocol_from = '10.0.0.0/8'";
        let read = Config::read(&Source::default(), toml::from_str(both).unwrap());
        assert_eq!(read.unwrap_err().to_string(), PROXIES);
    }

    #[test]
    fn origins_have_the_form_that_browsers_send() {
        for right in [
            "*",
            "https://example.org",
            "http://127.0.0.1:7400",
            "https://example.org:8443",
        ] {
            assert_eq!(origin(right).as_deref(), Some(right));
        }
        for wrong in [
            "",
            "example.org",
            "https://example.org/",
            "https://example.org/path",
            "https://example.org:443",
            "http://example.org:80",
            "ftp://example.org",
            "https://user@example.org",
        ] {
            assert_eq!(origin(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn frame_ancestors_are_https_origins_or_on_loopback() {
        for (text, parsed) in [
            ("https://site.example", "https://site.example"),
            (" https://Site.Example:8443 ", "https://site.example:8443"),
            ("https://a-b.xn--bcher-kva.example", "https://a-b.xn--bcher-kva.example"),
            ("https://192.0.2.7", "https://192.0.2.7"),
            ("https://site.3d", "https://site.3d"),
            ("http://localhost", "http://localhost"),
            ("http://localhost:8000", "http://localhost:8000"),
            ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ] {
            assert_eq!(frame_ancestor(text).as_deref(), Some(parsed), "{text}");
        }
        for wrong in [
            "",
            "*",
            "null",
            "'self'",
            "site.example",
            "//site.example",
            "https://",
            "https://*.site.example",
            "https://site.example/",
            "https://site.example/path",
            "https://site.example?query",
            "https://site.example#fragment",
            "https://site.example:443",
            "https://site.example:",
            "https://site.example:0443",
            "https://site.example:99999",
            "https://user@site.example",
            "https://bücher.example",
            "https://site.example;script-src",
            "https://site.example https://other.example",
            "https://site.example'",
            "https://[::1]:8000",
            "http://[::1]:8000",
            "http://site.example",
            "http://localhost.site.example",
            "http://192.0.2.7",
            "ftp://site.example",
            "https://10.0.1",
            "https://10.0.1.",
            "https://256.1.1.1",
            "https://192.0.2.0x7",
        ] {
            assert_eq!(frame_ancestor(wrong), None, "{wrong:?}");
        }
    }
}
