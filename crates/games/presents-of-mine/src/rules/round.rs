//! The end of a round, in every variation.

use tinsel_engine::Events;

use super::aged;
use crate::{
    config::Config,
    event::{self, Event},
    score,
    state::{Last, Stage, Table},
};

/// Scores, changes staleness, publishes, and continues with the next round or the end.
// PM-25, PM-R34: this includes round 5.
pub(super) fn close(config: &Config, before: &Table, last: Last, events: &mut Events<Event>) -> Stage {
    let mut table = Table { last, ..before.clone() };
    // PM-R19: `last` contains the hands after transfer and replacement.
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
