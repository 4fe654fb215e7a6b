//! The working data of a decision that takes effect.

use tinsel_engine::{Chance, Events};

use crate::{config::Config, event::Event, state::Table};

/// A match while a decision takes effect.
pub(super) struct Commit<'a> {
    pub(super) config: &'a Config,
    pub(super) table: &'a mut Table,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) events: &'a mut Events<Event>,
}

impl Commit<'_> {
    /// Adds an event that everyone receives.
    pub(super) fn everyone(&mut self, event: Event) {
        self.events.everyone(event);
    }
}
