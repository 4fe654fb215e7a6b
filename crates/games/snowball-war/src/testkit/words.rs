//! Short functions that build actions, and the draws of a script.

use tinsel_engine::SeatIndex;

use crate::{
    action::{Action, Arrival, CardAsked, Choice, Spot},
    components::{Character, Piece},
};

const fn spot((x, y): (i32, i32)) -> Option<Spot> {
    Some(Spot { x: Some(x), y: Some(y) })
}

/// Picks a character.
#[must_use]
pub const fn pick(character: Character) -> Action {
    Action::PickCharacter {
        character: Some(character),
    }
}

/// Places a snowman and characters.
#[must_use]
pub fn deploy(snowman: (i32, i32), characters: &[(Character, (i32, i32))]) -> Action {
    let characters = characters.iter().map(|(character, at)| (*character, (*at).into()));
    Action::deploy(snowman.into(), characters)
}

/// Chooses dice to re-roll, by index.
#[must_use]
pub fn reroll(dice: &[u32]) -> Action {
    Action::Reroll { dice: dice.to_vec() }
}

/// Allocates dice, by index.
#[must_use]
pub fn allocate(cards: &[(Character, [u32; 2])]) -> Action {
    Action::Allocate {
        cards: cards
            .iter()
            .map(|(character, dice)| CardAsked {
                character: Some(*character),
                dice: dice.to_vec(),
            })
            .collect(),
    }
}

/// Throws with a die, at its own value.
#[must_use]
pub fn throw(character: Character, die: u32, target: impl Into<Piece>) -> Action {
    Action::Throw {
        character: Some(character),
        die: Some(die),
        as_value: None,
        target: Some(target.into()),
    }
}

/// Throws with a die, at another value.
#[must_use]
pub fn throw_as(character: Character, die: u32, as_value: u32, target: impl Into<Piece>) -> Action {
    Action::Throw {
        character: Some(character),
        die: Some(die),
        as_value: Some(as_value),
        target: Some(target.into()),
    }
}

/// Moves with a die, at its own value.
#[must_use]
pub const fn walk(character: Character, die: u32, to: (i32, i32)) -> Action {
    Action::Move {
        character: Some(character),
        die: Some(die),
        as_value: None,
        to: spot(to),
    }
}

/// Moves with a die, at another value.
#[must_use]
pub const fn walk_as(character: Character, die: u32, as_value: u32, to: (i32, i32)) -> Action {
    Action::Move {
        character: Some(character),
        die: Some(die),
        as_value: Some(as_value),
        to: spot(to),
    }
}

/// Spends a die without an effect.
#[must_use]
pub const fn discard(character: Character, die: u32) -> Action {
    Action::DiscardDie {
        character: Some(character),
        die: Some(die),
    }
}

/// Paul's ability.
#[must_use]
pub fn double_throw(target: impl Into<Piece>) -> Action {
    Action::DoubleThrow {
        target: Some(target.into()),
    }
}

/// Bianca's ability.
#[must_use]
pub fn force_reroll(die: u32, target: impl Into<Piece>) -> Action {
    Action::ForceReroll {
        die: Some(die),
        target: Some(target.into()),
    }
}

/// Natasha's ability.
#[must_use]
pub const fn swap(die: u32, team_mate: Character) -> Action {
    Action::SwapPlaces {
        die: Some(die),
        team_mate: Some(team_mate),
    }
}

/// Emily's ability.
#[must_use]
pub const fn rush(die: u32) -> Action {
    Action::RushSnowman { die: Some(die) }
}

/// A second throw.
#[must_use]
pub fn throw_again(target: impl Into<Piece>) -> Action {
    Action::ThrowAgain {
        target: Some(target.into()),
    }
}

/// A second move.
#[must_use]
pub const fn move_again(to: (i32, i32)) -> Action {
    Action::MoveAgain { to: spot(to) }
}

/// No second throw or move.
#[must_use]
pub const fn skip() -> Action {
    Action::Skip
}

/// Dodges with a die of the target, at its own value.
#[must_use]
pub const fn dodge(die: u32) -> Action {
    Action::React {
        choice: Some(Choice::Dodge {
            die: Some(die),
            as_value: None,
        }),
    }
}

/// Dodges with a die of the target, at another value.
#[must_use]
pub const fn dodge_as(die: u32, as_value: u32) -> Action {
    Action::React {
        choice: Some(Choice::Dodge {
            die: Some(die),
            as_value: Some(as_value),
        }),
    }
}

/// Robert takes the hit.
#[must_use]
pub const fn intercept(die: u32) -> Action {
    Action::React {
        choice: Some(Choice::Intercept { die: Some(die) }),
    }
}

/// The target takes the hit.
#[must_use]
pub const fn take_hit() -> Action {
    Action::React {
        choice: Some(Choice::TakeHit),
    }
}

/// Brings characters back, each at a y.
#[must_use]
pub fn come_back(characters: &[(Character, i32)]) -> Action {
    Action::Return {
        characters: characters
            .iter()
            .map(|(character, y)| Arrival {
                character: Some(*character),
                y: Some(*y),
            })
            .collect(),
    }
}

/// Draws of one name from `least` to `most`, in the form of a script: name, bound, value counted from 0.
///
/// ```
/// use tinsel_snowball_war::{draws::ROLL, testkit::draws};
///
/// assert_eq!(draws(ROLL, (1, 6), &[2, 6]), [(ROLL, 6, 1), (ROLL, 6, 5)]);
/// ```
///
/// # Panics
///
/// A value is not between the two.
#[must_use]
pub fn draws(name: &'static str, (least, most): (i32, i32), values: &[i32]) -> Vec<(&'static str, u32, u32)> {
    let above = |value: i32| u32::try_from(value.saturating_sub(least)).unwrap_or(u32::MAX);
    let script = values.iter().map(|value| {
        assert!((least..=most).contains(value), "{value} is not from {least} to {most}");
        (name, above(most).saturating_add(1), above(*value))
    });
    script.collect()
}

impl From<SeatIndex> for Piece {
    /// The snowman of a seat.
    fn from(seat: SeatIndex) -> Self {
        Self::Snowman(seat)
    }
}
