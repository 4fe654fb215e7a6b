//! Moves, the first and the second.

use tinsel_engine::SeatIndex;

use super::{course::Course, form::DieAsked, spend::moving};
use crate::{
    action::{Made, Spend},
    components::{Character, Point, Symbol, Use},
    event::Event,
    field::Field,
    reject::Rejected,
    state::{Condition, SnowballWar, Stage},
};

pub(super) fn walk(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, to: Point) -> Result<Made, Rejected> {
    let spend = moving(game, seat, asked)?;
    Field::of(game).reachable(spend.character, to)?;
    Ok(Made::Moved(spend, to))
}

// SW-42, SW-R35
pub(super) fn move_again(game: &SnowballWar, character: Character, to: Point) -> Result<Made, Rejected> {
    Field::of(game).reachable(character, to)?;
    Ok(Made::MovedAgain(to))
}

impl Course<'_> {
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
        self.tell(Event::SecondDue { seat, character, kind });
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
        self.tell(Event::CharacterMoved {
            character,
            from,
            to,
            second,
        });
    }
}
