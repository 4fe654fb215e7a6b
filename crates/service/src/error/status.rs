//! The gRPC status of each failure. No other module creates a `tonic::Status`.

mod metadata;
mod texts;

use std::{collections::BTreeMap, time::Duration};

use prost::Message;
use prost_types::Any;
use tinsel_proto::v1::ErrorReason;
use tinsel_store::WriteRefusal;
use tonic::{Code, Status};
use tonic_types::pb;

use self::{
    metadata::metadata,
    texts::{Extent, violations},
};
use super::{RECONCILE_INTERVAL, RpcError};

/// The domain of the platform's reasons.
pub(crate) const DOMAIN: &str = "tinsel.v1";

/// The default delay before a retry.
const SOON: Duration = Duration::from_millis(100);

/// The delay before a retry of a write that the store refuses. Most refusals last until an operator acts.
const REFUSAL_ENDS: Duration = Duration::from_secs(5);

/// The delay before a retry after a connection to a replica: the next one leads to the master.
const NEXT_MASTER: Duration = Duration::from_secs(1);

/// The delay before a retry after the limit of streams was reached. A stream may have ended by then.
const STREAM_ENDS: Duration = Duration::from_secs(1);

impl From<RpcError> for Status {
    fn from(error: RpcError) -> Self {
        log(&error);
        texts::limited(&error, encode)
    }
}

/// The status of a failure, with this much of its texts.
fn encode(error: &RpcError, extent: Extent) -> Status {
    let (code, reason, domain) = classify(error);
    let info = ErrorInfo {
        reason: reason.to_owned(),
        domain,
        metadata: metadata(error),
    };
    let mut details = vec![detail("ErrorInfo", &info)];
    let mut field_violations = violations(error);
    let left_out = extent.reduce(&mut field_violations);
    let message = if let RpcError::Malformed(_) = error {
        texts::message(&field_violations, left_out)
    } else {
        extent.cut(error.to_string())
    };
    if !field_violations.is_empty() {
        details.push(detail("BadRequest", &pb::BadRequest { field_violations }));
    }
    if let Some(wait) = retry_after(error, code) {
        let retry_delay = prost_types::Duration::try_from(wait).ok();
        details.push(detail("RetryInfo", &pb::RetryInfo { retry_delay }));
    }
    let status = pb::Status {
        code: code.into(),
        message: message.clone(),
        details,
    };
    Status::with_details(code, message, status.encode_to_vec().into())
}

/// `google.rpc.ErrorInfo` with sorted metadata, so that the same failure is always encoded to the same bytes.
#[derive(Clone, PartialEq, Message)]
struct ErrorInfo {
    #[prost(string, tag = "1")]
    reason: String,
    #[prost(string, tag = "2")]
    domain: String,
    #[prost(btree_map = "string, string", tag = "3")]
    metadata: BTreeMap<String, String>,
}

fn detail(name: &str, message: &impl Message) -> Any {
    Any {
        type_url: format!("type.googleapis.com/google.rpc.{name}"),
        value: message.encode_to_vec(),
    }
}

/// The status code, reason and domain of a failure.
fn classify(error: &RpcError) -> (Code, &'static str, String) {
    if let RpcError::Refused { refusal, .. } = error {
        let code = if refusal.malformed {
            Code::InvalidArgument
        } else {
            Code::FailedPrecondition
        };
        return (code, refusal.code, refusal.domain());
    }
    let reason = reason(error);
    (code(reason), name(reason), DOMAIN.to_owned())
}

/// The name of a failure's reason, as the API lists it.
pub(crate) fn reason_name(error: &RpcError) -> &'static str {
    classify(error).1
}

/// The names of reasons that concern the server more than the caller: internal errors and overload.
pub(crate) fn reasons_of_the_server() -> impl Iterator<Item = &'static str> {
    let reasons = (1..1_000).filter_map(|number| ErrorReason::try_from(number).ok());
    let of_server = reasons.filter(|reason| {
        let code = code(*reason);
        code == Code::ResourceExhausted || is_servers_fault(code)
    });
    of_server.map(name)
}

/// Whether the same call may succeed later.
pub(crate) fn is_temporary(error: &RpcError) -> bool {
    retry_after(error, classify(error).0).is_some()
}

