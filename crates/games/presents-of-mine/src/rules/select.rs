//! The end of the pregame.

use tinsel_engine::{BySeat, Chance, Events};

use super::{opening::opened, round::next};
use crate::{
    action::{Sealed, Selection},
    components::List,
    config::Config,
    event::{self, Event},
    state::Stage,
};

/// Ends the pregame: hands, list, scoring, round 1.
pub(super) fn close(
    config: &Config,
    drawn: Option<List>,
    selected: &BySeat<Sealed<Selection>>,
    chance: &mut dyn Chance,
    events: &mut Events<Event>,
) -> Stage {
    // PM-13, PM-R7
    let list = drawn.unwrap_or_else(|| List::draw(chance));
    if drawn.is_none() {
        event::list_drawn(list, events);
    }
    let table = opened(list, selected);
    event::pregame_closed(config, &table, events);
    next(table, events)
}
