//! Host and port of a server, as addresses and replies of Redis contain them.

use std::fmt;

use ::redis::ConnectionAddr;

/// Host and port of a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct HostPort {
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl HostPort {
    /// Parses `host:port`. The host may be an IPv6 address, which contains colons.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (host, port) = text.rsplit_once(':')?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = port.parse().ok()?;
        (!host.is_empty()).then_some(Self { host, port })
    }

    /// Host and port of a connection; `None` for a Unix socket.
    pub(crate) fn of(address: &ConnectionAddr) -> Option<Self> {
        let (ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. }) = address else {
            return None;
        };
        Some(Self {
            host: host.clone(),
            port: *port,
        })
    }
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}
