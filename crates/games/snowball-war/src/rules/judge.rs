//! The checks of an action, in the order of the specification, section 6: `form` parses it, and the rest depends on the
//! match.

mod abilities;
mod dice;
mod parse;
mod reactions;

use tinsel_engine::SeatIndex;

pub(crate) use abilities::{force_reroll, pauls_dice, rush, swap};
pub(crate) use dice::values_in_use;
pub(crate) use reactions::{Reactions, reactions};

use self::{
    dice::{moving, throwing},
    parse::{Act, DieAsked, Parsed, exactly},
};
use crate::{
    action::{Action, Deployment, Made},
    components::{Character, DieUse, FIRST, Phase, Piece, Point, other},
    config::{Config, Measures},
    field::Field,
    reject::Rejected,
    state::{SnowballWar, Stage, Table},
};

/// The validated action of a seat.
// Section 5: the action that each phase expects
pub(super) fn judged(game: &SnowballWar, seat: SeatIndex, action: &Action) -> Result<Made, Rejected> {
    let parsed = parse::parse(action)?;
    owes(game, seat)?;
    match (&game.stage, &parsed) {
        (Stage::Draft { .. }, Parsed::Pick(character)) => pick(game, *character),
        (Stage::Deploy { .. }, Parsed::Deploy { snowman, characters }) => deploy(game, seat, *snowman, characters),
        (Stage::Reroll { pools, .. }, Parsed::Reroll(dice)) => dice::reroll(pools.at(seat), dice),
        (Stage::Allocate { pools, .. }, Parsed::Allocate(cards)) => dice::allocate(game, seat, pools.at(seat), cards),
        (Stage::Action { .. }, Parsed::Act(act)) => judge_act(game, seat, act),
        (Stage::Reaction { attack, .. }, Parsed::React(reaction)) => reactions::react(game, attack.target, reaction),
        (Stage::ThrowAgain { character }, Parsed::ThrowAgain(target)) => throw_again(game, seat, *character, *target),
        (Stage::MoveAgain { character }, Parsed::MoveAgain(to)) => move_again(game, *character, *to),
        // SW-42
        (Stage::ThrowAgain { .. } | Stage::MoveAgain { .. }, Parsed::Skip) => Ok(Made::Skipped),
        (Stage::Return { .. }, Parsed::Return(characters)) => come_back(game, seat, characters),
        _ => Err(Rejected::WrongPhase { phase: game.phase() }),
    }
}

/// Refuses if the match is over or the seat owes no decision.
pub(super) fn owes(game: &SnowballWar, seat: SeatIndex) -> Result<(), Rejected> {
    if let Stage::Finished { reason } = game.stage {
        return Err(Rejected::MatchOver { reason });
    }
    if game.owing().contains(seat) {
        Ok(())
    } else {
        Err(Rejected::NoDecisionOwed { phase: game.phase() })
    }
}

// SW-38, SW-R59: one use of one die, or one ability
fn judge_act(game: &SnowballWar, seat: SeatIndex, act: &Act) -> Result<Made, Rejected> {
    match act {
        Act::Throw(asked, target) => throw(game, seat, asked, *target),
        Act::Move(asked, to) => walk(game, seat, asked, *to),
        Act::Discard(asked) => dice::discard(game, seat, asked),
        Act::DoubleThrow(target) => abilities::double_throw(game, seat, *target),
        Act::ForceReroll(die, target) => force_reroll(game, seat, *die, *target),
        Act::Swap(die, team_mate) => swap(game, seat, *die, *team_mate),
        Act::Rush(die) => rush(game, seat, *die),
    }
}

// SW-22
fn pick(game: &SnowballWar, character: Character) -> Result<Made, Rejected> {
    if game.table.characters.at(character).owner.is_some() {
        return Err(Rejected::CharacterTaken);
    }
    Ok(Made::Picked(character))
}

fn throw(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, target: Piece) -> Result<Made, Rejected> {
    let spend = throwing(game, seat, asked)?;
    aim(
        &game.config,
        &game.table,
        (seat, spend.character),
        target,
        DieUse::Throw,
    )?;
    Ok(Made::Threw(spend, target))
}

// SW-42, SW-R35
fn throw_again(game: &SnowballWar, seat: SeatIndex, character: Character, target: Piece) -> Result<Made, Rejected> {
    aim(&game.config, &game.table, (seat, character), target, DieUse::Throw)?;
    Ok(Made::ThrewAgain(target))
}

/// Refuses a target of a throw by a character of a seat.
// SW-40, SW-45, SW-R32
pub(super) fn aim(
    config: &Config,
    table: &Table,
    (seat, thrower): (SeatIndex, Character),
    target: Piece,
    action: DieUse,
) -> Result<(), Rejected> {
    if table.owner(target) != Some(other(seat)) {
        return Err(Rejected::BadTarget { action });
    }
    Field::on(config, table).aim(action, thrower, target)
}

fn walk(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, to: Point) -> Result<Made, Rejected> {
    let spend = moving(game, seat, asked)?;
    Field::of(game).reachable(spend.character, to)?;
    Ok(Made::Moved(spend, to))
}

// SW-42, SW-R35
fn move_again(game: &SnowballWar, character: Character, to: Point) -> Result<Made, Rejected> {
    Field::of(game).reachable(character, to)?;
    Ok(Made::MovedAgain(to))
}

fn deploy(
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

fn come_back(game: &SnowballWar, seat: SeatIndex, characters: &[(Character, i32)]) -> Result<Made, Rejected> {
    // SW-72, SW-74, SW-R62: all due characters return, in one action
    let due: Vec<Character> = game.table.returning(seat).collect();
    let mut field = Field::of(game);
    let x = game.config.measures.home_line(seat);
    let mut arrivals = Vec::new();
    for (character, y) in exactly(Phase::Return, &due, characters)? {
        let (piece, at) = (Piece::Character(character), Point::new(x, y));
        field.inside(piece, at)?;
        field.clear(piece, at)?;
        field.put(piece, at);
        arrivals.push((character, at));
    }
    Ok(Made::Returned(arrivals))
}