/// Whether a failure is the server's fault, not the caller's.
pub(crate) fn is_failure(error: &RpcError) -> bool {
    is_servers_fault(classify(error).0)
}

fn name(reason: ErrorReason) -> &'static str {
    let name = reason.as_str_name();
    name.strip_prefix("ERROR_REASON_").unwrap_or(name)
}

/// The code of a reason, and whether a retry can succeed.
#[cfg(feature = "testkit")]
pub(crate) fn row(reason: ErrorReason) -> (Code, bool) {
    let code = code(reason);
    (code, retry_helps(code, reason))
}

/// One arm for each variant; the compiler requires one when a variant is added.
#[expect(clippy::too_many_lines, reason = "a line for each variant, and nothing else")]
const fn reason(error: &RpcError) -> ErrorReason {
    match error {
        RpcError::Malformed(_) => ErrorReason::MalformedRequest,
        RpcError::MalformedMessage { .. } => ErrorReason::MalformedMessage,
        RpcError::MessageTooLarge { .. } => ErrorReason::MessageTooLarge,
        RpcError::EncodingNotSupported => ErrorReason::EncodingNotSupported,
        RpcError::MethodNotFound => ErrorReason::MethodNotFound,
        RpcError::GameNotFound => ErrorReason::GameNotFound,
        RpcError::MatchNotFound => ErrorReason::MatchNotFound,
        RpcError::TokenMissing => ErrorReason::TokenMissing,
        RpcError::TokenInvalid => ErrorReason::TokenInvalid,
        RpcError::TokenForOtherMatch => ErrorReason::TokenForOtherMatch,
        RpcError::ListingDisabled => ErrorReason::ListingDisabled,
        RpcError::HostOnly => ErrorReason::HostOnly,
        RpcError::HostTransferred => ErrorReason::HostTransferred,
        RpcError::SeatIsHost => ErrorReason::SeatIsHost,
        RpcError::TransferredTooOften { .. } => ErrorReason::TransferredTooOften,
        RpcError::StartReserved { .. } => ErrorReason::StartReserved,
        RpcError::SeatOnly => ErrorReason::SeatOnly,
        RpcError::PrivateMatch => ErrorReason::PrivateMatch,
        RpcError::PlayersOnly => ErrorReason::PlayersOnly,
        RpcError::JoinCodeUnknown => ErrorReason::JoinCodeUnknown,
        RpcError::SeatLeft => ErrorReason::SeatLeft,
        RpcError::SeatRemoved => ErrorReason::SeatRemoved,
        RpcError::TokenReplaced => ErrorReason::TokenReplaced,
        RpcError::PlayerSeated { .. } => ErrorReason::PlayerSeated,
        RpcError::PlayerNotFound => ErrorReason::PlayerNotFound,
        RpcError::ReissuedTooOften { .. } => ErrorReason::ReissuedTooOften,
        RpcError::MatchNotOver => ErrorReason::MatchNotOver,
        RpcError::RematchClosed => ErrorReason::RematchClosed,
        RpcError::SeatReserved { .. } => ErrorReason::SeatReserved,
        RpcError::SeatOpen { .. } => ErrorReason::SeatOpen,
        RpcError::MatchOver => ErrorReason::MatchOver,
        RpcError::SeatNotPlayerControlled { .. } => ErrorReason::SeatNotPlayerControlled,
        RpcError::PlayerPresent => ErrorReason::PlayerPresent,
        RpcError::NotSubstituted => ErrorReason::NotSubstituted,
        RpcError::SeatForfeited => ErrorReason::SeatForfeited,
        RpcError::SubstitutedTooOften { .. } => ErrorReason::SubstitutedTooOften,
        RpcError::JoiningClosed { .. } => ErrorReason::JoiningClosed,
        RpcError::MatchStarted => ErrorReason::MatchStarted,
        RpcError::MatchNotStarted => ErrorReason::MatchNotStarted,
        RpcError::NoSuchSeat { .. } => ErrorReason::NoSuchSeat,
        RpcError::SeatTaken { .. } => ErrorReason::SeatTaken,
        RpcError::MatchFull => ErrorReason::MatchFull,
        RpcError::NameTaken => ErrorReason::NameTaken,
        RpcError::NameRefused { .. } => ErrorReason::NameRefused,
        RpcError::SeatsOpen { .. } => ErrorReason::SeatsOpen,
        RpcError::WrongGame { .. } => ErrorReason::WrongGame,
        RpcError::RevisionMismatch { .. } => ErrorReason::RevisionMismatch,
        RpcError::DecisionMismatch { .. } => ErrorReason::DecisionMismatch,
        RpcError::AnswerNotInForm { .. } => ErrorReason::AnswerNotInForm,
        RpcError::RevisionNotStored { .. } => ErrorReason::RevisionNotStored,
        RpcError::RequestIdReused => ErrorReason::RequestIdReused,
        RpcError::Overloaded => ErrorReason::Overloaded,
        RpcError::TlsRequired => ErrorReason::TlsRequired,
        RpcError::TimedOut => ErrorReason::TimedOut,
        RpcError::Contended => ErrorReason::Contended,
        RpcError::ApiKeyMissing => ErrorReason::ApiKeyMissing,
        RpcError::ApiKeyUnknown => ErrorReason::ApiKeyUnknown,
        RpcError::RateLimited { .. } => ErrorReason::RateLimited,
        RpcError::OperatorOnly => ErrorReason::OperatorOnly,
        RpcError::NoPendingDecision => ErrorReason::NoPendingDecision,
        RpcError::NoDeadline => ErrorReason::NoDeadline,
        RpcError::TooManyStreams { .. } => ErrorReason::TooManyStreams,
        RpcError::OpenMatchLimitReached { .. } => ErrorReason::OpenMatchLimitReached,
        RpcError::Draining => ErrorReason::Draining,
        RpcError::StoreUnavailable { .. } | RpcError::StoreNotUsed { .. } | RpcError::MatchMoved => {
            ErrorReason::StoreUnavailable
        }
        RpcError::StoreRefusesWrites { .. } => ErrorReason::StoreRefusesWrites,
        RpcError::NewerSchema { .. } => ErrorReason::NewerSchema,
        RpcError::MatchUnreadable { .. } => ErrorReason::MatchUnreadable,
        RpcError::Internal { .. } => ErrorReason::Internal,
        // The reason is the game's own; see `classify`.
        RpcError::Refused { .. } => ErrorReason::Unspecified,
    }
}

