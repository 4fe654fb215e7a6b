//! The one text that says where Redis is, and how it is run there.

use ::redis::{ConnectionInfo, IntoConnectionInfo};

use super::place::Place;

/// Where Redis is.
#[expect(clippy::large_enum_variant, reason = "it is read once and then taken apart")]
pub(super) enum Address {
    /// One server.
    Server(ConnectionInfo),
    /// A master that sentinels know by name.
    Sentinels {
        /// At least one.
        sentinels: Vec<Place>,
        /// As which user sentinels are asked: the address of one of them.
        asked_as: ConnectionInfo,
        /// What the sentinels call the master.
        name: String,
        /// As which user the master is entered; the place in it says nothing.
        entered_as: ConnectionInfo,
    },
    /// A Cluster.
    Cluster {
        /// Some of its nodes, at least one.
        nodes: Vec<Place>,
        /// As which user nodes are entered: the address of one of them.
        entered_as: ConnectionInfo,
    },
}

/// The text leads to no Redis that this build can reach. It is never repeated, for it may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnusableAddress {
    /// It is no address of Redis at all, or a wrong one of a single server.
    #[error(
        "a Redis server such as redis://user:password@127.0.0.1:6379/0, rediss:// for TLS, or several by \
         redis+sentinel:// or redis+cluster://"
    )]
    Server,
    /// It begins as an address of sentinels and does not go on as one.
    #[error(
        "sentinels such as redis+sentinel://user:password@host:26379,host:26379/name-of-the-master/0, with \
         ?sentinel_user=…&sentinel_password=… if they want one"
    )]
    Sentinels,
    /// It begins as an address of a Cluster and does not go on as one.
    #[error("nodes of a Cluster such as redis+cluster://user:password@host:6379,host:6379, without a database")]
    Cluster,
    /// What should vouch for servers is no certificate.
    #[error("certificates in PEM")]
    Certificates,
}

impl Address {
    /// Reads an address; see [`Redis::connect`](crate::Redis::connect).
    pub(super) fn parse(url: &str) -> Result<Self, UnusableAddress> {
        let (scheme, rest) = url.split_once("://").ok_or(UnusableAddress::Server)?;
        // What some take to mean that certificates are not to be checked.
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

/// An address of several servers, in pieces.
struct Parts<'a> {
    /// `redis` or `rediss`.
    scheme: &'a str,
    /// `user:password`, as it is written.
    user: &'a str,
    hosts: Vec<&'a str>,
    /// What stands between slashes after the hosts.
    path: Vec<&'a str>,
    query: &'a str,
}

impl<'a> Parts<'a> {
    fn of(scheme: &'a str, rest: &'a str) -> Self {
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        // A password may hold a slash or, by mistake, an at sign; hosts never do.
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

    /// Each host, on `port` unless it says another.
    fn places(&self, port: u16) -> Option<Vec<Place>> {
        let place = |host: &&str| {
            let given = host.rsplit_once(':').is_some_and(|(_, port)| !port.contains(']'));
            let info = server(&if given {
                format!("redis://{host}")
            } else {
                format!("redis://{host}:{port}")
            })?;
            Place::of(info.addr())
        };
        let alone = |host: &&str| !host.is_empty() && !host.contains(['/', '?']);
        self.hosts
            .iter()
            .map(|host| alone(host).then(|| place(host)).flatten())
            .collect()
    }

    /// An address of one server, for its user, password and database.
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
        sentinels: parts.places(26379)?,
        asked_as: parts.entered_as(&asked_as, "")?,
        name: name.to_owned(),
        entered_as: parts.entered_as(parts.user, database)?,
    })
}

fn cluster(parts: &Parts<'_>) -> Option<Address> {
    // A Cluster has the database 0 only.
    if !matches!(parts.path[..], [] | ["0"]) || !parts.query.is_empty() {
        return None;
    }
    Some(Address::Cluster {
        nodes: parts.places(6379)?,
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

    fn written(places: &[Place]) -> Vec<String> {
        places.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn sentinels_have_a_name_for_the_master_and_a_user_of_their_own() {
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
    fn what_leads_nowhere_is_said_by_what_would_be_right() {
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
