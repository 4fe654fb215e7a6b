//! What a call knows of the connection it came by.

use http::Extensions;
use tokio_util::sync::CancellationToken;

/// When the connection ends that a call came by: because it has lived long enough, or because the server stops. Streams
/// say so, and end, for whoever watches to go on by another one. Whoever serves connections puts it among the extensions
/// of each call.
#[derive(Debug, Clone)]
pub struct ConnectionEnd(CancellationToken);

impl ConnectionEnd {
    /// The end of a connection, which has come when `ending` is cancelled.
    #[must_use]
    pub const fn new(ending: CancellationToken) -> Self {
        Self(ending)
    }

    /// What is cancelled when the connection of a call ends, as far as that was noted.
    #[must_use]
    pub fn noted(extensions: &Extensions) -> Option<CancellationToken> {
        extensions.get().map(|Self(ending)| ending.clone())
    }
}

/// There was no place for the connection a call came by. It is told so; only whether the server is alive is answered.
/// Whoever serves connections puts it among the extensions of each call.
#[derive(Debug, Clone, Copy)]
pub struct OverLimit;

impl OverLimit {
    /// Whether it was noted.
    pub(crate) fn noted(extensions: &Extensions) -> bool {
        extensions.get::<Self>().is_some()
    }
}
