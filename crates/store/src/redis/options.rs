//! Options for the connection to Redis.

use std::time::Duration;

use super::certificates::RedisTls;
use crate::Limits;

/// The options of a [`Redis`](crate::Redis) store.
#[derive(Debug, Clone)]
pub struct RedisOptions {
    /// The limits of a match's history.
    pub limits: Limits,
    /// The timeout for opening a connection.
    pub connect_timeout: Duration,
    /// The response timeout; after it a call fails as unavailable.
    pub response_timeout: Duration,
    /// The number of replicas that must confirm a write before it is acknowledged (Redis' `WAIT`).
    ///
    /// The default is 0: then a failover can lose the last acknowledged writes. With one or more, a loss is much less
    /// likely, but still possible if a replica that missed a write is promoted. If too few replicas confirm a write
    /// within half of the response timeout, it fails as unavailable, although the master has applied it. Retrying the
    /// identical write is safe, and waits again. This option costs one round trip between master and replicas.
    pub replicas: u32,
    /// The certificates of TLS connections.
    pub tls: RedisTls,
}

impl Default for RedisOptions {
    /// The default limits, a connect timeout of 500 ms, a response timeout of 1 s, no waiting for replicas, and the
    /// system's CA certificates.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            connect_timeout: Duration::from_millis(500),
            response_timeout: Duration::from_secs(1),
            replicas: 0,
            tls: RedisTls::default(),
        }
    }
}
