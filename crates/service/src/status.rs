//! What a caller is told of a failure: the only place that makes a `tonic::Status`.

use std::time::Duration;

use tinsel_proto::v1::ErrorReason;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::error::{RpcError, Violation};

/// The domain of the platform's reasons.
pub(crate) const DOMAIN: &str = "tinsel.v1";

/// After which time it is worth to try again.
const RETRY_AFTER: Duration = Duration::from_millis(100);

impl From<RpcError> for Status {
    fn from(error: RpcError) -> Self {
        log(&error);
        let mut details = ErrorDetails::new();
        let (code, name, domain) = classify(&error);
        #[expect(
            clippy::disallowed_types,
            reason = "tonic-types takes the metadata of an ErrorInfo as a HashMap"
        )]
        let metadata: std::collections::HashMap<String, String> = metadata(&error)
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        details.set_error_info(name, domain, metadata);
        for violation in violations(&error) {
            details.add_bad_request_violation(violation.field, violation.description);
        }
        if retry_helps(code, name) {
            details.set_retry_info(Some(RETRY_AFTER));
        }
        Self::with_error_details(code, error.to_string(), details)
    }
}

/// The status code, reason and domain of a failure.
fn classify(error: &RpcError) -> (Code, &'static str, String) {
    if let RpcError::Refused { refusal, .. } = error {
        let code = if refusal.malformed.is_some() {
            Code::InvalidArgument
        } else {
            Code::FailedPrecondition
        };
        return (code, refusal.code, refusal.domain.clone());
    }
    let reason = reason(error);
    let name = reason.as_str_name();
    (
        code(reason),
        name.strip_prefix("ERROR_REASON_").unwrap_or(name),
        DOMAIN.to_owned(),
    )
}

/// One row for each way to fail; the compiler asks for a row when a way is added.
const fn reason(error: &RpcError) -> ErrorReason {
    match error {
        RpcError::Malformed(_) => ErrorReason::MalformedRequest,
        RpcError::MalformedMessage { .. } => ErrorReason::MalformedMessage,
        RpcError::MessageTooLarge { .. } => ErrorReason::MessageTooLarge,
        RpcError::MethodNotFound => ErrorReason::MethodNotFound,
        RpcError::GameNotFound => ErrorReason::GameNotFound,
        RpcError::MatchNotFound => ErrorReason::MatchNotFound,
        RpcError::TokenMissing => ErrorReason::TokenMissing,
        RpcError::TokenInvalid => ErrorReason::TokenInvalid,
        RpcError::TokenForOtherMatch => ErrorReason::TokenForOtherMatch,
        RpcError::HostOnly => ErrorReason::HostOnly,
        RpcError::SeatOnly => ErrorReason::SeatOnly,
        RpcError::PrivateMatch => ErrorReason::PrivateMatch,
        RpcError::MatchStarted => ErrorReason::MatchStarted,
        RpcError::MatchNotStarted => ErrorReason::MatchNotStarted,
        RpcError::SeatTaken { .. } => ErrorReason::SeatTaken,
        RpcError::MatchFull => ErrorReason::MatchFull,
        RpcError::NameTaken => ErrorReason::NameTaken,
        RpcError::SeatsOpen { .. } => ErrorReason::SeatsOpen,
        RpcError::WrongGame { .. } => ErrorReason::WrongGame,
        RpcError::RevisionMismatch { .. } => ErrorReason::RevisionMismatch,
        RpcError::RequestIdReused => ErrorReason::RequestIdReused,
        RpcError::Overloaded => ErrorReason::Overloaded,
        RpcError::TimedOut => ErrorReason::TimedOut,
        RpcError::Contended => ErrorReason::Contended,
        RpcError::Draining => ErrorReason::Draining,
        RpcError::StoreUnavailable { .. } => ErrorReason::StoreUnavailable,
        RpcError::NewerSchema { .. } => ErrorReason::NewerSchema,
        RpcError::MatchUnreadable { .. } => ErrorReason::MatchUnreadable,
        RpcError::Internal { .. } => ErrorReason::Internal,
        // The reason is the game's own; see `classify`.
        RpcError::Refused { .. } => ErrorReason::Unspecified,
    }
}

