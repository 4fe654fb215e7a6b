//! Settings and conditions of a store that endanger matches.

use std::fmt;

/// A problem of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreProblem {
    /// The kind of problem.
    pub kind: ProblemKind,
    /// The server with the problem, as `host:port`; empty if it is the store as a whole.
    pub node: String,
    /// The cause and the remedy.
    pub sentence: String,
}

/// A kind of problem of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// The server is older than the oldest supported version.
    VersionTooOld,
    /// The server refuses commands of the store to this user, or does not know them.
    CommandsRefused,
    /// The server does not answer, or executes no commands.
    Unreachable,
    /// The store carries no mark of an installation.
    StoreEmpty,
    /// Some shards carry no mark of the installation.
    StoreIncomplete,
    /// The store carries the mark of another installation, or unreadable ones.
    StoreOfAnother,
    /// The server has a memory limit, and deletes keys when it reaches the limit.
    EvictsKeys,
    /// The server has deleted keys because of its memory limit.
    KeysEvicted,
    /// The server does not report some of its settings, so other problems can be hidden.
    Unknown,
    /// The memory limit is almost reached.
    MemoryLow,
    /// The server has no memory limit.
    MemoryUnlimited,
    /// The server has no append-only file.
    NotPersistent,
    /// The last attempt to save the data failed.
    DiskError,
    /// Fewer replicas are connected than writes wait for.
    TooFewReplicas,
    /// The server accepts writes without a replica, although it has several: a partitioned server loses them.
    MinReplicasUnset,
    /// A move of matches to or from another store has begun and is not complete.
    MoveUnfinished,
    /// A server does not accept the tokens of another one.
    TokenSecretsDiffer,
    /// The archive can be read without credentials.
    ArchivePublic,
    /// The clock of this process differs from the clock of the store.
    ClockSkew,
}

impl ProblemKind {
    /// All kinds.
    pub const ALL: [Self; 19] = [
        Self::VersionTooOld,
        Self::CommandsRefused,
        Self::Unreachable,
        Self::StoreEmpty,
        Self::StoreIncomplete,
        Self::StoreOfAnother,
        Self::EvictsKeys,
        Self::KeysEvicted,
        Self::Unknown,
        Self::MemoryLow,
        Self::MemoryUnlimited,
        Self::NotPersistent,
        Self::DiskError,
        Self::TooFewReplicas,
        Self::MinReplicasUnset,
        Self::MoveUnfinished,
        Self::TokenSecretsDiffer,
        Self::ArchivePublic,
        Self::ClockSkew,
    ];

    /// Its name in metrics and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::VersionTooOld => "version_too_old",
            Self::CommandsRefused => "commands_refused",
            Self::Unreachable => "unreachable",
            Self::StoreEmpty => "store_empty",
            Self::StoreIncomplete => "store_incomplete",
            Self::StoreOfAnother => "store_of_another",
            Self::EvictsKeys => "evicts_keys",
            Self::KeysEvicted => "keys_evicted",
            Self::Unknown => "unknown",
            Self::MemoryLow => "memory_low",
            Self::MemoryUnlimited => "memory_unlimited",
            Self::NotPersistent => "not_persistent",
            Self::DiskError => "disk_error",
            Self::TooFewReplicas => "too_few_replicas",
            Self::MinReplicasUnset => "min_replicas_unset",
            Self::MoveUnfinished => "move_unfinished",
            Self::TokenSecretsDiffer => "token_secrets_differ",
            Self::ArchivePublic => "archive_public",
            Self::ClockSkew => "clock_skew",
        }
    }
}

impl StoreProblem {
    /// A problem of the store as a whole.
    pub fn of_store(kind: ProblemKind, sentence: impl Into<String>) -> Self {
        Self {
            kind,
            node: String::new(),
            sentence: sentence.into(),
        }
    }
}

impl fmt::Display for StoreProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, node, sentence } = self;
        let (of, node) = if node.is_empty() {
            ("", "")
        } else {
            (" of ", node.as_str())
        };
        write!(f, "{}{of}{node}: {sentence}", kind.name())
    }
}
