//! How a command fails, and what the process says of it.

use std::{io, process::ExitCode};

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command was not used as it can be.
    #[error("{0}")]
    Usage(String),
    /// A call failed.
    #[error("{0}")]
    Call(#[from] tinsel_client::Error),
    /// The server of a demo did not start.
    #[error("{0}")]
    Start(#[from] tinsel_server::StartError),
    /// A file cannot be read, or holds something else.
    #[error("{file}: {why}")]
    File {
        /// Its name.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A match is not what its file says.
    #[error("{file}: {wrong}")]
    Refuted {
        /// The file.
        file: String,
        /// The first step that is wrong.
        wrong: tinsel_history::Wrong,
    },
    /// Something is wrong with a match, which has been said.
    #[error("the match is not well; what was found stands above: {findings}")]
    Unwell {
        /// How many things.
        findings: usize,
    },
    /// A server is not well, by its own word.
    #[error("{part}: not serving")]
    NotServing {
        /// What was asked for.
        part: String,
    },
    /// Something that should not happen.
    #[error("{0}")]
    Broken(String),
    /// Nobody reads what is printed.
    #[error("the output was closed")]
    Closed,
    /// What is printed cannot be written.
    #[error("cannot write: {0}")]
    Output(io::Error),
}

impl Failure {
    /// The exit code of the process.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Usage(_) | Self::File { .. } => ExitCode::from(2),
            Self::Call(tinsel_client::Error::BadEndpoint { .. } | tinsel_client::Error::BadToken) => ExitCode::from(2),
            Self::Call(_)
            | Self::Start(_)
            | Self::Refuted { .. }
            | Self::Unwell { .. }
            | Self::NotServing { .. }
            | Self::Broken(_)
            | Self::Output(_) => ExitCode::from(1),
        }
    }

    /// What can be done about it, to stand behind it.
    pub(crate) const fn advice(&self) -> &'static str {
        match self {
            Self::Call(tinsel_client::Error::Unavailable { .. }) => " (tinsel serve starts a server)",
            Self::Usage(_)
            | Self::Call(_)
            | Self::Start(_)
            | Self::File { .. }
            | Self::Refuted { .. }
            | Self::Unwell { .. }
            | Self::NotServing { .. }
            | Self::Broken(_)
            | Self::Closed
            | Self::Output(_) => "",
        }
    }

    /// Whether there is anything to say about it.
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
