//! Every way in which a call fails.

pub(crate) mod status;

use std::time::Duration;

use tinsel_catalog::Refusal;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::Conduct;
use tinsel_store::{Revision, StoreError};

/// Why a call failed. The sentence is what the caller is told: what was wrong and what would be right. A cause that is
/// the operator's business stands beside it and is logged only.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RpcError {
    #[error("{}", sentences(.0))]
    Malformed(Vec<Violation>),
    #[error("what was sent is not a message of this call: {cause}")]
    MalformedMessage { cause: String },
    #[error("a message may have at most {limit_bytes} bytes; send less")]
    MessageTooLarge { limit_bytes: usize },
    #[error("there is no such method; see the protos, or ask by reflection")]
    MethodNotFound,
    #[error("there is no game with this id; ListGames lists them")]
    GameNotFound,
    #[error("there is no match with this id, or it has expired")]
    MatchNotFound,
    #[error("this call needs a token in the metadata: `authorization: Bearer <token>`")]
    TokenMissing,
    #[error("the authorization is not `Bearer` and a token that this service gave")]
    TokenInvalid,
    #[error("the token is for another match than match_id")]
    TokenForOtherMatch,
    #[error("only the host may do this; use the token that CreateMatch gave")]
    HostOnly,
    #[error("only a seat may do this; use the token that JoinMatch gave")]
    SeatOnly,
    #[error("the match is private; use a token of it, or its join_code")]
    PrivateMatch,
    #[error("the match is for players only while it is played; use the token of a seat or of the host")]
    PlayersOnly,
    #[error("there is no match with this join_code, or it has expired; ask for the code again")]
    JoinCodeUnknown,
    #[error("whoever had this token has left the seat; take a seat that is open, or watch")]
    SeatLeft,
    #[error("the match has ended or was aborted; nothing about it can be changed any more")]
    MatchOver,
    #[error("no player decides for the seat; if it is substituted, call ReturnToSeat first")]
    NoPlayerDecides { conduct: Conduct },
    #[error(
        "the player of the seat is not absent; wait until a decision of it was taken by default or, in a match that waits for ever, until it has been waited for five minutes"
    )]
    PlayerPresent,
    #[error("no bot decides for the seat; there is nothing to return from")]
    NotSubstituted,
    #[error("a bot was let decide for the seat as often as may be; decide, leave or forfeit")]
    SubstitutedTooOften,
    #[error("seats of the match were left so often that nobody can join any more; join another match")]
    JoiningClosed,
    #[error("the seat has forfeited already")]
    SeatForfeited,
    #[error("the match has started; seats can no longer be taken")]
    MatchStarted,
    #[error("the match has not started; wait until its phase is MATCH_PHASE_ACTIVE")]
    MatchNotStarted,
    #[error("there is no such seat in this match; seats are 0 to {last}")]
    NoSuchSeat { last: u8 },
    #[error("{seat} is taken; choose another, or leave `seat` out")]
    SeatTaken { seat: SeatIndex },
    #[error("all seats of the match are taken")]
    MatchFull,
    #[error("somebody in this match has this display_name; choose another")]
    NameTaken,
    #[error("{open} of the seats are open; let players join, or add bots, and start again")]
    SeatsOpen { open: usize },
    #[error("the match is of {game}; set that field of the action")]
    WrongGame { game: &'static str },
    #[error("the match is at revision {revision}, not at expected_revision; read it again and decide again")]
    RevisionMismatch { revision: Revision },
    #[error("this request_id was used for a request with other content; draw a new one")]
    RequestIdReused,
    #[error("this server has as much to do as it takes on; try again later")]
    Overloaded,
    #[error("the call took longer than it may; it may have been applied, so repeat it with the same request_id")]
    TimedOut,
    #[error("too many calls for this match came before this one; repeat the call")]
    Contended,
    #[error("{}", refusal.sentence)]
    Refused {
        refusal: Box<Refusal>,
        revision: Option<Revision>,
    },
    #[error("this call is for operators: send the operator's token as `authorization: Bearer <token>`")]
    OperatorOnly,
    #[error("this seat is not waited for; choose one of match.waiting, or leave the seat out")]
    NotWaitedFor,
    #[error("this match waits for ever: there is no deadline to extend")]
    NoDeadline,
    #[error("this call needs an API key in the metadata: `x-api-key: <key>`")]
    ApiKeyMissing,
    #[error("the x-api-key is none that this service knows; use one that the operator gave, or leave it out")]
    ApiKeyUnknown,
    #[error("you call more often than you may; wait as long as RetryInfo says")]
    RateLimited { wait: Duration },
    #[error("you have {limit} watch streams open, which is as many as you may; end one, or try again later")]
    TooManyStreams { limit: usize },
    #[error(
        "{limit} of your matches have not ended, which is as many as you may have; let one end, or try again later"
    )]
    OpenMatchesReached { limit: u32 },
    #[error("this server is about to stop; repeat the call, another answers")]
    Draining,
    #[error("the store did not answer; the call may have been applied, so repeat it with the same request_id")]
    StoreUnavailable { cause: String },
    #[error("the match was written by a newer release than this server's; repeat the call, another may know it")]
    NewerSchema { cause: String },
    #[error("what is stored of the match cannot be read; tell the operator its id")]
    MatchUnreadable { cause: String },
    #[error("a mistake of the server; tell the operator when it happened")]
    Internal { cause: String },
}

/// How long an owner whose open matches were counted again waits until they are once more. Counting costs far more than
/// refusing.
pub(crate) const RECONCILE_INTERVAL: Duration = Duration::from_secs(5);

/// A field that is missing or out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The path of the field.
    pub(crate) field: String,
    /// What would be right.
    pub(crate) description: String,
}

impl RpcError {
    /// A mistake of ours, with its cause for the log.
    pub(crate) fn internal(cause: impl ToString) -> Self {
        Self::Internal {
            cause: cause.to_string(),
        }
    }
}

impl From<StoreError> for RpcError {
    fn from(error: StoreError) -> Self {
        let cause = error.to_string();
        match error {
            StoreError::NotFound => Self::MatchNotFound,
            StoreError::Full => Self::Overloaded,
            StoreError::Unavailable(_) => Self::StoreUnavailable { cause },
            StoreError::Corrupt(_) => Self::MatchUnreadable { cause },
            StoreError::FromTheFuture { .. } => Self::NewerSchema { cause },
        }
    }
}

fn sentences(violations: &[Violation]) -> String {
    let sentences: Vec<_> = violations
        .iter()
        .map(|v| format!("{}: {}", v.field, v.description))
        .collect();
    sentences.join("; ")
}
