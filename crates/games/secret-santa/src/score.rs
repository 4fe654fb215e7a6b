//! Totals, ranks, and the result of a match (section 10).

use tinsel_engine::{BySeat, Label, LabelFacts, Outcome, SeatIndex, SeatSet, Standing, ranks, wins};

use crate::{
    components::{Place, Points},
    state::SecretSanta,
};

const DEAL_WINNER: Label = Label("DEAL_WINNER");
const BEST: Label = Label("BEST_PERSON_IN_THE_ROOM");

/// The labels of standings.
// SS-1
pub(crate) const LABELS: &[LabelFacts] = &[
    LabelFacts {
        label: DEAL_WINNER,
        meaning: "the seat was the first to finish at least one deal",
    },
    LabelFacts {
        label: Label::WINNER,
        meaning: "the seat has rank 1 and has not forfeited",
    },
    LabelFacts {
        label: BEST,
        meaning: "what the book calls the winner",
    },
];

/// The seats by rank, then by number.
// SS-R73
pub(crate) fn ranking(totals: &BySeat<Points>, forfeited: SeatSet) -> Vec<SeatIndex> {
    let ranks = ranks(totals, forfeited);
    let mut seats: Vec<SeatIndex> = totals.seats().iter().collect();
    seats.sort_by_key(|seat| *ranks.at(*seat));
    seats
}

/// The result of the match. The most points are best; equal totals share a rank.
// SS-1, SS-R45, SS-R73
pub(crate) fn outcome(game: &SecretSanta, forfeited: SeatSet) -> Outcome {
    let totals = game.totals();
    let ranks = ranks(&totals, forfeited);
    let standings = ranks.map(|seat, rank| {
        // SS-R69: once, for any number of deals that it won
        let has_won_a_deal = game.sheet.iter().any(|places| *places.at(seat) == Place::FIRST);
        let wins = wins(seat, *rank, forfeited);
        let labels = [(has_won_a_deal, DEAL_WINNER), (wins, Label::WINNER), (wins, BEST)];
        Standing {
            rank: *rank,
            score: Some(i64::from(totals.at(seat).get())),
            labels: Label::that_hold(labels),
        }
    });
    Outcome { standings }
}
