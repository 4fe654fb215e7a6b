//! The rotation of a match by one seat.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use crate::{
    components::{List, SEATS},
    state::{Last, PresentsOfMine, Stage, Table},
};

/// The match with the possessions of each seat moved to the next one, those of seat 7 to seat 0.
#[must_use]
pub fn rotated(game: &PresentsOfMine) -> PresentsOfMine {
    let stage = match &game.stage {
        Stage::Selecting { list, sealed } => Stage::Selecting {
            list: list.map(next_list),
            sealed: next(sealed),
        },
        Stage::Passing { round, sealed, table } => Stage::Passing {
            round: *round,
            sealed: next(sealed),
            table: next_table(table),
        },
        Stage::Stealing { sealed, table } => Stage::Stealing {
            sealed: next(sealed),
            table: next_table(table),
        },
        Stage::Finished { table } => Stage::Finished {
            table: next_table(table),
        },
    };
    PresentsOfMine {
        config: game.config,
        stage,
    }
}

fn next_table(table: &Table) -> Table {
    Table {
        list: next_list(table.list),
        selected: next(&table.selected),
        hands: next(&table.hands),
        totals: next(&table.totals),
        last: match &table.last {
            Last::Pregame => Last::Pregame,
            Last::Passed {
                round,
                pictures,
                swaps,
                by_default,
            } => Last::Passed {
                round: *round,
                pictures: next(pictures),
                swaps: swaps.as_ref().map(next),
                by_default: next_set(*by_default),
            },
            Last::Stolen {
                pictures,
                named,
                by_default,
            } => Last::Stolen {
                pictures: next(pictures),
                named: next(named),
                by_default: next_set(*by_default),
            },
        },
    }
}

const fn next_seat(seat: SeatIndex) -> SeatIndex {
    let next = seat.get().saturating_add(1);
    SeatIndex::new(if next < SEATS { next } else { 0 })
}

fn next_list(list: List) -> List {
    let order = list.order().map(|seat| next_seat(seat).get());
    List::new(order).unwrap_or(list)
}

fn next_set(seats: SeatSet) -> SeatSet {
    seats.iter().map(next_seat).collect()
}

fn next<T: Clone>(values: &BySeat<T>) -> BySeat<T> {
    let mut rotated = values.clone();
    for (seat, value) in values.enumerate() {
        *rotated.at_mut(next_seat(seat)) = value.clone();
    }
    rotated
}
