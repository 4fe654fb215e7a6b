//! What the steps that resolve a round work on, and how they give garnets and Grunko Pops.

use tinsel_engine::{BySeat, Events, SeatIndex, SeatSet};

use crate::{
    components::{BySlot, Garnets, Round, Skill},
    config::Config,
    event::{Event, PopCause},
    state::Table,
    submission::Submission,
};

/// What the steps of one round work on.
pub(super) struct Resolution<'a> {
    pub(super) config: &'a Config,
    pub(super) round: Round,
    pub(super) table: &'a mut Table,
    pub(super) submissions: &'a BySeat<Submission>,
    /// By slot; step 3.
    pub(super) winners: BySlot<Option<SeatIndex>>,
    pub(super) events: &'a mut Events<Event>,
}

impl Resolution<'_> {
    /// Gives garnets from the supply, and tells everyone.
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

    /// Gives garnets, and tells nobody.
    pub(super) fn give(&mut self, seat: SeatIndex, amount: Garnets) {
        let garnets = self.table.garnets.at_mut(seat);
        *garnets = garnets.plus(amount);
    }

    /// Gives Grunko Pops, and tells everyone.
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
