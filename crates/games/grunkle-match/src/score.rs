//! The end of the match: totals, Tokens, and the Elimination Candidate (section 2.8).

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Label, LabelFacts, Outcome, SeatIndex, SeatSet, Standing, Wire, ranks};

use crate::{
    components::{Garnets, Skill},
    table::Table,
    verdict::{DecidedBy, Verdict},
};

/// The count of a Grunko Pop, without skills that change it.
// GM-90
const POP_VALUE: u32 = 20;
/// The same with Desecration of the Idols.
// GM-75
const POP_VALUE_DESECRATED: u32 = 17;
/// The index of the third-lowest total: seats up to this total are among the lowest.
// GM-91
const LAST_OF_THE_LOWEST: usize = 2;
/// Maximum number of lowest seats that get Tokens.
// GM-92
const TOKENS_MAX: u32 = 4;

/// The final possessions of each seat, and the results that need no decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = MatchScored)]
pub struct Scoring {
    /// One entry per seat.
    pub seats: BySeat<SeatScore>,
    /// Whether five or more seats were lowest, so that no Token is given for totals (GM-92).
    pub tokens_nullified: bool,
    /// The seats with a Token of Life for their total: none, 3 or 4.
    pub winners: SeatSet,
    /// The seat with a working Forbidden One set (GM-94).
    pub bonus_token_seat: Option<SeatIndex>,
    /// The seats that are tied for the Elimination Candidate after GM-96; a single seat if GM-96 decides.
    pub candidates: SeatSet,
}

/// The final possessions of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(entry)]
pub struct SeatScore {
    /// Garnets in hand after round 7.
    pub garnets: Garnets,
    /// Grunko Pops held.
    pub grunko_pops: u8,
    /// The count of each of them: 17, 18, 20 or 21.
    #[wire(as = pop_value)]
    pub grunko_pop_value: Garnets,
    /// Garnets and counted Grunko Pops (GM-90). The lowest is best.
    pub total: Garnets,
    /// Tokens of Life, 0 to 2, the bonus Token included.
    pub tokens: u8,
}

/// The result of the match (section 10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = Outcome)]
pub struct Ending {
    /// One entry per seat.
    pub seats: BySeat<SeatEnding>,
    /// The seats with a Token of Life for their total: none, 3 or 4.
    pub winners: SeatSet,
    /// Whether five or more seats were lowest.
    pub tokens_nullified: bool,
    /// The seat with the bonus Token.
    pub bonus_token_seat: Option<SeatIndex>,
    /// The Elimination Candidate.
    pub elimination_candidate: SeatIndex,
    /// The rule that determined it.
    pub decided_by: DecidedBy,
    /// The cool baller.
    pub cool_baller: Option<SeatIndex>,
}

/// The final possessions of a seat, and its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatEnding {
    /// Its garnets, Grunko Pops, total and Tokens.
    pub score: SeatScore,
    /// 1 is best; equal totals share a rank: 1, 2, 2, 4 (GM-R82).
    pub rank: u8,
}

impl Scoring {
    /// The scoring without forfeited seats among the winners: they get no Token for their total, and no other seat
    /// moves up.
    // GM-R85
    pub(crate) fn without_forfeits(&self, forfeited: SeatSet) -> Self {
        let lost = |seat| self.winners.contains(seat) && forfeited.contains(seat);
        Self {
            seats: self.seats.map(|seat, score| SeatScore {
                tokens: score.tokens.saturating_sub(u8::from(lost(seat))),
                ..*score
            }),
            winners: self.winners.iter().filter(|seat| !lost(*seat)).collect(),
            ..self.clone()
        }
    }
}

/// Scores the match after round 7.
pub(crate) fn scoring(table: &Table) -> Scoring {
    let untokened = table.garnets.map(|seat, garnets| counted(table, seat, *garnets));
    let lowest = lowest(&untokened);
    // GM-92, GM-93, GM-R76
    let tokens_nullified = lowest.len() > TOKENS_MAX;
    let winners = if tokens_nullified { SeatSet::EMPTY } else { lowest };
    // GM-94, GM-R77
    let bonus_token_seat = untokened.seats().iter().find(|seat| has_set(table, *seat));
    Scoring {
        seats: untokened.map(|seat, score| SeatScore {
            tokens: u8::from(winners.contains(seat)).saturating_add(u8::from(bonus_token_seat == Some(seat))),
            ..*score
        }),
        tokens_nullified,
        winners,
        bonus_token_seat,
        candidates: candidates(&untokened),
    }
}

