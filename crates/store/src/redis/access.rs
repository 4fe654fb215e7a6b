//! How a server is entered: as which user, with or without TLS, and with how much patience.

use std::{fmt, time::Duration};

use ::redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, ProtocolVersion,
    RedisConnectionInfo, RedisResult, TlsCertificates, io::tcp::TcpSettings,
};
use bytes::Bytes;

use super::RedisOptions;

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

/// What all servers of one kind are entered with. Holds a password, and so is never shown.
#[derive(Clone)]
pub(super) struct Access {
    user: RedisConnectionInfo,
    tls: bool,
    ca: Option<Bytes>,
    connect_timeout: Duration,
    response_timeout: Duration,
}

impl Access {
    /// Enters servers as the address of one of them says.
    pub(super) fn of(info: &ConnectionInfo, options: &RedisOptions) -> Self {
        Self {
            // Pushes of RESP3 would mix with replies.
            user: info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2),
            tls: matches!(info.addr(), ConnectionAddr::TcpTls { .. }),
            ca: options.ca.clone(),
            connect_timeout: options.connect_timeout,
            response_timeout: options.response_timeout,
        }
    }

    /// Whether there are certificates in this text, and all can be read.
    pub(super) fn can_trust(pem: &[u8]) -> bool {
        let found = pem.windows(CERTIFICATE.len()).any(|text| text == CERTIFICATE);
        let address = ConnectionAddr::TcpTls {
            host: "localhost".to_owned(),
            port: 1,
            insecure: false,
            tls_params: None,
        };
        found && trusting(address, pem).is_ok()
    }

    /// A client of the server at a place.
    pub(super) fn to(&self, place: &Place) -> RedisResult<Client> {
        let Place { host, port } = place.clone();
        self.at(if self.tls {
            ConnectionAddr::TcpTls {
                host,
                port,
                insecure: false,
                tls_params: None,
            }
        } else {
            ConnectionAddr::Tcp(host, port)
        })
    }

    /// A client of the server at an address.
    pub(super) fn at(&self, address: ConnectionAddr) -> RedisResult<Client> {
        let address = match self.ca.as_ref().filter(|_| self.tls) {
            Some(pem) => trusting(address, pem)?,
            None => address,
        };
        // A command must not wait for the one before it.
        let tcp = TcpSettings::default().set_nodelay(true);
        let info = address.into_connection_info()?.set_redis_settings(self.user.clone());
        Client::open(info.set_tcp_settings(tcp))
    }

    /// How long a reply may take.
    pub(super) const fn response_timeout(&self) -> Duration {
        self.response_timeout
    }

    /// How connections that carry commands are opened.
    pub(super) fn config(&self) -> AsyncConnectionConfig {
        AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.connect_timeout))
            .set_response_timeout(Some(self.response_timeout))
    }
}

/// How a certificate begins in PEM.
const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// The address, for connections to servers these certificates vouch for.
fn trusting(address: ConnectionAddr, pem: &[u8]) -> RedisResult<ConnectionAddr> {
    let certificates = TlsCertificates {
        client_tls: None,
        root_cert: Some(pem.to_vec()),
    };
    let client = Client::build_with_tls(address, certificates)?;
    Ok(client.get_connection_info().addr().clone())
}
