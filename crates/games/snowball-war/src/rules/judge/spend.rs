//! The checks of a die of an own character, and its possible values in use.

use tinsel_engine::SeatIndex;

use super::form::DieAsked;
use crate::{
    action::{Made, Spend},
    components::{Character, Die, FaceAction, Slot, Use},
    reject::Rejected,
    state::{Figure, SnowballWar},
};

/// The possible values in use of a character's die, ascending.
// SW-39, SW-61, SW-R57
pub(crate) fn values_in_use(character: Character, die: Die) -> impl Iterator<Item = Die> {
    let may_differ = character == Character::Stephen;
    die.beside().filter(move |value| may_differ || *value == die)
}

/// The die in a slot of a card, for this use.
pub(super) fn die_in(figure: &Figure, slot: u32, action: Use) -> Result<(Slot, Die), Rejected> {
    let there = Slot::from_number(slot).and_then(|slot| Some((slot, figure.die(slot)?)));
    there.ok_or(Rejected::NoSuchDie { action })
}

/// The requested value in use of a die, checked.
pub(super) fn value_of(character: Character, die: Die, as_value: Option<u32>) -> Result<Die, Rejected> {
    let shown = u32::from(die.get());
    let wanted = as_value.unwrap_or(shown);
    let values: Vec<Die> = values_in_use(character, die).collect();
    let value = values.iter().find(|value| u32::from(value.get()) == wanted);
    value.copied().ok_or_else(|| {
        let nearest = if wanted < shown { values.first() } else { values.last() };
        let limit = nearest.copied().unwrap_or(die);
        Rejected::BadValue { character, limit }
    })
}

/// A die of an own character in play.
// SW-38
fn own_die(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, action: Use) -> Result<(Slot, Die), Rejected> {
    let figure = game.table.own(seat, asked.character);
    let figure = figure.ok_or(Rejected::NotYourCharacter)?;
    if figure.position().is_none() {
        return Err(Rejected::CharacterNotInPlay);
    }
    die_in(figure, asked.die, action)
}

/// A die of an own character in play that throws.
pub(super) fn throwing(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<Spend, Rejected> {
    doing(game, seat, asked, (Use::Throw, FaceAction::Throw))
}

/// A die of an own character in play that moves.
pub(super) fn moving(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<Spend, Rejected> {
    doing(game, seat, asked, (Use::Move, FaceAction::Move))
}

fn doing(
    game: &SnowballWar,
    seat: SeatIndex,
    asked: &DieAsked,
    (action, symbol): (Use, FaceAction),
) -> Result<Spend, Rejected> {
    let (slot, die) = own_die(game, seat, asked, action)?;
    let character = asked.character;
    let value = value_of(character, die, asked.as_value)?;
    // SW-39, SW-44, SW-R37
    if game.config.sheet(character).face(value).action != symbol {
        return Err(Rejected::WrongFace);
    }
    Ok(Spend { character, slot, value })
}

// SW-37, SW-R29, SW-R30, SW-R31
pub(super) fn discard(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<Made, Rejected> {
    let (slot, _) = own_die(game, seat, asked, Use::Discard)?;
    Ok(Made::Discarded(asked.character, slot))
}
