//! The working data of a decision that takes effect, and its helpers that give garnets and Grunko Pops.

use tinsel_engine::{BySeat, Events, SeatIndex, SeatSet};

use crate::{
    components::{BySlot, Garnets, Round, Skill},
    config::Config,
    event::{Event, PopCause},
    submission::Submission,
    table::Table,
};

/// A match while the last submission of a round takes effect.
pub(super) struct Commit<'a> {
    pub(super) config: &'a Config,
    pub(super) round: Round,
    pub(super) table: &'a mut Table,
    pub(super) submissions: &'a BySeat<Submission>,
    /// By slot; set in step 3.
    pub(super) winners: BySlot<Option<SeatIndex>>,
    pub(super) events: &'a mut Events<Event>,
}

impl Commit<'_> {
    /// Gives garnets from the supply, with an event that everyone receives.
    pub(super) fn earn(&mut self, seats: SeatSet, each: Garnets, cause: Skill) {
        for seat in seats.iter() {
            self.give(seat, each);
        }
        let round = self.round;
        self.events.everyone(Event::GarnetsEarned {
            round,
            seats,
            each,
            cause,
        });
    }

    /// Gives garnets, without an event.
    pub(super) fn give(&mut self, seat: SeatIndex, amount: Garnets) {
        let garnets = self.table.garnets.at_mut(seat);
        *garnets = garnets.plus(amount);
    }

    /// Gives Grunko Pops, with an event that everyone receives.
    pub(super) fn give_grunko_pops(&mut self, seat: SeatIndex, count: u8, cause: PopCause) {
        self.table.skills.at_mut(seat).add(Skill::GrunkoPop, count);
        let round = self.round;
        self.events.everyone(Event::GrunkoPopsGained {
            round,
            seat,
            count,
            cause,
        });
    }
}
