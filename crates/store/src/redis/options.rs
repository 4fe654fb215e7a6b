//! How a store deals with its servers.

use std::time::Duration;

use bytes::Bytes;

use super::{address::UnusableAddress, certificates::can_trust};
use crate::Limits;

/// How [`Redis`](crate::Redis) deals with its servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedisOptions {
    /// How much of a match's past is kept.
    pub limits: Limits,
    /// How long opening a connection may take.
    pub connect_timeout: Duration,
    /// How long a reply may take; after it a call fails as unavailable.
    pub response_timeout: Duration,
    /// How many replicas must have a write before it counts as written (Redis' `WAIT`).
    ///
    /// None by default: then a failover may lose the last writes it has said yes to. With one or more it is much less
    /// likely to, but a server that is cut off and promoted before it has heard of a write still loses it. A write that
    /// too few replicas confirm within half of the response timeout fails as unavailable, though the master has it:
    /// making the very same write again is safe, and waits again. Costs a round trip between master and replicas.
    pub replicas: u32,
    /// Certificates in PEM that vouch for servers reached by TLS, instead of those the system trusts.
    pub ca: Option<Bytes>,
}

impl Default for RedisOptions {
    /// The default limits, half a second to connect and one to answer, no waiting for replicas, the system's
    /// certificates.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            connect_timeout: Duration::from_millis(500),
            response_timeout: Duration::from_secs(1),
            replicas: 0,
            ca: None,
        }
    }
}

impl RedisOptions {
    /// Sets [`ca`](Self::ca), after a look at it.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress::Certificates`] if there is no certificate in it, or one that cannot be read.
    pub fn with_ca(self, pem: impl Into<Bytes>) -> Result<Self, UnusableAddress> {
        let pem = pem.into();
        if can_trust(&pem) {
            Ok(Self { ca: Some(pem), ..self })
        } else {
            Err(UnusableAddress::Certificates)
        }
    }
}
