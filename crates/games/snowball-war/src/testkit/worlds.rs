//! Worlds that a viewer cannot distinguish.

use tinsel_engine::{Chance, SeatIndex, Viewer};

use crate::{
    components::{Card, Character, DiceSet},
    state::{SnowballWar, Stage},
};

/// A match that `viewer` cannot distinguish from `game`, with everything replaced that is hidden from it; `None` if
/// nothing is hidden.
///
/// By the table of visibility (section 7), the re-roll choice and the allocation of another seat are hidden until both
/// seats have committed.
#[must_use]
pub fn redeal(game: &SnowballWar, viewer: Viewer, chance: &mut dyn Chance) -> Option<SnowballWar> {
    let hidden: Vec<SeatIndex> = game.committed().iter().filter(|seat| !viewer.is(*seat)).collect();
    if hidden.is_empty() {
        return None;
    }
    let mut world = game.clone();
    for seat in hidden {
        let characters: Vec<Character> = game.table.in_play(seat).map(|(character, _)| character).collect();
        if let Stage::Reroll { pools, chosen } = &mut world.stage {
            let indices = (0u8..).take(pools.at(seat).len());
            let dice: DiceSet = indices.filter(|_| chance.once_in("redeal", 2)).collect();
            *chosen.at_mut(seat) = Some(dice);
        } else if let Stage::Allocate { pools, allocated } = &mut world.stage {
            let mut dice: Vec<u8> = (0u8..).take(pools.at(seat).len()).collect();
            chance.shuffle("worlds: allocation", &mut dice);
            *allocated.at_mut(seat) = Some(cards(&characters, &dice));
        } else {
            panic!("nothing is committed by {seat}");
        }
    }
    Some(world)
}

fn cards(characters: &[Character], dice: &[u8]) -> Vec<Card> {
    let pairs = dice
        .chunks_exact(2)
        .map(|pair| <[u8; 2]>::try_from(pair).unwrap_or([0, 1]));
    characters
        .iter()
        .zip(pairs)
        .map(|(character, dice)| Card {
            character: *character,
            dice,
        })
        .collect()
}
