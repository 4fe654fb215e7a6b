//! The results of the selections: the hands before round 1, and their first scoring.

use tinsel_engine::BySeat;

use crate::{
    action::{Sealed, Selection},
    components::{Hand, Letter, List, Points, Present, Staleness},
    event::LetterCount,
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

/// For each letter A–J, the number of seats that selected it, and the resulting staleness.
// PM-11, PM-R4: the extra A does not count.
pub(crate) fn letter_counts(selected: &BySeat<Sealed<Selection>>) -> [LetterCount; 10] {
    Letter::STARTING.map(|letter| {
        let count = selected.iter().filter(|sealed| sealed.content.has(letter)).count();
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        LetterCount {
            letter,
            count,
            staleness: starting_staleness(count),
        }
    })
}

// PM-11
const fn starting_staleness(selectors: u8) -> Option<Staleness> {
    match selectors {
        0 => None,
        1..=2 => Some(Staleness::new(0)),
        3 => Some(Staleness::new(1)),
        4..=5 => Some(Staleness::new(2)),
        6..=u8::MAX => Some(Staleness::new(3)),
    }
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
