//! Parses the URL of Redis, in one of its deployment modes.

use ::redis::{ConnectionInfo, IntoConnectionInfo};

use super::host_port::HostPort;

/// The address of Redis.
#[expect(clippy::large_enum_variant, reason = "it is read once and then taken apart")]
pub(crate) enum Address {
    /// One server.
    Server(ConnectionInfo),
    /// A master that sentinels monitor.
    Sentinels {
        /// At least one.
        sentinels: Vec<HostPort>,
        /// The connection parameters for sentinels: the address of one of them.
        asked_as: ConnectionInfo,
        /// The sentinels' name of the master.
        name: String,
        /// The connection parameters for the master; the address in it is a placeholder.
        entered_as: ConnectionInfo,
    },
    /// A Cluster.
    Cluster {
        /// Some of its nodes, at least one.
        nodes: Vec<HostPort>,
        /// The connection parameters for nodes: the address of one of them.
        entered_as: ConnectionInfo,
    },
}

/// The URL is not a Redis that this build can connect to. The URL is never repeated, because it may contain a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnusableAddress {
    /// The URL is not a valid address of a single server.
    #[error(
        "a Redis server such as redis://user:password@127.0.0.1:6379/0, rediss:// for TLS, or several by \
         redis+sentinel:// or redis+cluster://; percent-encode / # % ? @ in a password (%40 for @), or set store_password"
    )]
    Server,
    /// The URL has the scheme of sentinels, but is invalid.
    #[error(
        "sentinels such as redis+sentinel://user:password@host:26379,host:26379/name-of-the-master/0, with \
         ?sentinel_user=…&sentinel_password=… if they require authentication; percent-encode / # % ? @ in passwords (%40 for \
         @), or set store_password and store_sentinel_password"
    )]
    Sentinels,
    /// The URL has the scheme of a Cluster, but is invalid.
    #[error(
        "nodes of a Cluster such as redis+cluster://user:password@host:6379,host:6379, without a database; percent-encode \
         / # % ? @ in a password (%40 for @), or set store_password"
    )]
    Cluster,
    /// The CA file does not contain valid certificates.
    #[error("certificates in PEM")]
    Certificates,
}

impl Address {
    /// Parses an address; see [`Redis::connect`](crate::Redis::connect).
    pub(crate) fn parse(url: &str) -> Result<Self, UnusableAddress> {
        let (scheme, rest) = url.split_once("://").ok_or(UnusableAddress::Server)?;
        // In some clients a fragment disables the check of certificates, so it is refused.
        if url.contains('#') {
            return Err(UnusableAddress::Server);
        }
        let Some((security, several)) = scheme.split_once('+') else {
            return server(url).map(Self::Server).ok_or(UnusableAddress::Server);
        };
        let parts = ["redis", "rediss"]
            .contains(&security)
            .then(|| Parts::of(security, rest));
        match (several, parts) {
            ("sentinel", Some(parts)) => sentinels(&parts).ok_or(UnusableAddress::Sentinels),
            ("cluster", Some(parts)) => cluster(&parts).ok_or(UnusableAddress::Cluster),
            _ => server(url).map(Self::Server).ok_or(UnusableAddress::Server),
        }
    }
}

/// The parts of an address of several servers.
struct Parts<'a> {
    /// `redis` or `rediss`.
    scheme: &'a str,
    /// `user:password`, still percent-encoded.
    user: &'a str,
    hosts: Vec<&'a str>,
    /// The path segments after the hosts.
    path: Vec<&'a str>,
    query: &'a str,
}

impl<'a> Parts<'a> {
    fn of(scheme: &'a str, rest: &'a str) -> Self {
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        // A password may contain a slash or, by mistake, an at sign; hosts never do.
        let (user, rest) = rest.rsplit_once('@').unwrap_or(("", rest));
        let (hosts, path) = rest.split_once('/').unwrap_or((rest, ""));
        Self {
            scheme,
            user,
            hosts: hosts.split(',').collect(),
            path: path
                .trim_end_matches('/')
                .split('/')
                .filter(|of| !of.is_empty())
                .collect(),
            query,
        }
    }

    /// The hosts, with `port` as the default port.
    fn hosts_and_ports(&self, port: u16) -> Option<Vec<HostPort>> {
        let host_port = |host: &&str| {
            let given = host.rsplit_once(':').is_some_and(|(_, port)| !port.contains(']'));
            let info = server(&if given {
                format!("redis://{host}")
            } else {
                format!("redis://{host}:{port}")
            })?;
            HostPort::of(info.addr())
        };
        let alone = |host: &&str| !host.is_empty() && !host.contains(['/', '?']);
        self.hosts
            .iter()
            .map(|host| alone(host).then(|| host_port(host)).flatten())
            .collect()
    }

