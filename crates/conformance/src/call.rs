//! The calls of the client under test.

use std::time::Duration;

use bytes::Bytes;
use prost::Message;
use tokio::time::Instant;
use tonic::{Status, metadata::MetadataMap};

/// One of the two servers of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    A,
    B,
}

/// A received call.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) side: Side,
    pub(crate) at: Instant,
    /// The name of the method, such as `SubmitAction`.
    pub(crate) method: String,
    pub(crate) metadata: MetadataMap,
    pub(crate) message: Bytes,
}

impl Call {
    /// The request, or a status that names the method if the bytes cannot be parsed.
    pub(crate) fn request<M: Message + Default>(&self) -> Result<M, Status> {
        M::decode(self.message.clone()).map_err(|error| {
            let method = &self.method;
            Status::invalid_argument(format!("the request of {method} cannot be parsed: {error}"))
        })
    }

    /// A value of the metadata; empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.metadata.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// The time between two calls.
    pub(crate) fn after(&self, earlier: &Self) -> Duration {
        self.at.saturating_duration_since(earlier.at)
    }
}

/// The server's reaction to a call.
#[derive(Debug)]
pub(crate) enum Reaction {
    /// The response, as bytes.
    Response(Vec<u8>),
    /// The stream of the match, after this position.
    Stream(Position),
    Refused(Box<Status>),
    /// No response.
    Silence,
}

impl From<Status> for Reaction {
    fn from(status: Status) -> Self {
        Self::Refused(Box::new(status))
    }
}

/// The revision after which a stream begins; `None` for a snapshot.
pub(crate) type Position = Option<u64>;
