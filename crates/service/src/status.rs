//! What a caller is told of a failure: the only place that makes a `tonic::Status`.

use std::time::Duration;

use tinsel_catalog::Refusal;
use tinsel_store::{Revision, StoreError};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::error::{RpcError, Violation};

/// The domain of the platform's reasons.
pub(crate) const DOMAIN: &str = "tinsel.v1";

/// After which time it is worth to try again.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// One failure, as told.
struct Told {
    code: Code,
    reason: &'static str,
    domain: String,
    message: String,
    metadata: Vec<(&'static str, String)>,
    violations: Vec<Violation>,
    retry: bool,
}

impl From<RpcError> for Status {
    fn from(error: RpcError) -> Self {
        log(&error);
        tell(error).into_status()
    }
}

/// Failures that are nobody's refusal are for the operator to know.
fn log(error: &RpcError) {
    match error {
        RpcError::Store(StoreError::NotFound) => {}
        RpcError::Store(cause) => tracing::warn!(%cause, "the store failed"),
        RpcError::Internal(cause) => tracing::error!(%cause, "a call failed by our mistake"),
        refusal => tracing::debug!(%refusal, "a call was refused"),
    }
}

/// One row for each way to fail; the compiler asks for a row when a way is added.
fn tell(error: RpcError) -> Told {
    match error {
        RpcError::Malformed(violations) => malformed(violations),
        RpcError::GameNotFound => say(
            Code::NotFound,
            "GAME_NOT_FOUND",
            "there is no game with this id; ListGames lists them",
        ),
        RpcError::MatchNotFound | RpcError::Store(StoreError::NotFound) => say(
            Code::NotFound,
            "MATCH_NOT_FOUND",
            "there is no match with this id, or it has expired",
        ),
        RpcError::TokenMissing => say(
            Code::Unauthenticated,
            "TOKEN_MISSING",
            "this call needs a token in the metadata: `authorization: Bearer <token>`",
        ),
        RpcError::TokenInvalid => say(
            Code::Unauthenticated,
            "TOKEN_INVALID",
            "the authorization is not `Bearer` and a token that this service gave",
        ),
        RpcError::TokenForOtherMatch => say(
            Code::PermissionDenied,
            "TOKEN_FOR_OTHER_MATCH",
            "the token is for another match than match_id",
        ),
        RpcError::HostOnly => say(
            Code::PermissionDenied,
            "HOST_ONLY",
            "only the host may do this; use the token that CreateMatch gave",
        ),
        RpcError::SeatOnly => say(
            Code::PermissionDenied,
            "SEAT_ONLY",
            "only a seat may do this; use the token that JoinMatch gave",
        ),
        RpcError::PrivateMatch => say(
            Code::PermissionDenied,
            "PRIVATE_MATCH",
            "the match is private; use a token of its host or of a seat",
        ),
        RpcError::MatchStarted => say(
            Code::FailedPrecondition,
            "MATCH_STARTED",
            "the match has started; seats can no longer be taken",
        ),
        RpcError::MatchNotStarted => say(
            Code::FailedPrecondition,
            "MATCH_NOT_STARTED",
            "the match has not started; wait until its phase is MATCH_PHASE_ACTIVE",
        ),
        RpcError::SeatTaken { seat } => say(
            Code::FailedPrecondition,
            "SEAT_TAKEN",
            format!("{seat} is taken; choose another, or leave `seat` out"),
        ),
        RpcError::MatchFull => say(
            Code::FailedPrecondition,
            "MATCH_FULL",
            "all seats of the match are taken",
        ),
        RpcError::NameTaken => say(
            Code::FailedPrecondition,
            "NAME_TAKEN",
            "somebody in this match has this display_name; choose another",
        ),
        RpcError::SeatsOpen { open } => say(
            Code::FailedPrecondition,
            "SEATS_OPEN",
            format!("{open} of the seats are open; let players join, or add bots, and start again"),
        )
        .with("open_seats", open.to_string()),
        RpcError::WrongGame { game } => say(
            Code::FailedPrecondition,
            "WRONG_GAME",
            format!("the match is of {game}; set that field of action"),
        )
        .with("game_id", game.to_owned()),
        RpcError::RevisionMismatch { revision } => say(
            Code::Aborted,
            "REVISION_MISMATCH",
            format!("the match is at revision {revision}, not at expected_revision; read it again and decide again"),
        )
        .with("revision", revision.to_string()),
        RpcError::RequestIdReused => say(
            Code::AlreadyExists,
            "REQUEST_ID_REUSED",
            "this request_id was used for a request with other content; draw a new one",
        ),
        RpcError::Refused { refusal, revision } => refused(refusal, revision),
        failure @ (RpcError::Overloaded
        | RpcError::Contended
        | RpcError::Draining
        | RpcError::Store(_)
        | RpcError::Internal(_)) => tell_failure(failure),
    }
}

/// The rows of failures that are not the caller's.
fn tell_failure(error: RpcError) -> Told {
    match error {
        RpcError::Overloaded => say(
            Code::ResourceExhausted,
            "OVERLOADED",
            "this server has as much to do as it takes on; try again",
        )
        .retry(),
        RpcError::Contended => say(
            Code::Unavailable,
            "CONTENDED",
            "the match moved too often while this was tried; repeat the call",
        )
        .retry(),
        RpcError::Draining => say(
            Code::Unavailable,
            "DRAINING",
            "this server is about to stop; repeat the call, another answers",
        )
        .retry(),
        RpcError::Store(StoreError::FromTheFuture { .. }) => say(
            Code::Unavailable,
            "NEWER_SCHEMA",
            "the match was written by a newer release than this server's; repeat the call, another may know it",
        )
        .retry(),
        RpcError::Store(StoreError::Corrupt(_)) => say(
            Code::DataLoss,
            "MATCH_UNREADABLE",
            "what is stored of the match cannot be read; tell the operator its id",
        ),
        RpcError::Store(_) => say(
            Code::Unavailable,
            "STORE_UNAVAILABLE",
            "the store did not answer; the call may have been applied, so repeat it with the same request_id",
        )
        .retry(),
        _ => say(
            Code::Internal,
            "INTERNAL",
            "a mistake of the server; tell the operator when it happened",
        ),
    }
}

fn malformed(violations: Vec<Violation>) -> Told {
    let sentences: Vec<_> = violations
        .iter()
        .map(|v| format!("{}: {}", v.field, v.description))
        .collect();
    let mut told = say(Code::InvalidArgument, "MALFORMED_REQUEST", sentences.join("; "));
    told.violations = violations;
    told
}

fn refused(refusal: Refusal, revision: Option<Revision>) -> Told {
    let code = if refusal.malformed.is_some() {
        Code::InvalidArgument
    } else {
        Code::FailedPrecondition
    };
    let mut told = say(code, refusal.code, refusal.sentence.clone());
    told.domain = refusal.domain;
    told.metadata.extend(refusal.rule.map(|rule| ("rule", rule.to_owned())));
    told.metadata
        .extend(revision.map(|revision| ("revision", revision.to_string())));
    told.violations.extend(refusal.malformed.map(|field| Violation {
        field,
        description: refusal.sentence,
    }));
    told
}

fn say(code: Code, reason: &'static str, message: impl Into<String>) -> Told {
    Told {
        code,
        reason,
        domain: DOMAIN.to_owned(),
        message: message.into(),
        metadata: Vec::new(),
        violations: Vec::new(),
        retry: false,
    }
}

impl Told {
    fn with(mut self, key: &'static str, value: String) -> Self {
        self.metadata.push((key, value));
        self
    }