    /// A single-server address with this user, password and database.
    fn entered_as(&self, user: &str, database: &str) -> Option<ConnectionInfo> {
        let at = if user.is_empty() { "" } else { "@" };
        server(&format!("{}://{user}{at}host/{database}", self.scheme))
    }
}

fn server(url: &str) -> Option<ConnectionInfo> {
    url.into_connection_info()
        .ok()
        .filter(|info| info.addr().is_supported())
}

fn sentinels(parts: &Parts<'_>) -> Option<Address> {
    let (name, database) = match parts.path[..] {
        [name] => (name, ""),
        [name, database] => (name, database),
        _ => return None,
    };
    let (mut user, mut password) = ("", None);
    for pair in parts.query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=')? {
            ("sentinel_user", given) => user = given,
            ("sentinel_password", given) => password = Some(given),
            _ => return None,
        }
    }
    let asked_as = password.map_or_else(|| user.to_owned(), |password| format!("{user}:{password}"));
    Some(Address::Sentinels {
        sentinels: parts.hosts_and_ports(26379)?,
        asked_as: parts.entered_as(&asked_as, "")?,
        name: name.to_owned(),
        entered_as: parts.entered_as(parts.user, database)?,
    })
}

fn cluster(parts: &Parts<'_>) -> Option<Address> {
    // A Cluster has only database 0.
    if !matches!(parts.path[..], [] | ["0"]) || !parts.query.is_empty() {
        return None;
    }
    Some(Address::Cluster {
        nodes: parts.hosts_and_ports(6379)?,
        entered_as: parts.entered_as(parts.user, "")?,
    })
}

#[cfg(test)]
mod tests {
    use ::redis::ConnectionAddr;

    use super::*;

    fn login(info: &ConnectionInfo) -> (Option<&str>, Option<&str>, i64, bool) {
        let settings = info.redis_settings();
        let tls = matches!(info.addr(), ConnectionAddr::TcpTls { .. });
        (settings.username(), settings.password(), settings.db(), tls)
    }

    fn written(hosts_and_ports: &[HostPort]) -> Vec<String> {
        hosts_and_ports.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_address_of_sentinels_has_a_master_name_and_a_user_of_its_own() {
        let url = "rediss+sentinel://tinsel:p%40ss@a,b:5000,[::1]:7/party/3?sentinel_user=s&sentinel_password=q%2F";
        let Ok(Address::Sentinels {
            sentinels,
            asked_as,
            name,
            entered_as,
        }) = Address::parse(url)
        else {
            panic!("not taken for sentinels");
        };
        assert_eq!(written(&sentinels), ["a:26379", "b:5000", "::1:7"]);
        assert_eq!(name, "party");
        assert_eq!(login(&asked_as), (Some("s"), Some("q/"), 0, true));
        assert_eq!(login(&entered_as), (Some("tinsel"), Some("p@ss"), 3, true));
    }

    #[test]
    fn a_cluster_has_nodes_and_no_database() {
        for url in [
            "redis+cluster://:p@a,b:5000",
            "redis+cluster://:p@a,b:5000/",
            "redis+cluster://:p@a,b:5000/0",
        ] {
            let Ok(Address::Cluster { nodes, entered_as }) = Address::parse(url) else {
                panic!("{url} is not taken for a Cluster");
            };
            assert_eq!(written(&nodes), ["a:6379", "b:5000"]);
            assert_eq!(login(&entered_as), (None, Some("p"), 0, false));
        }
    }

    #[test]
    fn an_unusable_address_is_refused_with_the_valid_forms() {
        use UnusableAddress::{Cluster, Sentinels, Server};
        let cases = [
            ("", Server),
            ("localhost", Server),
            ("http://u:secret@host/", Server),
            ("http+cluster://host/", Server),
            ("redis+http://host/", Server),
            ("redis://:secret@host:port/", Server),
            ("rediss://host/#insecure", Server),
            ("redis+sentinel://host", Sentinels),
            ("redis+sentinel:///name", Sentinels),
            ("redis+sentinel://u:secret@host,/name", Sentinels),
            ("redis+sentinel://host:port/name", Sentinels),
            ("redis+sentinel://host/name/zero", Sentinels),
            ("redis+sentinel://host/name/0/1", Sentinels),
            ("redis+sentinel://host/name?password=secret", Sentinels),
            ("redis+cluster://", Cluster),
            ("redis+cluster://host,host:99999", Cluster),
            ("redis+cluster://host/1", Cluster),
            ("redis+cluster://host?a=b", Cluster),
        ];
        for (url, expected) in cases {
            let refused = Address::parse(url).err();
            assert_eq!(refused, Some(expected), "{url:?}");
            assert!(!expected.to_string().contains("secret"));
        }
    }
}
