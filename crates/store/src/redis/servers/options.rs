//! Options for the connection to Redis.

use std::{fmt, time::Duration};

use ::redis::RedisConnectionInfo;

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
    /// Whether a match is created only in a shard with the mark of an installation, so that none begins in a store that has
    /// just lost its data. The default is false.
    pub is_mark_required: bool,
    /// The certificates of TLS connections.
    pub tls: RedisTls,
    /// The login to Redis, in place of that in the URL.
    pub login: Login,
    /// The login to sentinels, in place of that in the URL.
    pub sentinel_login: Login,
}

/// A user and a password of Redis. Its `Debug` form contains no password.
#[derive(Clone, Default)]
pub struct Login {
    /// The name of the user; `None`: that of the URL, or the default user.
    pub user: Option<String>,
    /// The password; `None`: that of the URL, or none.
    pub password: Option<String>,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

impl Login {
    /// The connection parameters with this login.
    pub(super) fn applied_to(&self, mut settings: RedisConnectionInfo) -> RedisConnectionInfo {
        if let Some(user) = &self.user {
            settings = settings.set_username(user);
        }
        match &self.password {
            Some(password) => settings.set_password(password),
            None => settings,
        }
    }
}

impl Default for RedisOptions {
    /// The default limits, a connect timeout of 500 ms, a response timeout of 1 s, no waiting for replicas, the
    /// system's CA certificates, and the login in the URL.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            connect_timeout: Duration::from_millis(500),
            response_timeout: Duration::from_secs(1),
            replicas: 0,
            is_mark_required: false,
            tls: RedisTls::default(),
            login: Login::default(),
            sentinel_login: Login::default(),
        }
    }
}
