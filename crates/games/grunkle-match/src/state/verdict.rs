//! Votes, and what came of them.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex};

use crate::submission::Ballot;

/// The votes that are in; a seat without one has none.
pub(crate) type Ballots = BySeat<Option<Ballot>>;

/// Who the Elimination Candidate is, and how that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) candidate: SeatIndex,
    pub(crate) decided_by: DecidedBy,
    /// The votes that were counted; none unless there was a vote.
    pub(crate) ballots: Ballots,
}

/// How the Elimination Candidate was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DecidedBy {
    /// It alone has the highest total (GM-95).
    Total,
    /// It has the most Grunko Pops of those with the highest total (GM-96).
    Pops,
    /// The winners voted (GM-97).
    Vote,
    /// It was drawn by chance (GM-98).
    Draw,
}
