//! Results of a store: matches, their logs, and notices about them.

use std::time::Duration;

use bytes::Bytes;

use crate::{Revision, Version};

/// Milliseconds since 1970-01-01T00:00:00Z. Exact below 2^53, which is the year 287396.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnixMillis(pub u64);

impl UnixMillis {
    /// The end of a wait that begins at this time. The wait is at least one millisecond.
    pub(crate) fn later(self, wait: Duration) -> Self {
        Self(self.0.saturating_add(millis(wait)))
    }
}

/// A stored match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The precondition of the next write.
    pub version: Version,
    /// The record as it was written.
    pub record: Bytes,
    /// The personal data of the match; empty without any.
    pub personal: Bytes,
}

/// A whole number of milliseconds: at least 1, because an expiry of 0 is invalid. At most the number that Redis can add
/// to the time of day.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis())
        .unwrap_or(u64::MAX)
        .clamp(1, 1 << 52)
}

/// A section of a match's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPage {
    /// The newest revision of the match.
    pub head: Revision,
    /// The oldest revision with a retained entry.
    pub oldest: Revision,
    /// Entries with their revisions, without gaps. If entries after the requested revision were trimmed, they begin at
    /// `oldest`.
    pub entries: Vec<(Revision, Bytes)>,
}

/// A reason to read a watched match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// The match is at this version, or a later one.
    Moved(Version),
    /// Notices may have been lost; read the match again.
    Lost,
}
