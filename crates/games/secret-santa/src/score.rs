//! Totals, ranks, and how a match ended (section 10).

use std::cmp::Reverse;

use tinsel_engine::{BySeat, Label, Outcome, SeatCount, SeatIndex};

use crate::{
    components::{Place, Points},
    state::SecretSanta,
};

/// What is said of a seat that was the first to finish a deal.
// SS-1
const DEAL_WINNER: Label = Label("DEAL_WINNER");
/// What is said of a seat with the most points.
const BEST: Label = Label("BEST_PERSON_IN_THE_ROOM");

/// The points of all finished deals.
// SS-2, SS-65
pub(crate) fn totals(sheet: &[BySeat<Place>], seats: SeatCount) -> BySeat<Points> {
    BySeat::from_fn(seats, |seat| {
        sheet.iter().map(|places| places.at(seat).points(seats)).sum()
    })
}

/// The seats by rank, then by number.
pub(crate) fn ranking(totals: &BySeat<Points>) -> Vec<SeatIndex> {
    let mut seats: Vec<SeatIndex> = totals.seats().iter().collect();
    seats.sort_by_key(|seat| Reverse(*totals.at(*seat)));
    seats
}

/// How the match ended. The most points are best; equal totals share a rank.
// SS-1, SS-R45
pub(crate) fn outcome(game: &SecretSanta) -> Outcome {
    let mut outcome = Outcome::ranked(&game.totals(), |total, rank| {
        let labels = if rank == 1 { vec![BEST] } else { Vec::new() };
        (Some(i64::from(total.get())), labels)
    });
    // SS-R69: once, however many deals it won
    for (seat, standing) in outcome.standings.enumerate_mut() {
        if game.sheet.iter().any(|places| *places.at(seat) == Place::FIRST) {
            standing.labels.insert(0, DEAL_WINNER);
        }
    }
    outcome
}
