//! Every way in which a call fails.

use tinsel_catalog::Refusal;
use tinsel_engine::SeatIndex;
use tinsel_store::{Revision, StoreError};

/// Why a call failed. `status` says what the caller is told of it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RpcError {
    #[error("the request is malformed")]
    Malformed(Vec<Violation>),
    #[error("there is no such game")]
    GameNotFound,
    #[error("there is no such match")]
    MatchNotFound,
    #[error("a token is missing")]
    TokenMissing,
    #[error("the token is not valid")]
    TokenInvalid,
    #[error("the token is for another match")]
    TokenForOtherMatch,
    #[error("only the host may do this")]
    HostOnly,
    #[error("only a seat may do this")]
    SeatOnly,
    #[error("the match is private")]
    PrivateMatch,
    #[error("the match has started")]
    MatchStarted,
    #[error("the match has not started")]
    MatchNotStarted,
    #[error("{seat} is taken")]
    SeatTaken { seat: SeatIndex },
    #[error("all seats are taken")]
    MatchFull,
    #[error("the name is taken")]
    NameTaken,
    #[error("{open} seats are open")]
    SeatsOpen { open: usize },
    #[error("the match is of {game}")]
    WrongGame { game: &'static str },
    #[error("the match is at revision {revision}")]
    RevisionMismatch { revision: Revision },
    #[error("the request id was used before")]
    RequestIdReused,
    #[error("as much to do as is taken on")]
    Overloaded,
    #[error("the match moved too often")]
    Contended,
    #[error("refused: {}", refusal.code)]
    Refused {
        refusal: Refusal,
        revision: Option<Revision>,
    },
    #[error("this server is about to stop")]
    Draining,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A mistake of ours; the cause is logged and not told.
    #[error("internal: {0}")]
    Internal(String),
}

/// A field that is missing or out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The path of the field.
    pub(crate) field: String,
    /// What would be right.
    pub(crate) description: String,
}
