//! How a server is entered: as which user, with or without TLS, and with how much patience.

use std::time::Duration;

use ::redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, ProtocolVersion,
    RedisConnectionInfo, RedisResult, io::tcp::TcpSettings,
};
use bytes::Bytes;

use super::{certificates::trusting, options::RedisOptions, place::Place};

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
