//! The errors of a command, their exit codes and messages.

use std::{io, process::ExitCode};

use tinsel_client::TlsError;

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Invalid arguments.
    #[error("{0}")]
    Usage(String),
    /// A call failed.
    #[error("{0}")]
    Call(#[from] tinsel_client::Error),
    /// The server of a demo did not start.
    #[error("{0}")]
    Start(#[from] tinsel_server::StartError),
    /// A file cannot be read, or is invalid.
    #[error("{file}: {why}")]
    File {
        /// Its name.
        file: String,
        /// The fault.
        why: String,
    },
    /// An exported match is not consistent.
    #[error("{file}: {wrong}")]
    Refuted {
        /// The file.
        file: String,
        /// The first inconsistency.
        wrong: tinsel_history::VerifyError,
    },
    /// The diagnosis of a match found errors, and printed them.
    #[error("the match has {findings} {}; see Findings above", if *findings == 1 { "error" } else { "errors" })]
    Unwell {
        /// Number of errors.
        findings: usize,
    },
    /// The check of the store found problems, and printed them.
    #[error("the store has {problems} {}, listed above", if *problems == 1 { "problem" } else { "problems" })]
    StoreProblems {
        /// Number of problems.
        problems: usize,
    },
    /// Matches were not moved to another store, and are listed.
    #[error("{matches} {} not moved, listed above", if *matches == 1 { "match was" } else { "matches were" })]
    NotMoved {
        /// Number of matches.
        matches: usize,
    },
    /// The server reports that a health check fails.
    #[error("{part}: not serving{cause}")]
    NotServing {
        /// The health check.
        part: String,
        /// The cause after a colon; empty if the server reports none.
        cause: String,
    },
    /// A client fails checks of conformance, which are printed.
    #[error("the client fails {failed} {}, listed above", if *failed == 1 { "check" } else { "checks" })]
    NotConforming {
        /// Number of failed checks.
        failed: usize,
    },
    /// An internal error.
    #[error("{0}")]
    Broken(String),
    /// The reader of the output has closed it.
    #[error("the output was closed")]
    Closed,
    /// Writing the output failed.
    #[error("cannot write: {0}")]
    Output(io::Error),
}

impl Failure {
    /// The exit code of the process.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Usage(_) | Self::File { .. } => ExitCode::from(2),
            Self::Call(
                tinsel_client::Error::BadEndpoint { .. }
                | tinsel_client::Error::BadToken
                | tinsel_client::Error::BadCertificate { .. },
            ) => ExitCode::from(2),
            Self::Call(_)
            | Self::Start(_)
            | Self::Refuted { .. }
            | Self::Unwell { .. }
            | Self::StoreProblems { .. }
            | Self::NotMoved { .. }
            | Self::NotServing { .. }
            | Self::NotConforming { .. }
            | Self::Broken(_)
            | Self::Output(_) => ExitCode::from(1),
        }
    }

    /// The remedy, as a suffix of the message.
    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Self::Call(tinsel_client::Error::Refused(refusal)) if refusal.reason == "METHOD_NOT_FOUND" => {
                " (players and operators have different addresses: --listen and --admin-listen of the server)"
            }
            // A status without a reason is not from a server.
            Self::Call(tinsel_client::Error::Unavailable { last, .. }) if last.reason.is_empty() => {
                " (tinsel serve starts a server)"
            }
            Self::Call(tinsel_client::Error::Tls(TlsError::UnknownCa)) => " (--ca FILE)",
            Self::Call(tinsel_client::Error::Tls(TlsError::ClientCertificate)) => {
                " (--client-certificate FILE --client-key FILE)"
            }
            Self::Usage(_)
            | Self::Call(_)
            | Self::Start(_)
            | Self::File { .. }
            | Self::Refuted { .. }
            | Self::Unwell { .. }
            | Self::StoreProblems { .. }
            | Self::NotMoved { .. }
            | Self::NotServing { .. }
            | Self::NotConforming { .. }
            | Self::Broken(_)
            | Self::Closed
            | Self::Output(_) => "",
        }
    }

    /// Whether to print a message.
    pub(crate) const fn is_worth_a_word(&self) -> bool {
        !matches!(self, Self::Closed)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Output(error)
        }
    }
}
