//! The scripted faults.

use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The one fault of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// The first submission gets no response, and is not applied.
    NoResponse,
    /// The first submission is applied, and its response is lost.
    LostSubmit,
    /// The first seat is taken, and the response is lost.
    LostJoin,
    /// The first submission is over the rate limit.
    RateLimited,
    /// The first submission is refused because the match has changed.
    Stale,
    /// Another seat acts before the first submission arrives: an update with the decided form follows.
    OtherSeat,
    /// The first decision is taken by default before the first submission arrives.
    Late,
    /// The server that is called first closes every connection.
    Broken,
    /// The server that is called first refuses every call with UNAVAILABLE.
    Unavailable,
    /// A fault of the first stream, after the update of the first submission.
    Stream(StreamFault),
    /// All messages contain fields, values and events that no client knows yet.
    LaterRelease,
    /// The seat is lost: every watch fails.
    SeatLeft,
    /// The connection freezes at the first submission: it stays open, and no byte passes. The submission is applied.
    SilentCall,
    /// The connection freezes at the first watch.
    SilentWatch,
    /// Every watch is over the limit of concurrent streams.
    StreamLimit,
    /// No server listens.
    ClosedPort,
}

impl Fault {
    /// The method whose first call freezes all connections.
    pub(crate) const fn freezing_method(self) -> Option<&'static str> {
        match self {
            Self::SilentCall => Some("SubmitAction"),
            Self::SilentWatch => Some("WatchMatch"),
            Self::None
            | Self::NoResponse
            | Self::LostSubmit
            | Self::LostJoin
            | Self::RateLimited
            | Self::Stale
            | Self::OtherSeat
            | Self::Late
            | Self::Broken
            | Self::Unavailable
            | Self::Stream(_)
            | Self::LaterRelease
            | Self::SeatLeft
            | Self::StreamLimit
            | Self::ClosedPort => None,
        }
    }
}

/// A fault of the first stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamFault {
    /// It fails.
    Cut,
    /// It ends normally.
    End,
    /// It announces its end, and sends nothing more.
    Draining,
    /// It sends nothing more.
    Silence,
    /// The store loses the second submission; the stream fails, and the next one has a snapshot of an earlier revision.
    LostRevision,
    /// It sends the update again after the next submission.
    Repeat,
    /// It fails, and the next stream is over the limit, because the server still counts this one.
    Limit,
}

/// The wait that [`Fault::RateLimited`] asks for.
pub(crate) const RETRY_DELAY: Duration = Duration::from_secs(1);

const PLATFORM: &str = "tinsel.v1";

fn refusal(code: Code, (domain, reason): (&str, &str), retry: Option<Duration>, message: &str) -> Status {
    let mut details = ErrorDetails::with_error_info(reason, domain, []);
    if retry.is_some() {
        details.set_retry_info(retry);
    }
    Status::with_error_details(code, message, details)
}

pub(crate) fn rate_limited() -> Status {
    let reason = (PLATFORM, "RATE_LIMITED");
    refusal(
        Code::ResourceExhausted,
        reason,
        Some(RETRY_DELAY),
        "over the rate limit; retry after RetryInfo",
    )
}

pub(crate) fn too_many_streams() -> Status {
    let retry = Some(Duration::from_millis(100));
    refusal(
        Code::ResourceExhausted,
        (PLATFORM, "TOO_MANY_STREAMS"),
        retry,
        "stream limit reached; close a stream or retry later",
    )
}

pub(crate) fn stale() -> Status {
    let reason = ("tinsel.games.presents_of_mine.v1", "WRONG_PHASE");
    refusal(
        Code::FailedPrecondition,
        reason,
        None,
        "the match has changed; go on with its new state",
    )
}

pub(crate) fn draining() -> Status {
    let retry = Some(Duration::from_millis(100));
    refusal(
        Code::Unavailable,
        (PLATFORM, "DRAINING"),
        retry,
        "the server is shutting down; use another one",
    )
}

pub(crate) fn seat_left() -> Status {
    refusal(
        Code::PermissionDenied,
        (PLATFORM, "SEAT_LEFT"),
        None,
        "the player has left the seat",
    )
}

pub(crate) fn refused(code: Code, reason: &str, message: &str) -> Status {
    refusal(code, (PLATFORM, reason), None, message)
}

/// A status as a broken connection causes it: without details.
pub(crate) fn broken() -> Status {
    Status::unavailable("the connection is broken")
}
