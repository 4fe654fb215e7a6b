//! The checks of the abilities of single characters.

use tinsel_engine::SeatIndex;

use super::{
    dice::die_in,
    places::{aim, reach},
};
use crate::{
    action::Made,
    components::{Character, DieUse, Piece, Slot, other},
    field::Field,
    reject::Rejected,
    state::{Figure, SnowballWar},
};

/// The character with the ability, if it is in the seat's own team and in play.
// SW-60
fn able(game: &SnowballWar, seat: SeatIndex, character: Character) -> Result<&Figure, Rejected> {
    let figure = game.table.own(seat, character).ok_or(Rejected::NoSuchAbility)?;
    if figure.position().is_some() {
        Ok(figure)
    } else {
        Err(Rejected::CharacterNotInPlay)
    }
}

/// Whether the dice on Paul's card allow his ability.
// SW-62, SW-R51
pub(crate) fn pauls_dice(game: &SnowballWar, seat: SeatIndex) -> Result<(), Rejected> {
    let paul = able(game, seat, Character::Paul)?;
    let fitting = paul.dice().filter(|(_, die)| [4, 5].contains(&die.get()));
    if fitting.count() == 2 {
        Ok(())
    } else {
        Err(Rejected::WrongDice)
    }
}

/// Validates Paul's ability.
// SW-62, SW-R51
pub(super) fn double_throw(game: &SnowballWar, seat: SeatIndex, target: Piece) -> Result<Made, Rejected> {
    pauls_dice(game, seat)?;
    let paul = (seat, Character::Paul);
    aim(game, paul, target, DieUse::DoubleThrow)?;
    Ok(Made::DoubleThrew(target))
}

/// Validates Bianca's ability.
// SW-63, SW-R54
pub(crate) fn force_reroll(game: &SnowballWar, seat: SeatIndex, die: u32, target: Piece) -> Result<Made, Rejected> {
    let bianca = able(game, seat, Character::Bianca)?;
    let action = DieUse::ForceReroll;
    let (slot, _) = die_in(bianca, die, action)?;
    let Piece::Character(character) = target else {
        return Err(Rejected::BadTarget { action });
    };
    reach(&Field::of(game), action, Character::Bianca, target)?;
    let is_left = |rolled: Slot| character != Character::Bianca || rolled != slot;
    let mut dice = game.table.characters.at(character).dice();
    if dice.any(|(rolled, _)| is_left(rolled)) {
        Ok(Made::ForcedReroll(slot, character))
    } else {
        Err(Rejected::TargetHasNoDice)
    }
}

/// Validates Natasha's ability.
// SW-64, SW-R55
pub(crate) fn swap(game: &SnowballWar, seat: SeatIndex, die: u32, team_mate: Character) -> Result<Made, Rejected> {
    let natasha = able(game, seat, Character::Natasha)?;
    let action = DieUse::Swap;
    let (slot, _) = die_in(natasha, die, action)?;
    if team_mate == Character::Natasha || game.table.own(seat, team_mate).is_none() {
        return Err(Rejected::BadTarget { action });
    }
    reach(&Field::of(game), action, Character::Natasha, team_mate.into())?;
    Ok(Made::Swapped(slot, team_mate))
}

/// Validates Emily's ability.
// SW-66, SW-R52
pub(crate) fn rush(game: &SnowballWar, seat: SeatIndex, die: u32) -> Result<Made, Rejected> {
    let emily = able(game, seat, Character::Emily)?;
    let (slot, _) = die_in(emily, die, DieUse::Rush)?;
    reach(
        &Field::of(game),
        DieUse::Rush,
        Character::Emily,
        Piece::Snowman(other(seat)),
    )?;
    Ok(Made::Rushed(slot))
}
