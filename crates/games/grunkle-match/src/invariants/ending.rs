//! GM-I13: Tokens and the Elimination Candidate.

use tinsel_engine::{GameEngine, SeatIndex, SeatSet};
use tinsel_engine_testkit::Verdict;

use super::{equal, hold};
use crate::{
    components::Skill,
    score::{self, Scoring},
    state::{GrunkleMatch, Stage},
    table::Table,
};

// GM-I13
/// GM-I13: 0, 3 or 4 Tokens are given for totals and at most one for the set; the Elimination Candidate has the highest
/// total and no Token for it.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn tokens_and_the_candidate(game: &GrunkleMatch) -> Verdict {
    let (candidates, outcome) = match &game.stage {
        Stage::Bidding { .. } => {
            return hold(game.outcome(SeatSet::EMPTY).is_none(), || {
                "an outcome too early".to_owned()
            });
        }
        Stage::TieBreak { .. } => (score::scoring(&game.table).candidates.iter().collect(), None),
        Stage::Ended { verdict } => (vec![verdict.candidate], game.outcome(SeatSet::EMPTY)),
    };
    let scoring = score::scoring(&game.table);
    tokens(&scoring)?;
    let totals = scoring.seats.map(|seat, _| total(&game.table, seat));
    for (seat, score) in scoring.seats.enumerate() {
        equal(&format!("the total of {seat}"), &score.total.get(), totals.at(seat))?;
        let better = totals.iter().filter(|other| *other < totals.at(seat)).count();
        let standing = outcome
            .as_ref()
            .map(|outcome| usize::from(outcome.standings.at(seat).rank));
        hold(standing.is_none_or(|rank| rank == better.saturating_add(1)), || {
            format!("{seat} has rank {standing:?} and {better} are better")
        })?;
    }
    let highest = totals.iter().max();
    for candidate in candidates {
        equal("the highest total", &Some(totals.at(candidate)), &highest)?;
        hold(!scoring.winners.contains(candidate), || {
            format!("{candidate} has a Token and is up for elimination")
        })?;
    }
    Ok(())
}

fn tokens(scoring: &Scoring) -> Verdict {
    let (winners, bonus) = (scoring.winners.len(), u32::from(scoring.bonus_token_seat.is_some()));
    hold([0, 3, 4].contains(&winners), || format!("{winners} winners"))?;
    equal("no winners", &(winners == 0), &scoring.tokens_nullified)?;
    let given: u32 = scoring.seats.iter().map(|score| u32::from(score.tokens)).sum();
    equal("Tokens", &given, &winners.saturating_add(bonus))
}

/// Garnets and counted Grunko Pops, computed from the state.
fn total(table: &Table, seat: SeatIndex) -> u32 {
    let works = |skill| table.skills.at(seat).has(skill) && table.nullified != Some(skill);
    let value = match (works(Skill::Desecration), works(Skill::SecretBook)) {
        (false, false) => 20_u32,
        (false, true) => 21,
        (true, false) => 17,
        (true, true) => 18,
    };
    let pops = u32::from(table.skills.at(seat).copies(Skill::GrunkoPop));
    table.garnets.at(seat).get().saturating_add(value.saturating_mul(pops))
}
