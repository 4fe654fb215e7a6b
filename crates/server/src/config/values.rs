//! What options can be.

use std::{fmt, path::PathBuf};

use serde::Serialize;
use tinsel_store::{Redis, RedisOptions, UnusableAddress};

/// A secret. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    const LENGTH_MIN: usize = 16;

    /// The secret, if it is long enough to be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (text.len() >= Self::LENGTH_MIN).then(|| Self(text.to_owned()))
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

/// Where matches are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreAddress {
    /// In this process; everything is lost when it ends.
    Memory,
    /// In the Redis at this URL, which may hold passwords; see [`Redis::connect`].
    Redis(String),
}

impl StoreAddress {
    /// The address.
    ///
    /// # Errors
    ///
    /// If no store of this build is there; says what would be right and repeats nothing.
    pub fn parse(text: &str) -> Result<Self, UnusableAddress> {
        match text {
            "memory" => Ok(Self::Memory),
            url => Redis::can_be_at(url).map(|()| Self::Redis(url.to_owned())),
        }
    }
}

impl fmt::Display for StoreAddress {
    /// The address without anything that may be a secret: user, password and parameters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Redis(url) = self else {
            return f.write_str("memory");
        };
        let (scheme, rest) = url.split_once("://").unwrap_or(("redis", url));
        let place = rest.split_once('?').map_or(rest, |(place, _)| place);
        let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
        write!(f, "{scheme}://{place}")
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

/// A file with certificates, as it was when it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Certificates {
    path: PathBuf,
    #[serde(skip)]
    pem: Vec<u8>,
}

impl Certificates {
    /// Reads the file; `None` if it cannot be read, or holds no certificates.
    #[must_use]
    pub fn read(path: &str) -> Option<Self> {
        let pem = std::fs::read(path).ok()?;
        RedisOptions::default().with_ca(pem.clone()).ok()?;
        let path = path.into();
        Some(Self { path, pem })
    }

    pub(crate) fn pem(&self) -> &[u8] {
        &self.pem
    }
}

/// How things are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people on a terminal, as JSON elsewhere.
    Auto,
    /// For people.
    Human,
    /// One JSON object a line.
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

/// The address of a collector.
#[expect(
    clippy::option_option,
    reason = "what cannot be read is none, and what can may be left out"
)]
pub(super) fn collector(text: &str) -> Option<Option<String>> {
    let url = text.parse::<http::Uri>().ok()?;
    (url.scheme_str() == Some("http") && url.host().is_some()).then(|| Some(text.to_owned()))
}

/// The line where a file cannot be read, as far as it is known.
pub(super) fn place(text: &str, error: &toml::de::Error) -> String {
    let line = error
        .span()
        .map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1);
    line.map(|line| format!("line {line}: ")).unwrap_or_default()
}
