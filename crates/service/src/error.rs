//! All failures of calls.

pub(crate) mod status;

use std::time::Duration;

use tinsel_catalog::Refusal;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::SeatControl;
use tinsel_store::{Revision, StoreError, WriteRefusal};

/// The reason why a call failed. The message is for the caller: it names the problem and the remedy. Causes that
/// concern only the operator are kept beside it and only logged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RpcError {
    #[error("fields of the request are missing or out of range")]
    Malformed(Vec<Violation>),
    #[error("cannot parse the request: {cause}; regenerate the client from the protos")]
    MalformedMessage { cause: String },
    #[error("the message is larger than the limit of {limit_bytes} bytes; send a smaller one")]
    MessageTooLarge { limit_bytes: usize },
    #[error("the encoding of the message is not supported; compress it with gzip, or do not compress it")]
    EncodingNotSupported,
    #[error("unknown method; check the protos, or list the methods by server reflection")]
    MethodNotFound,
    #[error("unknown game_id; send one that ListGames returns")]
    GameNotFound,
    #[error("no match has this match_id, or the match has expired; correct the id, or create a match")]
    MatchNotFound,
    #[error("this method requires a token; send it as metadata: `authorization: Bearer <token>`")]
    TokenMissing,
    #[error(
        "the token is invalid, or the secret of the servers has changed since; send `authorization: Bearer <token>` with the \
         unchanged token of CreateMatch or JoinMatch"
    )]
    TokenInvalid,
    #[error("the token belongs to another match than match_id; send the token of this match")]
    TokenForOtherMatch,
    #[error(
        "the operator has turned off the list of public matches; join by match_id or join code, or call QuickMatch"
    )]
    ListingDisabled,
    #[error("only the host may call this method; send the token that CreateMatch returned, or that of the host's seat")]
    HostOnly,
    #[error("the host's rights belong to the player of a seat since TransferHost; send the token of that seat")]
    HostTransferred,
    #[error("the player of the seat is the host; choose another seat, or call LeaveMatch to leave the lobby")]
    SeatIsHost,
    #[error(
        "for {} s more, only the host may start the match; wait for the host, or until start_without_host_time",
        seconds(*wait)
    )]
    StartReserved { wait: Duration },
    #[error("only a seat may call this method; send the token that JoinMatch returned")]
    SeatOnly,
    #[error("the match is private; send a token of it, or its join_code")]
    PrivateMatch,
    #[error("only players and the host may see the match during play; send the token of a seat or of the host")]
    PlayersOnly,
    #[error("no match has this join_code, or the match has expired; ask the host for the code again")]
    JoinCodeUnknown,
    #[error(
        "the token is revoked: its player has left the seat, or was absent when the match was full; take an open seat, or watch"
    )]
    SeatLeft,
    #[error("the token is revoked: the host has removed the player; join another match, or watch this one")]
    SeatRemoved,
    #[error("the token is revoked: ReissueSeatToken has returned a new one for the seat; send that one")]
    TokenReplaced,
    #[error("the player with this player_ref has {seat} already; call ReissueSeatToken for its token")]
    PlayerSeated { seat: SeatIndex },
    #[error(
        "no seat of the match was taken with this player_ref and this API key; correct the player_ref, or let the player join"
    )]
    PlayerNotFound,
    #[error("tokens of this match have been reissued {limit} times, which is the limit; use the newest token")]
    ReissuedTooOften { limit: usize },
    #[error("the match is not over; call CreateRematch after its end")]
    MatchNotOver,
    #[error("the time for a rematch is over; create a new match")]
    RematchClosed,
    #[error(
        "the open seats are reserved for players of the previous match; call CreateRematch as such a player, or join in {} seconds",
        seconds(*wait)
    )]
    SeatReserved { wait: Duration },
    #[error("{seat} is open; choose a taken seat")]
    SeatOpen { seat: SeatIndex },
    #[error("the match has ended or was aborted; create or join another match")]
    MatchOver,
    #[error("no player controls the seat; if a bot substitutes its player, call ReturnToSeat or SubmitAction")]
    SeatNotPlayerControlled { control: SeatControl },
    #[error(
        "the player of the seat is active; wait for a default action of the seat or, without a time limit, until a decision has been pending for 5 minutes or its player was absent for a minute"
    )]
    PlayerPresent,
    #[error("no bot substitutes the player of the seat; submit actions without ReturnToSeat")]
    NotSubstituted,
    #[error("the host's rights were transferred {limit} times, which is the limit; the host stays")]
    TransferredTooOften { limit: u32 },
    #[error("the seat has reached its limit of {limit} substitutions; submit an action, leave or forfeit")]
    SubstitutedTooOften { limit: u32 },
    #[error("players have left seats of the match {limit} times, which is the limit; join another match")]
    JoiningClosed { limit: u32 },
    #[error("the seat has already forfeited; wait for the end of the match")]
    SeatForfeited,
    #[error("the match has started, and its seats can no longer be taken; watch it, or join another match")]
    MatchStarted,
    #[error("the match has not started; wait until its phase is MATCH_PHASE_ACTIVE")]
    MatchNotStarted,
    #[error("the match has no such seat; choose one of the seats 0 to {last}")]
    NoSuchSeat { last: u8 },
    #[error("{seat} is taken; choose another seat, or omit `seat`")]
    SeatTaken { seat: SeatIndex },
    #[error("all seats of the match are taken; watch it, or join another match")]
    MatchFull,
    #[error("another seat of the match has this display_name, or a similar one; choose another name")]
    NameTaken,
    #[error("the operator does not permit the name in {field}; choose another one")]
    NameRefused { field: &'static str },
    #[error("open seats: {open}; wait for players or add bots, then start again")]
    SeatsOpen { open: usize },
    #[error("the game of the match is {game}; set that field of the action")]
    WrongGame { game: &'static str },
    #[error("the match is at revision {revision}, not at expected_revision; read the match and decide again")]
    RevisionMismatch { revision: Revision },
    #[error(
        "the pending or next decision of the seat is {decision}, not expected_decision; read the match and decide again"
    )]
    DecisionMismatch { decision: u32 },
    #[error("this request_id was used for a request with other content; use a new one for each request")]
    RequestIdReused,
    #[error("the server is at its concurrency or connection limit, or the store is full; retry after RetryInfo")]
    Overloaded,
    #[error("this address requires TLS; connect with https://")]
    TlsRequired,
    #[error("the call exceeded its time limit and may have been applied; retry with the same request_id")]
    TimedOut,
    #[error("too many concurrent writes to this match; retry with the same request_id")]
    Contended,
    #[error("{sentence}")]
    AnswerNotInForm { field: String, sentence: String },
    #[error(
        "the revision is not stored; choose one from 1 to {newest}, unless the match is older than its stored history"
    )]
    RevisionNotStored { newest: Revision },
    #[error("{}", refusal.sentence)]
    Refused {
        refusal: Box<Refusal>,
        revision: Option<Revision>,
    },
    #[error("this method requires an operator's token; send yours as metadata: `authorization: Bearer <token>`")]
    OperatorOnly,
    #[error("the seat has no pending decision; choose a seat of match.pending_decisions, or omit the seat")]
    NoPendingDecision,
    #[error("the match has no time limit, so no deadline to extend; take defaults, or abort the match")]
    NoDeadline,
    #[error("creating or labelling a match requires an API key; send it as metadata: `x-api-key: <key>`")]
    ApiKeyMissing,
    #[error("unknown API key; send a valid x-api-key, or none")]
    ApiKeyUnknown,
    #[error("rate limit exceeded; retry after RetryInfo with the same request_id")]
    RateLimited { wait: Duration },
    #[error("limit of {limit} concurrent watch streams reached; close a stream, or retry after RetryInfo")]
    TooManyStreams { limit: usize },
    #[error("quota of {limit} open matches reached; wait until a match ends, or retry after RetryInfo")]
    OpenMatchLimitReached { limit: u32 },
    #[error("the server is shutting down; retry on a new connection")]
    Draining,
    #[error("the store did not respond, and the call may have been applied; retry with the same request_id")]
    StoreUnavailable { cause: String },
    #[error(
        "the server cannot use its store ({cause}), and the call was not applied; retry on a new connection, or ask the operator"
    )]
    StoreNotUsed { cause: &'static str },
    #[error("the match moves to another store, and the call was not applied; retry on a new connection")]
    MatchMoved,
    #[error("the store refuses writes, and the call was not applied; retry after RetryInfo")]
    StoreRefusesWrites { refusal: WriteRefusal },
    #[error(
        "the match was written by a newer release than this server's; retry, because another server may support it"
    )]
    NewerSchema { cause: String },
    #[error("the stored match is corrupt; report the match_id to the operator")]
    MatchUnreadable { cause: String },
    #[error("internal error; report the trace ID (metadata x-trace-id) to the operator")]
    Internal { cause: String },
}

/// The minimum time between two reconciliations of an owner's open matches. Reconciling costs far more than refusing.
pub(crate) const RECONCILE_INTERVAL: Duration = Duration::from_secs(5);

/// A duration in whole seconds, rounded up.
const fn seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add((wait.subsec_nanos() > 0) as u64)
}

/// A field that is missing or out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The path of the field.
    pub(crate) field: String,
    /// The valid values of the field.
    pub(crate) description: String,
}

impl RpcError {
    /// An internal error, with its cause for the log.
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
            StoreError::Moved => Self::MatchMoved,
            StoreError::Full => Self::Overloaded,
            StoreError::Unavailable(_) | StoreError::NotPermitted(_) => Self::StoreUnavailable { cause },
            StoreError::NotMarked => Self::StoreNotUsed {
                cause: "it has lost data",
            },
            StoreError::RefusesWrites(refusal) => Self::StoreRefusesWrites { refusal },
            StoreError::Corrupt(_) => Self::MatchUnreadable { cause },
            StoreError::FromTheFuture { .. } => Self::NewerSchema { cause },
        }
    }
}
