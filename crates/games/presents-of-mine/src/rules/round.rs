//! The end of a round, whatever its variation.

use tinsel_engine::Events;

use super::aged;
use crate::{
    action::Swap,
    components::{Letter, Round},
    config::{Config, Round3Majority},
    event::{self, Event},
    score,
    state::{Last, Stage, Table},
};

/// Scores, changes staleness, publishes, and goes on to the next round or the end.
// PM-25, PM-R34: after round 5, too.
pub(super) fn close(config: &Config, before: &Table, last: Last, events: &mut Events<Event>) -> Stage {
    let mut table = Table { last, ..before.clone() };
    // PM-R19: `last` has the hands after transfer and replacement.
    score::add_gained(&mut table);
    // PM-25.4, PM-25.5
    table.hands = table.pictures().map(|_, picture| aged(picture));
    event::round_closed(config, before, &table, events);
    next(table, events)
}

/// The round after the last step, or the end.
// PM-2, PM-25.7
pub(super) fn next(table: Table, events: &mut Events<Event>) -> Stage {
    match table.last.step().next() {
        Some(round) => {
            event::round_started(round, table.list, events);
            Stage::of_round(round, table)
        }
        None => Stage::Finished { table },
    }
}

/// The letter whose copies enter stale, if one was taken more often than the other.
// PM-56, PM-58, PM-R39, PM-R40, PM-R55, PM-R56
pub(crate) fn majority(config: &Config, round: Round, swaps: impl Iterator<Item = Swap>) -> Option<Letter> {
    let [one, other] = round.takes()?;
    if round == Round::CleaningSupplies && config.round3_majority == Round3Majority::Skip {
        return None;
    }
    let taken: Vec<Letter> = swaps.map(|swap| swap.take).collect();
    let count = |letter: Letter| taken.iter().filter(|taken| **taken == letter).count();
    match count(one).cmp(&count(other)) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => None,
    }
}
