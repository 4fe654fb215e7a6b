//! Slots in pools, and assignments to matches of a pool.

use std::time::Duration;

use crate::MatchId;

/// The parameters of an assignment; see [`MatchStore::assign`](crate::MatchStore::assign).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assignment {
    /// The match that was tried without success.
    pub full: Option<MatchId>,
    /// The match to fill next, if one is needed. Its id must be unused.
    pub fresh: Option<MatchId>,
    /// How long the assignment is stored.
    pub kept_for: Duration,
}

/// The outcome of [`MatchStore::reserve`](crate::MatchStore::reserve).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reserved {
    /// The match has a slot.
    Taken,
    /// No slot is free. Lists at most [`POOL_NAMED_MAX`] of the members. Successive calls list different ones, so that
    /// every member is listed eventually.
    Full(Vec<MatchId>),
}

/// The maximum of members of a full pool that one call lists.
pub const POOL_NAMED_MAX: usize = 64;
