//! Servers in this process.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::OnceLock,
};

use tinsel_server::{Config, Secret, Server, StoreAddress};
use tinsel_store_testkit::RedisServer;

use crate::{api::Api, waiting::soon};

/// The token secret that all replicas of the tests share.
pub const KEY: &str = "a key that all replicas of the tests share";

/// The call rate and the open match quota of a caller that makes all calls of a test.
pub(crate) const MANY: u32 = 1_000_000;

/// The one Redis server that the tests of this process share: match IDs are distinct. A test that stops or kills Redis
/// starts its own.
pub fn redis() -> &'static RedisServer {
    static SERVER: OnceLock<RedisServer> = OnceLock::new();
    SERVER.get_or_init(RedisServer::start)
}

/// A server in this process, on a real socket.
#[derive(Debug)]
pub struct Replica {
    server: Server,
    api: Api,
}

impl Replica {
    /// Starts a server with its own memory store.
    pub async fn in_memory() -> Self {
        Self::start(Config::default()).await
    }

    /// Starts a server on the shared Redis.
    pub async fn on_redis() -> Self {
        Self::on(redis()).await
    }

    /// Starts a server on this Redis.
    pub async fn on(redis: &RedisServer) -> Self {
        Self::start(Config {
            store: StoreAddress::Redis(redis.url()),
            ..Config::default()
        })
        .await
    }

    /// Starts a server with this configuration on a free port. A default token secret is replaced by that of the tests.
    /// Default limits of calls and open matches are raised, because all tests are one caller.
    pub async fn start(config: Config) -> Self {
        let usual = Config::default();
        let more = |configured, usual| if configured == usual { MANY } else { configured };
        let config = Config {
            caller_calls_per_second: more(config.caller_calls_per_second, usual.caller_calls_per_second),
            caller_calls_burst: more(config.caller_calls_burst, usual.caller_calls_burst),
            address_calls_per_second: more(config.address_calls_per_second, usual.address_calls_per_second),
            open_matches_max: more(config.open_matches_max, usual.open_matches_max),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token_secret: config.token_secret.or_else(|| Secret::parse(KEY)),
            ..config
        };
        let server = Server::start(&config).await.expect("a server starts");
        let api = Api::connect(&server.url()).await;
        Self { server, api }
    }

    /// A connection to it.
    #[must_use]
    pub const fn api(&self) -> &Api {
        &self.api
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// The address of its metrics, if it exports them.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.server.metrics_address()
    }

    /// Its operator address, if it serves operators.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.server.admin_address()
    }

    /// Stops it as SIGTERM would, and waits until it has stopped.
    pub async fn stop(self) {
        drop(self.api);
        soon("the server's end", self.server.stop()).await.expect("a clean end");
    }
}
