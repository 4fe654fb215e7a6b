//! The checks of an action, in the order of the specification, section 6: `form` parses it, and the rest depends on the
//! match.

mod abilities;
mod dice;
mod parse;
mod places;
mod reactions;

use tinsel_engine::SeatIndex;

pub(crate) use abilities::{force_reroll, pauls_dice, rush, swap};
pub(crate) use dice::values_in_use;
pub(crate) use reactions::{Reactions, reactions};

use self::{
    dice::{moving, throwing},
    parse::{Act, DieAsked, Parsed},
};
use crate::{
    absent,
    action::{Action, Made},
    components::{Character, DieUse, Piece, Point},
    reject::Rejected,
    state::{SnowballWar, Stage},
};

/// The validated action of a seat.
// Section 5: the action that each phase expects
pub(super) fn judged(game: &SnowballWar, seat: SeatIndex, action: &Action) -> Result<Made, Rejected> {
    let parsed = parse::parse(action)?;
    let rule = owed(game, seat)?;
    match (&game.stage, &parsed) {
        (Stage::Draft { .. }, Parsed::Pick(character)) => pick(game, *character),
        (Stage::Deploy { .. }, Parsed::Deploy { snowman, characters }) => {
            places::deploy(game, seat, *snowman, characters)
        }
        (Stage::Reroll { pools, .. }, Parsed::Reroll(dice)) => dice::reroll(pools.at(seat), dice),
        (Stage::Allocate { pools, .. }, Parsed::Allocate(cards)) => dice::allocate(game, seat, pools.at(seat), cards),
        (Stage::Action { .. }, Parsed::Act(act)) => judge_act(game, seat, act),
        (Stage::Reaction { attack, .. }, Parsed::React(reaction)) => reactions::react(game, attack.target, reaction),
        (Stage::ThrowAgain { character }, Parsed::ThrowAgain(target)) => throw_again(game, seat, *character, *target),
        (Stage::MoveAgain { character }, Parsed::MoveAgain(to)) => move_again(game, *character, *to),
        // SW-42
        (Stage::ThrowAgain { .. } | Stage::MoveAgain { .. }, Parsed::Skip) => Ok(Made::Skipped),
        (Stage::Return { .. }, Parsed::Return(characters)) => places::come_back(game, seat, characters),
        _ => Err(Rejected::WrongPhase { rule }),
    }
}

/// The default of an inactive seat, validated like any other action.
pub(super) fn by_default(game: &SnowballWar, seat: SeatIndex) -> Result<Made, Rejected> {
    let rule = owed(game, seat)?;
    let default = absent::default_of(game, seat).ok_or(Rejected::NoDecisionOwed { rule })?;
    judged(game, seat, &default)
}

/// The rule of the pending decision of a seat. Refuses if the match is over or the seat owes no decision.
fn owed(game: &SnowballWar, seat: SeatIndex) -> Result<&'static str, Rejected> {
    let rule = match game.stage {
        Stage::Draft { .. } => "SW-22",
        Stage::Deploy { .. } => "SW-23",
        Stage::Reroll { .. } => "SW-32",
        Stage::Allocate { .. } => "SW-34",
        Stage::Action { .. } => "SW-38",
        Stage::Reaction { .. } => "SW-47",
        Stage::ThrowAgain { .. } | Stage::MoveAgain { .. } => "SW-42",
        Stage::Return { .. } => "SW-74",
        Stage::Finished { reason } => return Err(Rejected::MatchOver { reason }),
    };
    if game.owing().contains(seat) {
        Ok(rule)
    } else if matches!(game.stage, Stage::Action { .. }) {
        Err(Rejected::NoDecisionOwed { rule: "SW-36" })
    } else {
        Err(Rejected::NoDecisionOwed { rule })
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
    places::aim(game, (seat, spend.character), target, DieUse::Throw)?;
    Ok(Made::Threw(spend, target))
}

// SW-42, SW-R35
fn throw_again(game: &SnowballWar, seat: SeatIndex, character: Character, target: Piece) -> Result<Made, Rejected> {
    places::aim(game, (seat, character), target, DieUse::Throw)?;
    Ok(Made::ThrewAgain(target))
}

fn walk(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, to: Point) -> Result<Made, Rejected> {
    let spend = moving(game, seat, asked)?;
    places::reachable(game, spend.character, to)?;
    Ok(Made::Moved(spend, to))
}

// SW-42, SW-R35
fn move_again(game: &SnowballWar, character: Character, to: Point) -> Result<Made, Rejected> {
    places::reachable(game, character, to)?;
    Ok(Made::MovedAgain(to))
}
