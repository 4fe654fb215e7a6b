//! The rotation of a match to the other side.

use tinsel_engine::BySeat;

use crate::{
    action::{Action, Arrival, Placement, Spot},
    components::{Obstacle, Piece, Point, SEAT_COUNT, other, turned},
    config::{Config, FirstPicker, Measures},
    state::{Condition, Figure, Opening, SnowballWar, Snowman, Stage, Table},
};

/// The match with the seats exchanged and the field rotated by half a circle.
///
/// The rules treat both sides alike, except for the order of draws, and for ties that go to a lower coordinate or
/// index.
#[must_use]
pub fn rotated(game: &SnowballWar) -> SnowballWar {
    let measures = &game.config.measures;
    SnowballWar {
        config: Config {
            first_picker: match game.config.first_picker {
                FirstPicker::Random => FirstPicker::Random,
                FirstPicker::Seat0 => FirstPicker::Seat1,
                FirstPicker::Seat1 => FirstPicker::Seat0,
            },
            obstacles: game
                .config
                .obstacles
                .as_ref()
                .map(|obstacles| around(obstacles, measures)),
            ..game.config.clone()
        },
        table: rotated_table(&game.table, measures),
        stage: rotated_stage(&game.stage),
    }
}

/// The equivalent action of the other seat in the rotated match.
#[must_use]
pub fn rotated_action(action: &Action, measures: &Measures) -> Action {
    let piece = |piece: Option<Piece>| piece.map(rotated_piece);
    let spot = |spot: Option<Spot>| {
        spot.map(|spot| Spot {
            x: spot.x.map(|x| measures.field_depth.saturating_sub(x)),
            y: spot.y.map(|y| measures.field_breadth.saturating_sub(y)),
        })
    };
    let mut action = action.clone();
    match &mut action {
        Action::Deploy { snowman, characters } => {
            *snowman = spot(*snowman);
            for Placement { at, .. } in characters {
                *at = spot(*at);
            }
        }
        Action::Throw { target, .. }
        | Action::DoubleThrow { target }
        | Action::ForceReroll { target, .. }
        | Action::ThrowAgain { target } => *target = piece(*target),
        Action::Move { to, .. } | Action::MoveAgain { to } => *to = spot(*to),
        Action::Return { characters } => {
            for Arrival { y, .. } in characters {
                *y = y.map(|y| measures.field_breadth.saturating_sub(y));
            }
        }
        Action::PickCharacter { .. }
        | Action::Reroll { .. }
        | Action::Allocate { .. }
        | Action::DiscardDie { .. }
        | Action::SwapPlaces { .. }
        | Action::RushSnowman { .. }
        | Action::Skip
        | Action::React { .. } => {}
    }
    action
}

fn rotated_piece(piece: Piece) -> Piece {
    match piece {
        Piece::Character(character) => Piece::Character(character),
        Piece::Snowman(seat) if SEAT_COUNT.has(seat) => Piece::Snowman(other(seat)),
        Piece::Snowman(stranger) => Piece::Snowman(stranger),
    }
}

fn around(obstacles: &[Obstacle], measures: &Measures) -> Vec<Obstacle> {
    obstacles
        .iter()
        .map(|obstacle| obstacle.turned(measures.field_depth, measures.field_breadth))
        .collect()
}

fn rotated_table(table: &Table, measures: &Measures) -> Table {
    let at = |at: Point| turned(at, measures.field_depth, measures.field_breadth);
    Table {
        first_picker: other(table.first_picker),
        obstacles: around(&table.obstacles, measures),
        characters: table.characters.map(|_, figure| Figure {
            owner: figure.owner.map(other),
            condition: figure.condition.map(|condition| match condition {
                Condition::InPlay(spot) => Condition::InPlay(at(spot)),
                Condition::RunAway => Condition::RunAway,
                Condition::Returning => Condition::Returning,
            }),
            ..*figure
        }),
        snowmen: exchanged(&table.snowmen.map(|_, snowman| Snowman {
            at: snowman.at.map(at),
            ..*snowman
        })),
        turn: table.turn,
        rerolled: exchanged(&table.rerolled),
        opening: table.opening.as_ref().map(|opening| Opening {
            turn: opening.turn,
            starter: other(opening.starter),
            sums: exchanged(&opening.sums),
        }),
    }
}

fn rotated_stage(stage: &Stage) -> Stage {
    match stage {
        Stage::Draft { picker } => Stage::Draft { picker: other(*picker) },
        Stage::Deploy { seat } => Stage::Deploy { seat: other(*seat) },
        Stage::Reroll { pools, chosen } => Stage::Reroll {
            pools: exchanged(pools),
            chosen: exchanged(chosen),
        },
        Stage::Allocate { pools, allocated } => Stage::Allocate {
            pools: exchanged(pools),
            allocated: exchanged(allocated),
        },
        Stage::Action { active } => Stage::Action { active: other(*active) },
        Stage::Reaction { attack, hit } => {
            let mut attack = *attack;
            attack.target = rotated_piece(attack.target);
            Stage::Reaction { attack, hit: *hit }
        }
        Stage::ThrowAgain { character } => Stage::ThrowAgain { character: *character },
        Stage::MoveAgain { character } => Stage::MoveAgain { character: *character },
        Stage::Return { seat } => Stage::Return { seat: other(*seat) },
        Stage::Finished { reason } => Stage::Finished { reason: *reason },
    }
}

fn exchanged<T: Clone>(values: &BySeat<T>) -> BySeat<T> {
    BySeat::from_fn(SEAT_COUNT, |seat| values.at(other(seat)).clone())
}
