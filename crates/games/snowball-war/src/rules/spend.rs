//! The removal of a die from the card before its effect.

use tinsel_engine::{SeatIndex, never};

use super::commit::Commit;
use crate::{
    action::Spend,
    components::{Character, Die, Slot, Times, Use},
    event::Event,
    state::Stage,
};

impl Commit<'_> {
    /// Removes a die from a card, before its effect.
    // SW-38
    pub(super) fn spend(
        &mut self,
        seat: SeatIndex,
        (character, slot): (Character, Slot),
        as_value: Option<Die>,
        spent_for: Use,
    ) {
        let figure = self.table.characters.at_mut(character);
        let Some(value) = figure.die(slot) else {
            never!("SW-37: a die that is spent was there");
            return;
        };
        figure.put(slot, None);
        self.everyone(Event::DieSpent {
            seat,
            character,
            die: slot,
            value,
            as_value: as_value.unwrap_or(value),
            spent_for,
        });
    }

    // SW-42
    pub(super) fn is_double(&self, spend: Spend) -> bool {
        let face = self.config.sheet(spend.character).face(spend.value);
        face.times == Times::Twice
    }

    pub(super) fn discarded(&mut self, seat: SeatIndex, character: Character, slot: Slot) -> Stage {
        self.spend(seat, (character, slot), None, Use::Discard);
        self.next_action(seat)
    }
}
