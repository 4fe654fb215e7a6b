//! The public record of a resolved step, derived from the stored data.
//!
//! Events contain it when the step resolves, and views contain it afterwards; both take it from here. `event.rs` and
//! `view.rs` decide which viewer may know it.

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use crate::{
    action::{Swap, Three},
    components::{Distance, Letter, List, Picture, Present, Round, Staleness},
    config::Config,
    counts::{letter_counts, majority},
    record::{
        LastStep, Pass, Passes, Pregame, Replacements, ScoreLine, Scored, SeatPasses, Selected, Theft, Thefts, Transfer,
    },
    score,
    state::{Last, Table},
};

/// The selections.
pub(crate) fn pregame(table: &Table) -> Pregame {
    Pregame {
        selected: table.selected.map(|_, sealed| Selected {
            letters: sealed.content,
            by_default: sealed.by_default,
        }),
        letters: letter_counts(&table.selected),
    }
}

/// The complete last resolved step.
pub(crate) fn last_step(config: &Config, table: &Table) -> LastStep {
    let (transfer, replacements) = match &table.last {
        Last::Pregame => (None, None),
        Last::Passed {
            round,
            pictures,
            swaps,
            by_default,
        } => {
            let round = round.round();
            let passes = passes(round, table.list.in_round(round), pictures, *by_default);
            let replacements = swaps.as_ref().and_then(|swaps| replacements(config, round, swaps));
            (Some(Transfer::Passes(passes)), replacements)
        }
        Last::Stolen {
            pictures,
            named,
            by_default,
        } => {
            let thefts = thefts(table.list.in_round(Round::Yoink), pictures, named, *by_default);
            (Some(Transfer::Thefts(thefts)), None)
        }
    };
    LastStep {
        transfer,
        replacements,
        scored: scored(table),
    }
}

/// The last scoring, of all seats.
pub(crate) fn scored(table: &Table) -> Scored {
    let scores = score::of_last_step(table);
    let lines = scores
        .enumerate()
        .map(|(seat, score)| score.line(seat, *table.totals.at(seat)));
    Scored {
        step: table.last.step(),
        lines: lines.collect(),
    }
}

/// The last scoring, of one seat.
pub(crate) fn scored_by(table: &Table, seat: SeatIndex) -> Scored {
    let Scored { step, lines } = scored(table);
    let own = |line: &ScoreLine| line.seat == seat;
    Scored {
        step,
        lines: lines.into_iter().filter(own).collect(),
    }
}

/// Passes follow from the scored hands: a present received over distance d came from the d-th seat above.
fn passes(round: Round, list: List, pictures: &BySeat<Picture>, by_default: SeatSet) -> Passes {
    let pass = |from: SeatIndex, distance: Distance| {
        let to = list.below(from, distance);
        Pass {
            present: received(pictures, to, distance),
            to,
            distance,
        }
    };
    Passes {
        round,
        seats: pictures.map(|seat, _| SeatPasses {
            passes: Distance::ALL.map(|distance| pass(seat, distance)),
            by_default: by_default.contains(seat),
        }),
    }
}

fn replacements(config: &Config, round: Round, swaps: &BySeat<Swap>) -> Option<Replacements> {
    let count = |letter: Letter| {
        let taken = swaps.iter().filter(|swap| swap.take == letter).count();
        (letter, u8::try_from(taken).unwrap_or(u8::MAX))
    };
    Some(Replacements {
        round,
        seats: swaps.clone(),
        counts: round.takes()?.map(count),
        stale: majority(config, round, swaps.iter().copied()),
    })
}

// PM-61: in the order of the thefts.
fn thefts(list: List, pictures: &BySeat<Picture>, named: &BySeat<Three>, by_default: SeatSet) -> Thefts {
    let theft = |distance: Distance, thief: SeatIndex| {
        let named = named.at(thief).over(distance);
        let taken = received(pictures, thief, distance);
        Theft {
            thief,
            victim: list.above(thief, distance),
            distance,
            named,
            taken,
            // PM-62: there is a draw only if no equal copy is left, and the drawn present is then never an equal one.
            random: taken != named,
        }
    };
    let at = |distance: Distance| list.iter().map(move |thief| theft(distance, thief)).collect::<Vec<_>>();
    Thefts {
        thefts: Distance::ALL.map(at).concat(),
        by_default: pictures.map(|seat, _| by_default.contains(seat)),
    }
}

fn received(pictures: &BySeat<Picture>, seat: SeatIndex, distance: Distance) -> Present {
    let received = pictures.at(seat).received(distance);
    received.unwrap_or_else(|| {
        tinsel_engine::never!("I-5: one present comes over each distance");
        Present::new(Letter::A, Staleness::FRESH)
    })
}