    fn retry(mut self) -> Self {
        self.retry = true;
        self
    }

    fn into_status(self) -> Status {
        #[expect(
            clippy::disallowed_types,
            reason = "tonic-types takes the metadata of an ErrorInfo as a HashMap"
        )]
        let metadata: std::collections::HashMap<String, String> = self
            .metadata
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        let mut details = ErrorDetails::new();
        details.set_error_info(self.reason, self.domain, metadata);
        for violation in self.violations {
            details.add_bad_request_violation(violation.field, violation.description);
        }
        if self.retry {
            details.set_retry_info(Some(RETRY_AFTER));
        }
        Status::with_error_details(self.code, self.message, details)
    }
}

/// What a caller is told when gRPC itself could not make a request of what was sent.
pub(crate) fn of_transport(code: Code, message: &str, limit_bytes: usize) -> Option<Status> {
    let told = match code {
        Code::OutOfRange => say(
            Code::ResourceExhausted,
            "MESSAGE_TOO_LARGE",
            format!("a message may have at most {limit_bytes} bytes"),
        )
        .with("limit_bytes", limit_bytes.to_string()),
        Code::Unimplemented => say(
            Code::Unimplemented,
            "METHOD_NOT_FOUND",
            "there is no such method; see the protos, or ask by reflection",
        ),
        Code::Internal => say(
            Code::InvalidArgument,
            "MALFORMED_MESSAGE",
            format!("what was sent is not a message of this call: {message}"),
        ),
        _ => return None,
    };
    Some(told.into_status())
}
