//! Moves, the first and the second, and dice that are spent.

use tinsel_engine::{SeatIndex, never};

use super::commit::Commit;
use crate::{
    action::Spend,
    components::{Character, Die, DieUse, Point, Slot, Symbol, Times},
    event::Event,
    state::{Condition, Stage},
};

impl Commit<'_> {
    // SW-41
    pub(super) fn moved(&mut self, seat: SeatIndex, spend: Spend, to: Point) -> Stage {
        let character = spend.character;
        self.spend(seat, (character, spend.slot), Some(spend.value), DieUse::Move);
        self.walk(character, to, false);
        if !self.is_double(spend) {
            return self.next_action(seat);
        }
        // SW-43: a second move always needs a decision
        let kind = Symbol::Move;
        self.everyone(Event::SecondDue { seat, character, kind });
        Stage::MoveAgain { character }
    }

    // SW-42
    pub(super) fn moved_again(&mut self, seat: SeatIndex, character: Character, to: Point) -> Stage {
        self.walk(character, to, true);
        self.next_action(seat)
    }

    fn walk(&mut self, character: Character, to: Point, second: bool) {
        let figure = self.table.characters.at_mut(character);
        let from = figure.position().unwrap_or(to);
        figure.condition = Some(Condition::InPlay(to));
        self.everyone(Event::CharacterMoved {
            character,
            from,
            to,
            second,
        });
    }

    /// Removes a die from a card, before its effect.
    // SW-38
    pub(super) fn spend(
        &mut self,
        seat: SeatIndex,
        (character, slot): (Character, Slot),
        as_value: Option<Die>,
        spent_for: DieUse,
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
        self.spend(seat, (character, slot), None, DieUse::Discard);
        self.next_action(seat)
    }
}
