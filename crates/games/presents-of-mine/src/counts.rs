//! Counts of the seats that chose each letter, with their results: the first staleness of selected letters, and the letter
//! that most seats took as a replacement.

use std::cmp::Ordering;

use tinsel_engine::BySeat;

use crate::{
    action::{Sealed, Selection, Swap},
    components::{Letter, Round, Staleness},
    config::{Config, Round3Majority},
    record::LetterCount,
};

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

/// The letter that enters stale, if more seats took it than the other.
// PM-56, PM-58, PM-R39, PM-R40, PM-R55, PM-R56
pub(crate) fn majority(config: &Config, round: Round, swaps: impl Iterator<Item = Swap>) -> Option<Letter> {
    let [one, other] = round.takes()?;
    if round == Round::CleaningSupplies && config.round3_majority == Round3Majority::Skip {
        return None;
    }
    let taken: Vec<Letter> = swaps.map(|swap| swap.take).collect();
    let count = |letter: Letter| taken.iter().filter(|taken| **taken == letter).count();
    match count(one).cmp(&count(other)) {
        Ordering::Greater => Some(one),
        Ordering::Less => Some(other),
        Ordering::Equal => None,
    }
}
