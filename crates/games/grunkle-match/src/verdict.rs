//! Votes, and the verdict.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, Wire};

use crate::submission::Ballot;

/// The votes so far; `None` for a seat without one.
pub(crate) type Ballots = BySeat<Option<Ballot>>;

/// The Elimination Candidate, and the rule that determined it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) candidate: SeatIndex,
    pub(crate) decided_by: DecidedBy,
    /// The counted votes; empty without a vote.
    pub(crate) ballots: Ballots,
}

/// The rule that determined the Elimination Candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum DecidedBy {
    /// It alone has the highest total (GM-95).
    Total,
    /// It has the most Grunko Pops of those with the highest total (GM-96).
    Pops,
    /// The winners voted (GM-97).
    Vote,
    /// A draw decided (GM-98).
    Draw,
}
