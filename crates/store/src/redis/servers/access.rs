//! Connection parameters of servers: user, TLS and timeouts.

use std::time::Duration;

use ::redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, ProtocolVersion,
    RedisConnectionInfo, RedisResult, io::tcp::TcpSettings,
};

use super::options::{Login, RedisOptions};
use super::{certificates::RedisTls, host_port::HostPort};

/// The connection parameters of all servers of one kind. Contains a password, and so is never printed.
#[derive(Clone)]
pub(crate) struct Access {
    user: RedisConnectionInfo,
    /// `None` without TLS.
    tls: Option<RedisTls>,
    connect_timeout: Duration,
    response_timeout: Duration,
}

impl Access {
    /// Takes the parameters from the address of one server, and from the options of servers.
    pub(crate) fn of(info: &ConnectionInfo, options: &RedisOptions) -> Self {
        Self::with(&options.login, info, options)
    }

    /// The same, for sentinels.
    pub(crate) fn of_sentinels(info: &ConnectionInfo, options: &RedisOptions) -> Self {
        Self::with(&options.sentinel_login, info, options)
    }

    fn with(login: &Login, info: &ConnectionInfo, options: &RedisOptions) -> Self {
        let settings = login.applied_to(info.redis_settings().clone());
        Self {
            // Push messages of RESP3 would mix with replies.
            user: settings.set_protocol(ProtocolVersion::RESP2),
            tls: matches!(info.addr(), ConnectionAddr::TcpTls { .. }).then(|| options.tls.clone()),
            connect_timeout: options.connect_timeout,
            response_timeout: options.response_timeout,
        }
    }

    /// A client of the server at this host and port.
    pub(crate) fn to(&self, address: &HostPort) -> RedisResult<Client> {
        let HostPort { host, port } = address.clone();
        self.at(if self.tls.is_some() {
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

    /// A client of the server at an address, with the current certificates.
    pub(crate) fn at(&self, address: ConnectionAddr) -> RedisResult<Client> {
        let address = match &self.tls {
            Some(tls) => tls.applied_to(address)?,
            None => address,
        };
        // Disables Nagle's algorithm, by which a command would wait for the acknowledgement of the one before it.
        let tcp = TcpSettings::default().set_nodelay(true);
        let info = address.into_connection_info()?.set_redis_settings(self.user.clone());
        Client::open(info.set_tcp_settings(tcp))
    }

    /// The number of the database.
    pub(crate) fn database(&self) -> i64 {
        self.user.db()
    }

    /// The connect timeout.
    pub(crate) const fn connect_timeout(&self) -> Duration {
        self.connect_timeout
    }

    /// The response timeout.
    pub(crate) const fn response_timeout(&self) -> Duration {
        self.response_timeout
    }

    /// The configuration of connections for commands.
    pub(crate) fn config(&self) -> AsyncConnectionConfig {
        AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.connect_timeout))
            .set_response_timeout(Some(self.response_timeout))
    }
}
