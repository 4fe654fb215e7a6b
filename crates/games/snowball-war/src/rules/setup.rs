//! The draft and the deployment.

use tinsel_engine::{BySeat, Chance, SeatIndex};

use super::{course::Course, draws};
use crate::{
    action::{Deployment, Made},
    components::{ByCharacter, Character, FIRST, Obstacle, Phase, Piece, Point, SEAT_COUNT, SECOND, other},
    config::{Config, Measures},
    event::Event,
    field::Field,
    reject::Rejected,
    state::{Condition, Figure, SnowballWar, Snowman, Stage, Table},
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

// SW-22
pub(super) fn pick(game: &SnowballWar, character: Character) -> Result<Made, Rejected> {
    if game.table.characters.at(character).owner.is_some() {
        return Err(Rejected::CharacterTaken);
    }
    Ok(Made::Picked(character))
}

pub(super) fn deploy(
    game: &SnowballWar,
    seat: SeatIndex,
    snowman: Point,
    characters: &[(Character, Point)],
) -> Result<Made, Rejected> {
    let measures = &game.config.measures;
    let team: Vec<Character> = game.table.team(seat).map(|(character, _)| character).collect();
    let characters = exactly(Phase::Deploy, &team, characters)?;
    let mut field = Field::of(game);
    let own = Piece::Snowman(seat);
    field.inside(own, snowman)?;
    // SW-24, SW-R8
    let limit = measures.move_distance;
    if edge_distance(measures, seat, snowman) > limit {
        return Err(Rejected::TooFarFromEdge { limit });
    }
    field.clear(own, snowman)?;
    field.put(own, snowman);
    for (character, at) in &characters {
        let piece = Piece::Character(*character);
        field.inside(piece, *at)?;
        field.clear(piece, *at)?;
        // SW-25, SW-R6: `clear` has already checked that they are not nearer than contact
        let limit = measures.contact_most();
        if !at.is_within(limit, snowman) {
            return Err(Rejected::NotInContact { limit });
        }
        field.put(piece, *at);
    }
    Ok(Made::Deployed(Deployment { snowman, characters }))
}

/// The distance of a point from a seat's own home edge.
// SW-1, SW-R20
fn edge_distance(measures: &Measures, seat: SeatIndex, at: Point) -> i32 {
    if seat == FIRST {
        at.x
    } else {
        measures.field_depth.saturating_sub(at.x)
    }
}

/// The entries in canonical order, if they belong exactly to the due characters.
pub(super) fn exactly<T: Copy>(
    phase: Phase,
    due: &[Character],
    entries: &[(Character, T)],
) -> Result<Vec<(Character, T)>, Rejected> {
    let mut sorted = entries.to_vec();
    sorted.sort_by_key(|(character, _)| *character);
    let named = sorted.iter().map(|(character, _)| character);
    if named.eq(due) {
        Ok(sorted)
    } else {
        Err(Rejected::BadCharacters { phase })
    }
}

impl Course<'_> {
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
        self.tell(Event::CharacterPicked {
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
        self.tell(Event::TeamDeployed {
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
