//! The defaults of inactive seats, and the pending decisions that show them (section 9).

use tinsel_engine::{Decision, DefaultFacts, SeatIndex, Viewer};

use crate::{
    action::{Action, Arrival, CardAsked, Choice},
    components::{Character, FIRST, Piece, Point, turned},
    config::Measures,
    facts,
    field::Field,
    state::{SnowballWar, Stage, Table},
};

/// The default of `seat`, which owes a decision; `None` only after the end.
// SW-I15: the checks accept each of them like any other action
pub(crate) fn default_of(game: &SnowballWar, seat: SeatIndex) -> Option<Action> {
    let table = &game.table;
    match &game.stage {
        Stage::Draft { .. } => Some(Action::PickCharacter {
            character: table.face_up().next(),
        }),
        Stage::Deploy { .. } => {
            let team = table.team(seat).map(|(character, _)| character);
            Some(at_home(&game.config.measures, seat, team))
        }
        Stage::Reroll { .. } => Some(Action::Reroll { dice: Vec::new() }),
        Stage::Allocate { .. } => Some(allocation(table, seat)),
        Stage::Action { .. } => Some(discard(table, seat)),
        Stage::Reaction { .. } => Some(Action::React {
            choice: Some(Choice::TakeHit),
        }),
        Stage::ThrowAgain { .. } | Stage::MoveAgain { .. } => Some(Action::Skip),
        Stage::Return { .. } => Some(homecoming(game, seat)),
        Stage::Finished { .. } => None,
    }
}

/// The snowman in the middle of the home edge, with a character before it and one on each side: there is always room.
// SW-26, SW-R9
pub(crate) fn at_home(measures: &Measures, seat: SeatIndex, team: impl Iterator<Item = Character>) -> Action {
    let (depth, breadth) = (measures.field_depth, measures.field_breadth);
    let at = |point: Point| {
        if seat == FIRST {
            point
        } else {
            turned(point, depth, breadth)
        }
    };
    let snowman = Point::new(measures.snowman_radius, breadth.div_euclid(2));
    let spots = snowman.with_team(measures.contact(), measures.contact());
    Action::deploy(at(snowman), team.zip(spots.map(at)))
}

fn allocation(table: &Table, seat: SeatIndex) -> Action {
    let in_order = table.in_play(seat).zip((0u32..).step_by(2));
    Action::Allocate {
        cards: in_order
            .map(|((character, _), first)| CardAsked {
                character: Some(character),
                dice: vec![first, first.saturating_add(1)],
            })
            .collect(),
    }
}

fn discard(table: &Table, seat: SeatIndex) -> Action {
    let mut dice = table
        .team(seat)
        .flat_map(|(character, figure)| figure.dice().map(move |(slot, _)| (character, slot)));
    let first = dice.next();
    Action::DiscardDie {
        character: first.map(|(character, _)| character),
        die: first.map(|(_, slot)| slot.number().into()),
    }
}

/// Each character in canonical order, as near to the middle of the edge as there is room.
// SW-R10
fn homecoming(game: &SnowballWar, seat: SeatIndex) -> Action {
    let mut field = Field::of(game);
    let measures = field.measures;
    let (rc, breadth) = (measures.character_radius, measures.field_breadth);
    let x = measures.home_line(seat);
    let off_middle = |y: &i32| y.saturating_mul(2).abs_diff(breadth);
    let mut arrivals = Vec::new();
    let characters: Vec<Character> = game.table.returning(seat).collect();
    for character in characters {
        let piece = Piece::Character(character);
        let free = (rc..=breadth.saturating_sub(rc)).filter(|y| field.is_free(piece, Point::new(x, *y)));
        // Of several equally near ones, `min_by_key` returns the first, which is the lower one.
        let y = free.min_by_key(off_middle);
        if let Some(y) = y {
            field.put(piece, Point::new(x, y));
        }
        arrivals.push(Arrival {
            character: Some(character),
            y,
        });
    }
    Action::Return { characters: arrivals }
}

/// The pending decisions. The effect of a default follows from public facts; only the seat itself sees it as an action.
pub(crate) fn pending_decisions(game: &SnowballWar, viewer: Viewer) -> Vec<Decision<Action>> {
    let Some(default) = declared(&game.stage) else {
        return Vec::new();
    };
    let action = |seat| default_of(game, seat).filter(|_| viewer.is(seat));
    let owing = game.owing().iter();
    owing.map(|seat| default.pending(seat, action(seat))).collect()
}

const fn declared(stage: &Stage) -> Option<DefaultFacts> {
    Some(match stage {
        Stage::Draft { .. } => facts::FIRST_CHARACTER,
        Stage::Deploy { .. } => facts::MIDDLE_OF_THE_EDGE,
        Stage::Reroll { .. } => facts::NO_DICE,
        Stage::Allocate { .. } => facts::IN_ORDER,
        Stage::Action { .. } => facts::FIRST_DIE,
        Stage::Reaction { .. } => facts::TAKE_HIT,
        Stage::ThrowAgain { .. } => facts::NO_THROW,
        Stage::MoveAgain { .. } => facts::NO_MOVE,
        Stage::Return { .. } => facts::NEAREST,
        Stage::Finished { .. } => return None,
    })
}
