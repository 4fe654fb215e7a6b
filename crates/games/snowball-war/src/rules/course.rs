//! The working data of all rules while a decision takes effect.

use tinsel_engine::{Chance, Events};

use crate::{config::Config, event::Event, state::Table};

/// A match while a decision is being applied.
pub(super) struct Course<'a> {
    pub(super) config: &'a Config,
    pub(super) table: &'a mut Table,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) events: &'a mut Events<Event>,
}

impl Course<'_> {
    /// Adds an event that everyone receives.
    pub(super) fn tell(&mut self, event: Event) {
        self.events.everyone(event);
    }
}
