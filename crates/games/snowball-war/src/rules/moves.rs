//! Moves, the first and the second.

use tinsel_engine::SeatIndex;

use super::commit::Commit;
use crate::{
    action::Spend,
    components::{Character, Point, Symbol, Use},
    event::Event,
    state::{Condition, Stage},
};

impl Commit<'_> {
    // SW-41
    pub(super) fn moved(&mut self, seat: SeatIndex, spend: Spend, to: Point) -> Stage {
        let character = spend.character;
        self.spend(seat, (character, spend.slot), Some(spend.value), Use::Move);
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
}
