//! The possible reactions of a target's owner to a hit. `rules/attack.rs` contains their effects.

use super::{
    dice::{die_in, value_of, values_in_use},
    parse::Reaction,
};
use crate::{
    action::Made,
    components::{Character, DieUse, LegalDodge, Piece, Slot},
    config::Config,
    reject::Rejected,
    state::{SnowballWar, Table},
};

/// The possible reactions to a hit, besides taking it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reactions {
    /// The target's dice that can dodge, each with its value in use; ascending.
    pub(crate) dodges: Vec<LegalDodge>,
    /// Robert's dice, if he can take the hit; ascending.
    pub(crate) intercepts: Vec<Slot>,
}

/// The possible reactions to a hit on `target`, besides taking it.
pub(crate) fn reactions(config: &Config, table: &Table, target: Piece) -> Reactions {
    let dodges = target.character().into_iter().flat_map(|character| {
        let dice = table.characters.at(character).dice();
        let as_any = move |(slot, value)| {
            values_in_use(character, value).map(move |as_value| LegalDodge { slot, value, as_value })
        };
        dice.flat_map(as_any)
            .filter(move |dodge| config.sheet(character).face(dodge.as_value).dodge)
    });
    let intercepts = if can_intercept(config, table, target) {
        let dice = table.characters.at(Character::Robert).dice();
        dice.map(|(slot, _)| slot).collect()
    } else {
        Vec::new()
    };
    Reactions {
        dodges: dodges.collect(),
        intercepts,
    }
}

/// Whether Robert could take a hit on `target` with a die.
// SW-49, SW-65, SW-R44, SW-R45, SW-R46
fn can_intercept(config: &Config, table: &Table, target: Piece) -> bool {
    let robert = Piece::Character(Character::Robert);
    let near = table.position(robert).zip(table.position(target));
    table.owner(robert) == table.owner(target)
        && robert != target
        && near.is_some_and(|(robert, target)| robert.is_within(config.measures.move_distance, target))
}

// SW-47, SW-R42
pub(super) fn react(game: &SnowballWar, target: Piece, reaction: &Reaction) -> Result<Made, Rejected> {
    match reaction {
        Reaction::Dodge { die, as_value } => dodge(game, target, *die, *as_value),
        Reaction::Intercept { die } => intercept(game, target, *die),
        Reaction::TakeHit => Ok(Made::TookHit),
    }
}

// SW-48, SW-55
fn dodge(game: &SnowballWar, target: Piece, die: u32, as_value: Option<u32>) -> Result<Made, Rejected> {
    let Piece::Character(character) = target else {
        return Err(Rejected::CannotDodge);
    };
    let (slot, die) = die_in(game.table.characters.at(character), die, DieUse::Dodge)?;
    let value = value_of(character, die, as_value)?;
    if game.config.sheet(character).face(value).dodge {
        Ok(Made::Dodged(slot, value))
    } else {
        Err(Rejected::NoDodge)
    }
}

fn intercept(game: &SnowballWar, target: Piece, die: u32) -> Result<Made, Rejected> {
    if !can_intercept(&game.config, &game.table, target) {
        return Err(Rejected::CannotIntercept);
    }
    let (slot, _) = die_in(game.table.characters.at(Character::Robert), die, DieUse::Intercept)?;
    Ok(Made::Intercepted(slot))
}
