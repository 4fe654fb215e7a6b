//! The abilities of single characters.

use tinsel_engine::SeatIndex;

use super::{commit::Commit, draws};
use crate::{
    components::{Character, DieUse, Piece, Slot, other},
    event::{Event, ForcedDie},
    state::{Attack, Condition, Stage},
};

impl Commit<'_> {
    // SW-62
    pub(super) fn double_threw(&mut self, seat: SeatIndex, target: Piece) -> Stage {
        for slot in Slot::ALL {
            self.spend(seat, (Character::Paul, slot), None, DieUse::DoubleThrow);
        }
        self.snowball((Character::Paul, target), 2, false, false)
    }

    // SW-63
    pub(super) fn forced(&mut self, seat: SeatIndex, slot: Slot, target: Character) -> Stage {
        let by = Character::Bianca;
        self.spend(seat, (by, slot), None, DieUse::ForceReroll);
        let figure = self.table.characters.at_mut(target);
        let left: Vec<_> = figure.dice().collect();
        let dice = left.into_iter().map(|(slot, old)| {
            let new = draws::die(self.chance, draws::FORCED);
            figure.put(slot, Some(new));
            ForcedDie { slot, old, new }
        });
        let dice = dice.collect();
        self.everyone(Event::DiceForced { by, target, dice });
        self.next_action(seat)
    }

    // SW-64
    pub(super) fn swapped(&mut self, seat: SeatIndex, slot: Slot, team_mate: Character) -> Stage {
        let character = Character::Natasha;
        self.spend(seat, (character, slot), None, DieUse::Swap);
        let places = (
            self.table.characters.at(character).position(),
            self.table.characters.at(team_mate).position(),
        );
        if let (Some(team_mate_at), Some(character_at)) = places {
            self.table.characters.at_mut(character).condition = Some(Condition::InPlay(character_at));
            self.table.characters.at_mut(team_mate).condition = Some(Condition::InPlay(team_mate_at));
            self.everyone(Event::PlacesSwapped {
                character,
                team_mate,
                character_at,
                team_mate_at,
            });
        }
        self.next_action(seat)
    }

    // SW-66
    pub(super) fn rushed(&mut self, seat: SeatIndex, slot: Slot) -> Stage {
        let character = Character::Emily;
        self.spend(seat, (character, slot), None, DieUse::Rush);
        let (target, hits) = (Piece::Snowman(other(seat)), 2);
        self.everyone(Event::SnowmanRushed {
            character,
            target,
            hits,
        });
        let attack = Attack {
            by: character,
            target,
            hits,
            again: false,
        };
        self.hits(attack, 1)
    }
}
