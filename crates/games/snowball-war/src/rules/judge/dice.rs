//! The checks of dice: of those of an own character, with their possible values in use, and of those in a pool.

use tinsel_engine::SeatIndex;

use super::parse::{DieAsked, exactly};
use crate::{
    action::{Made, Spend},
    components::{Card, Character, DiceSet, Die, DieUse, FaceAction, Slot},
    reject::Rejected,
    state::{Figure, Pool, SnowballWar},
};

/// The possible values in use of a character's die, ascending.
// SW-39, SW-61, SW-R57
pub(crate) fn values_in_use(character: Character, die: Die) -> impl Iterator<Item = Die> {
    let may_differ = character == Character::Stephen;
    die.beside().filter(move |value| may_differ || *value == die)
}

/// The die in a slot of a card, for this use.
pub(super) fn die_in(figure: &Figure, slot: u32, action: DieUse) -> Result<(Slot, Die), Rejected> {
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
fn own_die(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, action: DieUse) -> Result<(Slot, Die), Rejected> {
    let figure = game.table.own(seat, asked.character);
    let figure = figure.ok_or(Rejected::NotYourCharacter)?;
    if figure.position().is_none() {
        return Err(Rejected::CharacterNotInPlay);
    }
    die_in(figure, asked.die, action)
}

/// A die of an own character in play that throws.
pub(super) fn throwing(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<Spend, Rejected> {
    doing(game, seat, asked, (DieUse::Throw, FaceAction::Throw))
}

/// A die of an own character in play that moves.
pub(super) fn moving(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<Spend, Rejected> {
    doing(game, seat, asked, (DieUse::Move, FaceAction::Move))
}

fn doing(
    game: &SnowballWar,
    seat: SeatIndex,
    asked: &DieAsked,
    (action, symbol): (DieUse, FaceAction),
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
    let (slot, _) = own_die(game, seat, asked, DieUse::Discard)?;
    Ok(Made::Discarded(asked.character, slot))
}

pub(super) fn reroll(pool: &Pool, dice: &[u32]) -> Result<Made, Rejected> {
    let indices: Result<Vec<u8>, Rejected> = dice.iter().map(|index| in_pool(pool, *index)).collect();
    // SW-32, SW-R23
    let mut chosen = DiceSet::EMPTY;
    for (place, index) in indices?.into_iter().enumerate() {
        if chosen.contains(index) {
            return Err(Rejected::DuplicateDie { place });
        }
        chosen = chosen.with(index);
    }
    Ok(Made::ChoseDice(chosen))
}

// SW-30
fn in_pool(pool: &Pool, index: u32) -> Result<u8, Rejected> {
    let last = pool.len().saturating_sub(1);
    let index = u8::try_from(index)
        .ok()
        .filter(|index| usize::from(*index) < pool.len());
    index.ok_or(Rejected::BadDieIndex { limit: last })
}

pub(super) fn allocate(
    game: &SnowballWar,
    seat: SeatIndex,
    pool: &Pool,
    cards: &[(Character, &[u32])],
) -> Result<Made, Rejected> {
    let due: Vec<Character> = game.table.in_play(seat).map(|(character, _)| character).collect();
    let cards = exactly("SW-34", &due, cards)?;
    for index in cards.iter().flat_map(|(_, dice)| dice.iter()) {
        in_pool(pool, *index)?;
    }
    // SW-34, SW-R25
    let cards: Result<Vec<Card>, Rejected> = cards.iter().map(|card| two_dice(pool, card)).collect();
    let cards = cards?;
    let used: DiceSet = cards.iter().flat_map(|card| card.dice).collect();
    if used.iter().count() == pool.len() {
        Ok(Made::Allocated(cards))
    } else {
        Err(Rejected::BadAllocation)
    }
}

fn two_dice(pool: &Pool, (character, dice): &(Character, &[u32])) -> Result<Card, Rejected> {
    let [first, second] = dice else {
        return Err(Rejected::BadAllocation);
    };
    Ok(Card {
        character: *character,
        dice: [in_pool(pool, *first)?, in_pool(pool, *second)?],
    })
}
