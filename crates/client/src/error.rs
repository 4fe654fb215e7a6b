//! Every way in which a call fails.

use crate::refusal::Refusal;

/// Why a call failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no endpoint, or one that is not an address such as `http://127.0.0.1:50051`.
    #[error("not the address of a server: {given:?}; give one such as http://127.0.0.1:50051")]
    BadEndpoint {
        /// What was given instead.
        given: String,
    },
    /// The token, or the API key, has characters that none has.
    #[error("this is not a token or an API key: it has characters that none has")]
    BadToken,
    /// The token is of nobody who holds a seat.
    #[error("the token is valid, and not a seat's")]
    NotASeat,
    /// The system gives no randomness, so nothing that cannot be guessed can be drawn.
    #[error("the system gives no randomness")]
    NoRandomness,
    /// The server has judged the call and refused it. Nothing has changed, and the same call is refused again until
    /// something else changes.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// No server gave an answer in time. A call that changes something may have been applied all the same.
    #[error("no answer after {attempts} tries; the last one failed with {last}")]
    Unavailable {
        /// How often it was tried.
        attempts: u32,
        /// How the last try failed.
        last: Box<Refusal>,
    },
    /// The match goes on, and only one that has ended can be exported.
    #[error("the match has not ended; only a match that has ended can be exported")]
    NotFinished,
    /// The server does not keep the whole history any more.
    #[error("the server no longer keeps what happened before revision {oldest_revision}")]
    HistoryTrimmed {
        /// The oldest revision that is still kept.
        oldest_revision: u64,
    },
    /// The answer lacks what the API promises.
    #[error("the server's answer lacks {missing}")]
    Incomplete {
        /// The field that is missing.
        missing: &'static str,
    },
}

impl Error {
    /// The refusal, if this is one.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::BadEndpoint { .. }
            | Self::BadToken
            | Self::NotASeat
            | Self::NoRandomness
            | Self::Unavailable { .. }
            | Self::NotFinished
            | Self::HistoryTrimmed { .. }
            | Self::Incomplete { .. } => None,
        }
    }

    /// Whether this is a refusal for this reason, such as `"MATCH_FULL"`.
    #[must_use]
    pub fn is_refused_for(&self, reason: &str) -> bool {
        self.refusal().is_some_and(|refusal| refusal.reason == reason)
    }
}
