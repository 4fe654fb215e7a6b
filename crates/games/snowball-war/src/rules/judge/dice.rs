//! The checks of choices from a pool.

use tinsel_engine::SeatIndex;

use super::exactly;
use crate::{
    action::Made,
    components::{Card, Character, DiceSet, Phase},
    reject::Rejected,
    state::{Pool, SnowballWar},
};

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
    let cards = exactly(Phase::Allocate, &due, cards)?;
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
