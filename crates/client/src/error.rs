//! The errors of a call.

use tinsel_proto::v1::ErrorReason;
use tonic::Code;

use crate::{forms::Misfit, refusal::Refusal, tls::TlsError};

/// Why a call failed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no endpoint, or one that is no address such as `http://127.0.0.1:7400`.
    #[error("not the address of a server: {given:?}; give one such as http://127.0.0.1:7400 or https://example.org")]
    BadEndpoint {
        /// The given value.
        given: String,
    },
    /// The token, or the API key, contains invalid characters.
    #[error("the token or API key contains invalid characters; send it unchanged")]
    BadToken,
    /// The token belongs to no seat.
    #[error("the token belongs to no seat; send the token that JoinMatch returned")]
    NotASeat,
    /// A certificate or key of [`Tls`](crate::Tls) cannot be used.
    #[error("{why}")]
    BadCertificate {
        /// The certificate or key, and the cause.
        why: String,
    },
    /// No TLS connection to the server is possible. The server has not received the call.
    #[error("{0}")]
    Tls(TlsError),
    /// The system provides no randomness, which secrets and request ids need.
    #[error("the system provides no randomness")]
    NoRandomness,
    /// The server has refused the call. Nothing has changed. Without another change, the server refuses the same call
    /// again.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// No server answered in time. The server may still have applied a call that changes something. A client that never
    /// had a response fails so after the second round over all addresses if all ports are closed.
    #[error("no response after {attempts} attempts; the last one failed with {last}")]
    Unavailable {
        /// Number of tries.
        attempts: u32,
        /// The failure of the last try.
        last: Box<Refusal>,
    },
    /// The match is still running; only one that has ended can be exported.
    #[error("the match has not ended; only a match that has ended can be exported")]
    NotFinished,
    /// The server no longer stores the whole history.
    #[error("the history before revision {oldest_revision} is deleted")]
    HistoryTrimmed {
        /// The oldest stored revision.
        oldest_revision: u64,
    },
    /// The answer is not one of the form's answers. Nothing was sent.
    #[error("{}: {}", .0.path, .0.text)]
    NotInForm(Misfit),
    /// The decision has no default that the seat may see.
    #[error("the decision has no default; submit one of its choices or a typed action")]
    NoDefault,
    /// The response lacks a field that the API guarantees.
    #[error("the response lacks {missing}; update the client or the server")]
    Incomplete {
        /// The missing field.
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
            | Self::BadCertificate { .. }
            | Self::Tls(_)
            | Self::NotASeat
            | Self::NoRandomness
            | Self::Unavailable { .. }
            | Self::NotFinished
            | Self::NoDefault
            | Self::NotInForm(_)
            | Self::HistoryTrimmed { .. }
            | Self::Incomplete { .. } => None,
        }
    }

    /// The error of a call that makes a decision. Only such a call can be late.
    pub(crate) fn of_decision(mut self) -> Self {
        if let Self::Refused(refusal) = &mut self {
            let permanent = [
                ErrorReason::MatchNotStarted,
                ErrorReason::TlsRequired,
                ErrorReason::WrongGame,
            ];
            let is_permanent = refusal
                .platform_reason()
                .is_some_and(|reason| permanent.contains(&reason));
            refusal.is_stale = !is_permanent && matches!(refusal.code, Code::Aborted | Code::FailedPrecondition);
        }
        self
    }

    /// Whether this is a refusal of a decision because the match has changed: a turn of the new state follows, so go on
    /// with that.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.refusal().is_some_and(Refusal::is_stale)
    }

    /// Whether this is a refusal with this reason, such as `"MATCH_FULL"`.
    #[must_use]
    pub fn is_refused_for(&self, reason: &str) -> bool {
        self.refusal().is_some_and(|refusal| refusal.reason == reason)
    }
}
