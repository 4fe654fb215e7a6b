//! Determines the Elimination Candidate (section 2.8).

use tinsel_engine::{Chance, Events, SeatIndex, SeatSet, never};

use crate::{
    event::{self, Event},
    score::{self, Scoring},
    state::{GrunkleMatch, Stage, nothing_sealed},
    submission::Ballot,
    table::Table,
    verdict::{Ballots, DecidedBy, Verdict},
};

/// The name of the draw among candidates that are tied after every other rule.
const DRAW: &str = "GM-98 elimination";

/// Scores the match, and determines the candidate or opens the vote.
pub(super) fn scored(table: &Table, forfeited: SeatSet, chance: &mut dyn Chance, events: &mut Events<Event>) -> Stage {
    let scoring = score::scoring(table);
    events.everyone(Event::MatchScored(scoring.without_forfeits(forfeited)));
    let Scoring {
        winners, candidates, ..
    } = scoring;
    // GM-95, GM-96
    if let Some(candidate) = sole(candidates) {
        let decided_by = score::decided_without_vote(&scoring);
        return Stage::Ended {
            verdict: verdict(candidate, decided_by, nothing_sealed()),
        };
    }
    // GM-98, GM-R80
    if winners.is_empty() {
        let verdict = verdict(drawn(candidates, chance), DecidedBy::Draw, nothing_sealed());
        event::tie_broken(&verdict, events);
        return Stage::Ended { verdict };
    }
    events.everyone(Event::TieBreakOpened {
        voters: winners,
        candidates,
    });
    Stage::TieBreak {
        ballots: nothing_sealed(),
    }
}

/// Counts the votes: the most votes decide, and a draw decides between equal numbers.
// GM-97, GM-98, GM-R79
pub(super) fn counted(game: &GrunkleMatch, chance: &mut dyn Chance, events: &mut Events<Event>) -> Stage {
    let ballots = match &game.stage {
        Stage::TieBreak { ballots } => ballots.clone(),
        Stage::Bidding { .. } | Stage::Ended { .. } => {
            never!("GM-97: votes are counted in a tie-break");
            nothing_sealed()
        }
    };
    let candidates = score::scoring(&game.table).candidates;
    let most = most_voted(candidates, &ballots);
    let verdict = match sole(most) {
        Some(candidate) => verdict(candidate, DecidedBy::Vote, ballots),
        None => verdict(drawn(most, chance), DecidedBy::Draw, ballots),
    };
    event::tie_broken(&verdict, events);
    Stage::Ended { verdict }
}

/// The candidates with the most votes; all of them if there is no vote.
fn most_voted(candidates: SeatSet, ballots: &Ballots) -> SeatSet {
    let votes = |candidate: SeatIndex| {
        let for_it = ballots.iter().filter(|ballot| **ballot == Some(Ballot::For(candidate)));
        for_it.count()
    };
    let most = candidates.iter().map(votes).max();
    candidates
        .iter()
        .filter(|candidate| Some(votes(*candidate)) == most)
        .collect()
}

/// One of `seats` by a draw: an index into them in seat order.
// GM-98
fn drawn(seats: SeatSet, chance: &mut dyn Chance) -> SeatIndex {
    let seats: Vec<SeatIndex> = seats.iter().collect();
    chance.pick(DRAW, &seats).copied().unwrap_or_else(|| {
        never!("GM-95: a seat has the highest total");
        SeatIndex::new(0)
    })
}

fn sole(seats: SeatSet) -> Option<SeatIndex> {
    seats.iter().next().filter(|_| seats.len() == 1)
}

const fn verdict(candidate: SeatIndex, decided_by: DecidedBy, ballots: Ballots) -> Verdict {
    Verdict {
        candidate,
        decided_by,
        ballots,
    }
}
