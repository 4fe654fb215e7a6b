//! Properties of the connection of a call.

use http::Extensions;
use tokio_util::sync::CancellationToken;

/// Signals the end of a call's connection, at its maximum age or at shutdown. Streams then send Draining and end, so
/// that their clients resume on another connection. The server inserts it into the extensions of each call.
#[derive(Debug, Clone)]
pub struct ConnectionEnd(CancellationToken);

impl ConnectionEnd {
    /// A connection that ends when `ending` is cancelled.
    #[must_use]
    pub const fn new(ending: CancellationToken) -> Self {
        Self(ending)
    }

    /// The token that is cancelled when the connection of a call ends, if the server attached one.
    #[must_use]
    pub fn noted(extensions: &Extensions) -> Option<CancellationToken> {
        extensions.get().map(|Self(ending)| ending.clone())
    }
}

/// Marks a call on a connection that only serves health checks; other calls are refused. The server inserts it into the
/// extensions of each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthOnly {
    /// The connection is over the connection limits.
    OverLimit,
    /// The connection does not use TLS, which the listener requires. Kubernetes sends gRPC probes without TLS.
    Plaintext,
}

impl HealthOnly {
    /// The mark of the call, if it has one.
    pub(crate) fn noted(extensions: &Extensions) -> Option<Self> {
        extensions.get().copied()
    }
}