/// The one status code of each reason.
#[expect(clippy::too_many_lines, reason = "a line for each reason, and nothing else")]
const fn code(reason: ErrorReason) -> Code {
    match reason {
        ErrorReason::MalformedRequest | ErrorReason::MalformedMessage => Code::InvalidArgument,
        ErrorReason::MessageTooLarge
        | ErrorReason::Overloaded
        | ErrorReason::RateLimited
        | ErrorReason::TooManyStreams
        | ErrorReason::OpenMatchLimitReached => Code::ResourceExhausted,
        ErrorReason::EncodingNotSupported | ErrorReason::MethodNotFound => Code::Unimplemented,
        ErrorReason::GameNotFound
        | ErrorReason::MatchNotFound
        | ErrorReason::JoinCodeUnknown
        | ErrorReason::PlayerNotFound => Code::NotFound,
        ErrorReason::TokenMissing
        | ErrorReason::TokenInvalid
        | ErrorReason::ApiKeyMissing
        | ErrorReason::ApiKeyUnknown
        | ErrorReason::OperatorOnly => Code::Unauthenticated,
        ErrorReason::TokenForOtherMatch
        | ErrorReason::ListingDisabled
        | ErrorReason::HostOnly
        | ErrorReason::HostTransferred
        | ErrorReason::SeatOnly
        | ErrorReason::PrivateMatch
        | ErrorReason::PlayersOnly
        | ErrorReason::SeatLeft
        | ErrorReason::SeatRemoved
        | ErrorReason::TokenReplaced => Code::PermissionDenied,
        ErrorReason::MatchOver
        | ErrorReason::SeatNotPlayerControlled
        | ErrorReason::PlayerPresent
        | ErrorReason::NotSubstituted
        | ErrorReason::SeatForfeited
        | ErrorReason::SubstitutedTooOften
        | ErrorReason::JoiningClosed
        | ErrorReason::MatchStarted
        | ErrorReason::MatchNotStarted
        | ErrorReason::NoSuchSeat
        | ErrorReason::SeatTaken
        | ErrorReason::SeatOpen
        | ErrorReason::SeatIsHost
        | ErrorReason::TransferredTooOften
        | ErrorReason::ReissuedTooOften
        | ErrorReason::MatchNotOver
        | ErrorReason::RematchClosed
        | ErrorReason::SeatReserved
        | ErrorReason::PlayerSeated
        | ErrorReason::StartReserved
        | ErrorReason::MatchFull
        | ErrorReason::NameTaken
        | ErrorReason::NameRefused
        | ErrorReason::SeatsOpen
        | ErrorReason::NoPendingDecision
        | ErrorReason::NoDeadline
        | ErrorReason::AnswerNotInForm
        | ErrorReason::RevisionNotStored
        | ErrorReason::TlsRequired
        | ErrorReason::WrongGame => Code::FailedPrecondition,
        ErrorReason::RevisionMismatch | ErrorReason::DecisionMismatch => Code::Aborted,
        ErrorReason::RequestIdReused => Code::AlreadyExists,
        ErrorReason::TimedOut => Code::DeadlineExceeded,
        ErrorReason::Contended
        | ErrorReason::Draining
        | ErrorReason::StoreUnavailable
        | ErrorReason::StoreRefusesWrites
        | ErrorReason::NewerSchema => Code::Unavailable,
        ErrorReason::MatchUnreadable => Code::DataLoss,
        ErrorReason::Internal | ErrorReason::Unspecified => Code::Internal,
    }
}

