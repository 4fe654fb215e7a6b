//! The errors of a store.

/// The reason why a store operation failed.
///
/// A write conflict is not an error; see [`crate::Replaced::Conflict`].
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// There is no such match, or it has expired.
    #[error("the match does not exist or has expired")]
    NotFound,
    /// The match is in another store, or may arrive from there: see [`Redis::move_to`](crate::Redis::move_to). Servers of
    /// that store serve it.
    #[error("the match is in another store")]
    Moved,
    /// The store holds the maximum number of matches.
    #[error("store full: maximum number of matches reached")]
    Full,
    /// The store is unreachable or did not answer in time. A write may still have been applied: retry with the
    /// identical write, which is safe (see [`crate::MatchStore::replace`]).
    #[error("the store did not respond: {0}")]
    Unavailable(String),
    /// The store refuses all writes until its operator acts. This one was not applied.
    #[error("the store refuses writes: {0}")]
    RefusesWrites(WriteRefusal),
    /// The store refuses a command to its user, or does not know it. A part of the operation may have been applied.
    #[error("the store refuses a command: {0}; permit all commands of the ACL in deploy/README.md")]
    NotPermitted(String),
    /// The shard carries no mark of an installation, so the store has lost data. The match was not created.
    #[error("the shard carries no mark of an installation, so the store has lost data; run tinsel doctor --store")]
    NotMarked,
    /// Stored data cannot be decoded.
    #[error("corrupt stored data: {0}")]
    Corrupt(String),
    /// Stored data was written by a newer release. It is left untouched.
    #[error(
        "the stored data has {what} {stored}, but this release supports up to {known}; read it with a newer release"
    )]
    FromTheFuture {
        /// The part that is newer: the schema of the record, or a part of the game.
        what: &'static str,
        /// The version of the stored data.
        stored: u32,
        /// The newest version that this release knows.
        known: u32,
    },
}

impl StoreError {
    /// The causes of failures of the store itself, as labels of metrics.
    pub const CAUSES: [&str; 6] = [
        "unavailable",
        "not_permitted",
        WriteRefusal::OutOfMemory.name(),
        WriteRefusal::DiskError.name(),
        WriteRefusal::ReadOnly.name(),
        WriteRefusal::TooFewReplicas.name(),
    ];

    /// Which of [`CAUSES`](Self::CAUSES) it is; `None` if the store itself did not fail.
    #[must_use]
    pub const fn cause(&self) -> Option<&'static str> {
        match self {
            Self::Unavailable(_) => Some("unavailable"),
            Self::NotPermitted(_) => Some("not_permitted"),
            Self::RefusesWrites(refusal) => Some(refusal.name()),
            Self::NotFound
            | Self::Moved
            | Self::Full
            | Self::NotMarked
            | Self::Corrupt(_)
            | Self::FromTheFuture { .. } => None,
        }
    }
}

/// The reason why a store refuses writes, although it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WriteRefusal {
    /// Its memory limit is reached, and it evicts nothing.
    #[error("out of memory (OOM); raise maxmemory of Redis, or remove data of other programs")]
    OutOfMemory,
    /// It cannot save its data.
    #[error("cannot save to disk (MISCONF); check free space and the log of Redis")]
    DiskError,
    /// It is a replica.
    #[error("read-only replica (READONLY); connect to the master")]
    ReadOnly,
    /// Fewer replicas are connected than it requires for writes.
    #[error("too few replicas (NOREPLICAS); check the replicas of Redis, and min-replicas-to-write")]
    TooFewReplicas,
}

impl WriteRefusal {
    /// The refusal that an error code of Redis stands for.
    pub(crate) fn of(code: &str) -> Option<Self> {
        match code {
            "OOM" => Some(Self::OutOfMemory),
            "MISCONF" => Some(Self::DiskError),
            "READONLY" => Some(Self::ReadOnly),
            "NOREPLICAS" => Some(Self::TooFewReplicas),
            _ => None,
        }
    }

    /// Its name in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutOfMemory => "out_of_memory",
            Self::DiskError => "disk_error",
            Self::ReadOnly => "read_only",
            Self::TooFewReplicas => "too_few_replicas",
        }
    }
}
