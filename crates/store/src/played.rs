//! The matches of one player, in an index.

use crate::{MatchId, UnixMillis};

/// The maximum of matches in the index of a player.
pub const PLAYED_MAX: usize = 10_000;

/// A match in the index of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Played {
    /// The time of its last change, as far as the index has followed.
    pub at: UnixMillis,
    /// The match.
    pub id: MatchId,
}