// GM-90, GM-R75
fn counted(table: &Table, seat: SeatIndex, garnets: Garnets) -> SeatScore {
    let grunko_pops = table.skills.at(seat).copies(Skill::GrunkoPop);
    let value = grunko_pop_value(table, seat);
    let counted = value.get().saturating_mul(u32::from(grunko_pops));
    SeatScore {
        garnets,
        grunko_pops,
        grunko_pop_value: value,
        total: garnets.plus(Garnets::new(counted)),
        tokens: 0,
    }
}

// GM-75, GM-77, GM-R51, GM-R55
fn grunko_pop_value(table: &Table, seat: SeatIndex) -> Garnets {
    let written = if table.works(seat, Skill::Desecration) {
        POP_VALUE_DESECRATED
    } else {
        POP_VALUE
    };
    table.raised(seat, written)
}

// GM-91
fn lowest(scores: &BySeat<SeatScore>) -> SeatSet {
    let mut totals: Vec<Garnets> = scores.iter().map(|score| score.total).collect();
    totals.sort_unstable();
    let third = totals.get(LAST_OF_THE_LOWEST).copied().unwrap_or_default();
    with(scores, |score| score.total <= third)
}

// GM-56, GM-76, GM-R52, GM-R64
fn has_set(table: &Table, seat: SeatIndex) -> bool {
    Skill::FORBIDDEN_ONE.into_iter().all(|piece| table.works(seat, piece))
}

// GM-95, GM-96
fn candidates(scores: &BySeat<SeatScore>) -> SeatSet {
    let key = |score: &SeatScore| (score.total, score.grunko_pops);
    let most = scores.iter().map(key).max();
    with(scores, |score| Some(key(score)) == most)
}

fn with(scores: &BySeat<SeatScore>, holds: impl Fn(&SeatScore) -> bool) -> SeatSet {
    let such = scores.enumerate().filter(|(_, score)| holds(score));
    such.map(|(seat, _)| seat).collect()
}

/// The rule that determined a single candidate: its total alone, or its Grunko Pops.
// GM-95, GM-96
pub(crate) fn decided_without_vote(scoring: &Scoring) -> DecidedBy {
    let highest = scoring.seats.iter().map(|score| score.total).max();
    let tied = with(&scoring.seats, |score| Some(score.total) == highest);
    if tied.len() == 1 {
        DecidedBy::Total
    } else {
        DecidedBy::Pops
    }
}

/// The result of the match.
pub(crate) fn ending(table: &Table, verdict: &Verdict, forfeited: SeatSet) -> Ending {
    let scoring = scoring(table).without_forfeits(forfeited);
    // GM-6, GM-R82, GM-R85
    let ranks = ranks(&scoring.seats.map(|_, score| Reverse(score.total)), forfeited);
    Ending {
        seats: scoring.seats.map(|seat, score| SeatEnding {
            score: *score,
            rank: *ranks.at(seat),
        }),
        winners: scoring.winners,
        tokens_nullified: scoring.tokens_nullified,
        bonus_token_seat: scoring.bonus_token_seat,
        // GM-R81: its Tokens do not matter
        elimination_candidate: verdict.candidate,
        decided_by: verdict.decided_by,
        cool_baller: table.cool_baller(),
    }
}

/// The result of the match, as the engine's type. The lowest total is best.
pub(crate) fn outcome(ending: &Ending) -> Outcome {
    Outcome {
        standings: ending.seats.map(|seat, ended| Standing {
            rank: ended.rank,
            score: Some(i64::from(ended.score.total.get())),
            labels: labels(ending, seat),
        }),
    }
}

const BONUS_TOKEN: Label = Label("BONUS_TOKEN");
const ELIMINATION_CANDIDATE: Label = Label("ELIMINATION_CANDIDATE");
const COOL_BALLER: Label = Label("COOL_BALLER");

/// The labels of standings.
pub(crate) const LABELS: &[LabelFacts] = &[
    LabelFacts {
        label: Label::WINNER,
        meaning: "the seat has a Token of Life for one of the lowest totals: 3 or 4 seats, of ranks 1 to 4, or none \
                  where five or more are lowest",
    },
    LabelFacts {
        label: BONUS_TOKEN,
        meaning: "the seat has a Token of Life for a working Forbidden One set",
    },
    LabelFacts {
        label: ELIMINATION_CANDIDATE,
        meaning: "the seat is up for elimination",
    },
    LabelFacts {
        label: COOL_BALLER,
        meaning: "the seat won Baller at auction",
    },
];

fn labels(ending: &Ending, seat: SeatIndex) -> Vec<Label> {
    Label::that_hold([
        (ending.winners.contains(seat), Label::WINNER),
        (ending.bonus_token_seat == Some(seat), BONUS_TOKEN),
        (ending.elimination_candidate == seat, ELIMINATION_CANDIDATE),
        (ending.cool_baller == Some(seat), COOL_BALLER),
    ])
}
