//! The errors of a store.

/// The reason why a store operation failed.
///
/// A write conflict is not an error; see [`crate::Replaced::Conflict`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such match, or it has expired.
    #[error("the match does not exist or has expired")]
    NotFound,
    /// The store holds the maximum number of matches.
    #[error("store full: maximum number of matches reached")]
    Full,
    /// The store is unreachable or did not answer in time. A write may still have been applied: retry with the
    /// identical write, which is safe (see [`crate::MatchStore::replace`]).
    #[error("the store did not respond: {0}")]
    Unavailable(String),
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
