//! How a store fails.

/// Why a store did not do what was asked.
///
/// A compare-and-set that finds another version is no error; see [`crate::Replaced::Conflict`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such match, or it has expired.
    #[error("no such match")]
    NotFound,
    /// There is no room for another match.
    #[error("as many matches as there is room for")]
    Full,
    /// The store could not be reached or did not answer in time. A write may have been applied all the same: ask
    /// again with the very same write, which is safe (see [`crate::MatchStore::replace`]).
    #[error("the store did not answer: {0}")]
    Unavailable(String),
    /// What is stored cannot be read.
    #[error("what is stored cannot be read: {0}")]
    Corrupt(String),
    /// What is stored was written by a newer release than this one. It was left untouched.
    #[error("what is stored has {what} {stored}, and this release knows up to {known}")]
    FromTheFuture {
        /// What of it is newer: the schema of the record, or something of the game.
        what: &'static str,
        /// The version of what is stored.
        stored: u32,
        /// The newest version this release knows.
        known: u32,
    },
}
