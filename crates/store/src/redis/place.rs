//! Where a server listens, as addresses and replies of Redis say it.

use std::fmt;

use ::redis::ConnectionAddr;

/// Where a server listens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) host: String,
    pub(super) port: u16,
}

impl Place {
    /// The place that is written as `host:port`, where the host may be an IPv6 address and hold colons itself.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (host, port) = text.rsplit_once(':')?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = port.parse().ok()?;
        (!host.is_empty()).then_some(Self { host, port })
    }

    /// The place of a connection; a socket in the file system has none.
    pub(super) fn of(address: &ConnectionAddr) -> Option<Self> {
        let (ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. }) = address else {
            return None;
        };
        Some(Self {
            host: host.clone(),
            port: *port,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}
