//! The results of the selections: the hands before round 1, and their first scoring.

use tinsel_engine::BySeat;

use crate::{
    action::{Sealed, Selection},
    components::{Hand, Letter, List, Points, Present, Staleness},
    counts::letter_counts,
    score,
    state::{Last, Table},
};

/// The public state after all selections: hands, and totals after the pregame scoring.
pub(crate) fn opened(list: List, selected: &BySeat<Sealed<Selection>>) -> Table {
    let mut table = Table {
        list,
        selected: selected.clone(),
        hands: starting_hands(selected),
        // PM-3
        totals: selected.map(|_, _| Points::ZERO),
        last: Last::Pregame,
    };
    // PM-14: staleness does not change afterwards.
    score::add_gained(&mut table);
    table
}

fn starting_hands(selected: &BySeat<Sealed<Selection>>) -> BySeat<Hand> {
    let counts = letter_counts(selected);
    let staleness = |letter: Letter| {
        let count = counts.iter().find(|count| count.letter == letter);
        count.and_then(|count| count.staleness).unwrap_or_default()
    };
    selected.map(|_, sealed| {
        let [a, b, c, d, e] = sealed
            .content
            .letters()
            .map(|letter| Present::new(letter, staleness(letter)));
        // PM-12
        let extra = Present::new(Letter::A, Staleness::FRESH);
        Hand::new([extra, a, b, c, d, e])
    })
}