/// The delay after which the same call may succeed; `None` if a retry cannot succeed.
fn retry_after(error: &RpcError, code: Code) -> Option<Duration> {
    if let RpcError::RateLimited { wait } = error {
        Some(*wait)
    } else if let RpcError::StoreRefusesWrites { refusal } = error {
        Some(match refusal {
            WriteRefusal::ReadOnly => NEXT_MASTER,
            WriteRefusal::OutOfMemory | WriteRefusal::DiskError | WriteRefusal::TooFewReplicas => REFUSAL_ENDS,
        })
    } else if let RpcError::TooManyStreams { .. } = error {
        Some(STREAM_ENDS)
    } else if let RpcError::OpenMatchLimitReached { .. } = error {
        Some(RECONCILE_INTERVAL)
    } else {
        retry_helps(code, reason(error)).then_some(SOON)
    }
}

/// Whether the same call may succeed later without a change by the caller.
const fn retry_helps(code: Code, reason: ErrorReason) -> bool {
    let bounded = matches!(
        reason,
        ErrorReason::Overloaded
            | ErrorReason::RateLimited
            | ErrorReason::TooManyStreams
            | ErrorReason::OpenMatchLimitReached
    );
    bounded || matches!(code, Code::Unavailable | Code::DeadlineExceeded)
}

/// Logs the cause of a failure that is not a refusal.
fn log(error: &RpcError) {
    if let RpcError::Internal { cause } | RpcError::MatchUnreadable { cause } = error {
        tracing::error!(error = %cause, "call failed: server error");
    } else if let RpcError::StoreUnavailable { cause } | RpcError::NewerSchema { cause } = error {
        tracing::warn!(error = %cause, "call failed: temporary error");
    } else if let RpcError::StoreRefusesWrites { refusal } = error {
        tracing::warn!(error = %refusal, "call failed: store refuses writes");
    } else {
        tracing::debug!(reason = reason_name(error), "call refused");
    }
}

/// The status codes of calls that failed by the server's fault, not because of the request or the state of the match.
pub(crate) const SERVERS_FAULTS: [Code; 5] = [
    Code::Unknown,
    Code::DeadlineExceeded,
    Code::Internal,
    Code::Unavailable,
    Code::DataLoss,
];

/// Whether a call with this status failed by the server's fault. Spans, alerts and dashboards use the same definition.
#[must_use]
pub fn is_servers_fault(code: Code) -> bool {
    SERVERS_FAULTS.contains(&code)
}

/// The name of a status code in OpenTelemetry.
#[must_use]
pub const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_the_server_differ_from_refusals() {
        let failures = (0..17).map(Code::from_i32).filter(|code| is_servers_fault(*code));
        let failures: Vec<_> = failures.map(code_name).collect();
        let expected = ["UNKNOWN", "DEADLINE_EXCEEDED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"];
        assert_eq!(failures, expected);
    }
}