/// The one status code of each reason.
const fn code(reason: ErrorReason) -> Code {
    match reason {
        ErrorReason::MalformedRequest | ErrorReason::MalformedMessage => Code::InvalidArgument,
        ErrorReason::MessageTooLarge | ErrorReason::Overloaded => Code::ResourceExhausted,
        ErrorReason::MethodNotFound => Code::Unimplemented,
        ErrorReason::GameNotFound | ErrorReason::MatchNotFound => Code::NotFound,
        ErrorReason::TokenMissing | ErrorReason::TokenInvalid => Code::Unauthenticated,
        ErrorReason::TokenForOtherMatch | ErrorReason::HostOnly | ErrorReason::SeatOnly | ErrorReason::PrivateMatch => {
            Code::PermissionDenied
        }
        ErrorReason::MatchStarted
        | ErrorReason::MatchNotStarted
        | ErrorReason::SeatTaken
        | ErrorReason::MatchFull
        | ErrorReason::NameTaken
        | ErrorReason::SeatsOpen
        | ErrorReason::WrongGame => Code::FailedPrecondition,
        ErrorReason::RevisionMismatch => Code::Aborted,
        ErrorReason::RequestIdReused => Code::AlreadyExists,
        ErrorReason::TimedOut => Code::DeadlineExceeded,
        ErrorReason::Contended | ErrorReason::Draining | ErrorReason::StoreUnavailable | ErrorReason::NewerSchema => {
            Code::Unavailable
        }
        ErrorReason::MatchUnreadable => Code::DataLoss,
        ErrorReason::Internal | ErrorReason::Unspecified => Code::Internal,
    }
}

/// Whether the very same call may succeed later.
fn retry_helps(code: Code, reason: &str) -> bool {
    code == Code::Unavailable || code == Code::DeadlineExceeded || reason == "OVERLOADED"
}

fn metadata(error: &RpcError) -> Vec<(&'static str, String)> {
    if let RpcError::Refused { refusal, revision } = error {
        let rule = refusal.rule.map(|rule| ("rule", rule.to_owned()));
        return rule
            .into_iter()
            .chain(revision.map(|revision| ("revision", revision.to_string())))
            .collect();
    }
    let entry = if let RpcError::SeatsOpen { open } = error {
        Some(("open_seats", open.to_string()))
    } else if let RpcError::WrongGame { game } = error {
        Some(("game_id", (*game).to_owned()))
    } else if let RpcError::RevisionMismatch { revision } = error {
        Some(("revision", revision.to_string()))
    } else if let RpcError::MessageTooLarge { limit_bytes } = error {
        Some(("limit_bytes", limit_bytes.to_string()))
    } else {
        None
    };
    entry.into_iter().collect()
}

fn violations(error: &RpcError) -> Vec<Violation> {
    if let RpcError::Malformed(violations) = error {
        return violations.clone();
    }
    let RpcError::Refused { refusal, .. } = error else {
        return Vec::new();
    };
    let violation = |field: &String| Violation {
        field: field.clone(),
        description: refusal.sentence.clone(),
    };
    refusal.malformed.iter().map(violation).collect()
}

/// Failures that are nobody's refusal are for the operator to know, with their causes.
fn log(error: &RpcError) {
    if let RpcError::Internal { cause } | RpcError::MatchUnreadable { cause } = error {
        tracing::error!(%cause, "a call failed by our mistake");
    } else if let RpcError::StoreUnavailable { cause } | RpcError::NewerSchema { cause } = error {
        tracing::warn!(%cause, "a call failed for now");
    } else {
        tracing::debug!(reason = classify(error).1, "a call was refused");
    }
}
