//! Actions with the same meaning.

use crate::{
    Action, Legal,
    action::Choice,
    components::{Character, Die, LegalDodge},
    legal::Acting,
};

/// The same action in canonical order, and with the value of each die: an omitted one is the die's own.
pub(super) fn canonical(legal: &Legal, action: &Action) -> Action {
    let mut action = action.clone();
    if let Action::Deploy { characters, .. } = &mut action {
        characters.sort_by_key(|placement| placement.character);
    }
    if let Action::Allocate { cards } = &mut action {
        cards.sort_by_key(|card| card.character);
    }
    if let Action::Return { characters } = &mut action {
        characters.sort_by_key(|arrival| arrival.character);
    }
    if let (
        Legal::Act(acting),
        Action::Throw {
            character: Some(character),
            die: Some(die),
            as_value,
            ..
        }
        | Action::Move {
            character: Some(character),
            die: Some(die),
            as_value,
            ..
        },
    ) = (legal, &mut action)
    {
        let own = || Some(own_value(acting, *character, *die)?.get().into());
        *as_value = as_value.or_else(own);
    }
    if let (
        Legal::React { dodges, .. },
        Action::React {
            choice: Some(Choice::Dodge {
                die: Some(die),
                as_value,
            }),
        },
    ) = (legal, &mut action)
    {
        let of_slot = |dodge: &&LegalDodge| u32::from(dodge.slot.number()) == *die;
        *as_value = as_value.or_else(|| Some(dodges.iter().find(of_slot)?.value.get().into()));
    }
    action
}

/// The value of a die on a card.
fn own_value(acting: &Acting, character: Character, die: u32) -> Option<Die> {
    let of = acting.characters.iter().find(|of| of.character == character)?;
    let die = of.dice.iter().find(|of| u32::from(of.slot.number()) == die)?;
    Some(die.value)
}
