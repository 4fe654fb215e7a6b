//! A running match as a value.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatSet};

use crate::{
    components::{Phase, Round, SEAT_COUNT},
    config::Config,
    score,
    submission::Submission,
    table::Table,
    verdict::{Ballots, Verdict},
};

tinsel_engine::redacted!(GrunkleMatch, Stage);

/// A running match of Grunkle Match.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrunkleMatch {
    pub(crate) config: Config,
    pub(crate) table: Table,
    pub(crate) stage: Stage,
}

/// The stage of the match, with the data that exists only in this stage.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Seats submit for the auctions of a round.
    Bidding { round: Round, sealed: Envelopes },
    /// The winners vote for one of the candidates. Only winners have an entry other than `None`.
    TieBreak { ballots: Ballots },
    /// The Elimination Candidate is determined.
    Ended { verdict: Verdict },
}

/// The submissions of the open round; `None` for a seat that still owes one.
pub(crate) type Envelopes = BySeat<Option<Submission>>;

impl GrunkleMatch {
    /// The phase of the match.
    pub(crate) const fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Bidding { .. } => Phase::Bidding,
            Stage::TieBreak { .. } => Phase::TieBreak,
            Stage::Ended { .. } => Phase::Ended,
        }
    }

    /// The open round; after its resolution, the last one.
    pub(crate) const fn round(&self) -> Round {
        match &self.stage {
            Stage::Bidding { round, .. } => *round,
            Stage::TieBreak { .. } | Stage::Ended { .. } => Round::LAST,
        }
    }

    /// The seats that owe a decision.
    // GM-8, GM-97, GM-R4, GM-R78
    pub(crate) fn owing(&self) -> SeatSet {
        match &self.stage {
            Stage::Bidding { sealed, .. } => without_entry(SEAT_COUNT.all(), sealed),
            Stage::TieBreak { ballots } => without_entry(score::scoring(&self.table).winners, ballots),
            Stage::Ended { .. } => SeatSet::EMPTY,
        }
    }

    /// The seats that have submitted or voted.
    pub(crate) fn acted(&self) -> SeatSet {
        match &self.stage {
            Stage::Bidding { sealed, .. } => with_entry(sealed),
            Stage::TieBreak { ballots } => with_entry(ballots),
            Stage::Ended { .. } => SeatSet::EMPTY,
        }
    }
}

/// No submission or vote yet.
pub(crate) fn nothing_sealed<T>() -> BySeat<Option<T>> {
    BySeat::from_fn(SEAT_COUNT, |_| None)
}

fn with_entry<T>(entries: &BySeat<Option<T>>) -> SeatSet {
    let there = entries.enumerate().filter(|(_, entry)| entry.is_some());
    there.map(|(seat, _)| seat).collect()
}

fn without_entry<T>(seats: SeatSet, entries: &BySeat<Option<T>>) -> SeatSet {
    let there = with_entry(entries);
    seats.iter().filter(|seat| !there.contains(*seat)).collect()
}
