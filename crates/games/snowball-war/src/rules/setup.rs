//! The draft and the deployment.

use tinsel_engine::{BySeat, Chance, SeatIndex};

use super::{commit::Commit, draws};
use crate::{
    action::Deployment,
    components::{ByCharacter, Character, FIRST, Obstacle, SEAT_COUNT, SECOND, other},
    config::Config,
    event::Event,
    state::{Condition, Figure, Snowman, Stage, Table},
};

// SW-17, SW-R13
pub(super) fn first_picker(config: &Config, chance: &mut dyn Chance) -> SeatIndex {
    let drawn = |chance| match draws::draw(chance, draws::FIRST_PICKER, 0, 1) {
        0 => FIRST,
        _ => SECOND,
    };
    config.first_picker.seat().unwrap_or_else(|| drawn(chance))
}

impl Table {
    /// The table before the first pick.
    pub(crate) fn empty(first_picker: SeatIndex, obstacles: Vec<Obstacle>) -> Self {
        Self {
            first_picker,
            obstacles,
            characters: ByCharacter::from_fn(|_| Figure::default()),
            snowmen: BySeat::from_fn(SEAT_COUNT, |_| Snowman::default()),
            turn: 0,
            rerolled: BySeat::from_fn(SEAT_COUNT, |_| None),
            opening: None,
        }
    }
}

impl Commit<'_> {
    // SW-22, SW-R14: the last card needs no decision
    pub(super) fn picked(&mut self, seat: SeatIndex, character: Character) -> Stage {
        self.join(seat, character, false);
        let next = other(seat);
        let left: Vec<Character> = self.table.face_up().collect();
        let [last] = left.as_slice() else {
            return Stage::Draft { picker: next };
        };
        self.join(next, *last, true);
        // SW-23
        Stage::Deploy {
            seat: self.table.first_picker,
        }
    }

    fn join(&mut self, seat: SeatIndex, character: Character, automatic: bool) {
        self.table.characters.at_mut(character).owner = Some(seat);
        self.everyone(Event::CharacterPicked {
            seat,
            character,
            automatic,
        });
    }

    // SW-23, SW-R19: the other seat sees the first deployment before its own
    pub(super) fn deployed(&mut self, seat: SeatIndex, deployment: Deployment) -> Stage {
        let Deployment { snowman, characters } = deployment;
        self.table.snowmen.at_mut(seat).at = Some(snowman);
        for (character, at) in &characters {
            self.table.characters.at_mut(*character).condition = Some(Condition::InPlay(*at));
        }
        self.everyone(Event::TeamDeployed {
            seat,
            snowman,
            characters,
        });
        let next = other(seat);
        // SW-27
        if self.table.snowmen.at(next).at.is_none() {
            Stage::Deploy { seat: next }
        } else {
            self.next_turn()
        }
    }
}
