//! The form of an action, independent of the match: every field must be set and valid.

use std::borrow::Cow;

use crate::{
    action::{Action, CardAsked, Choice, Placement, Spot},
    components::{Character, Phase, Piece, Point},
    reject::Rejected,
};

/// An action with all its fields. Numbers are unchecked.
pub(super) enum Wanted<'a> {
    Pick(Character),
    Deploy {
        snowman: Point,
        characters: Vec<(Character, Point)>,
    },
    Reroll(&'a [u32]),
    Allocate(Vec<(Character, &'a [u32])>),
    Act(Act),
    ThrowAgain(Piece),
    MoveAgain(Point),
    Skip,
    React(Reaction),
    Return(Vec<(Character, i32)>),
}

/// The actions of the action phase.
pub(super) enum Act {
    Throw(DieAsked, Piece),
    Move(DieAsked, Point),
    Discard(DieAsked),
    DoubleThrow(Piece),
    ForceReroll(u32, Piece),
    Swap(u32, Character),
    Rush(u32),
}

/// A die of a character, and its requested value in use.
pub(super) struct DieAsked {
    pub(super) character: Character,
    pub(super) die: u32,
    pub(super) as_value: Option<u32>,
}

/// The reactions to a hit.
pub(super) enum Reaction {
    Dodge { die: u32, as_value: Option<u32> },
    Intercept { die: u32 },
    TakeHit,
}

/// Parses an action.
pub(super) fn read(action: &Action) -> Result<Wanted<'_>, Rejected> {
    Ok(match action {
        Action::PickCharacter { character } => Wanted::Pick(there(*character, "pick_character.character")?),
        Action::Deploy { snowman, characters } => Wanted::Deploy {
            snowman: point(*snowman, "deploy.snowman")?,
            characters: each(characters, placed)?,
        },
        Action::Reroll { dice } => Wanted::Reroll(dice),
        Action::Allocate { cards } => Wanted::Allocate(each(cards, card)?),
        Action::Throw {
            character,
            die,
            as_value,
            target,
        } => {
            let die = die_of("throw_snowball", *character, *die, *as_value)?;
            Wanted::Act(Act::Throw(die, there(*target, "throw_snowball.target")?))
        }
        Action::Move {
            character,
            die,
            as_value,
            to,
        } => {
            let die = die_of("move", *character, *die, *as_value)?;
            Wanted::Act(Act::Move(die, point(*to, "move.to")?))
        }
        Action::DiscardDie { character, die } => {
            Wanted::Act(Act::Discard(die_of("discard_die", *character, *die, None)?))
        }
        Action::DoubleThrow { target } => Wanted::Act(Act::DoubleThrow(there(*target, "double_throw.target")?)),
        Action::ForceReroll { die, target } => {
            let die = there(*die, "force_reroll.die")?;
            Wanted::Act(Act::ForceReroll(die, there(*target, "force_reroll.target")?))
        }
        Action::SwapPlaces { die, team_mate } => {
            let die = there(*die, "swap_places.die")?;
            Wanted::Act(Act::Swap(die, there(*team_mate, "swap_places.team_mate")?))
        }
        Action::RushSnowman { die } => Wanted::Act(Act::Rush(there(*die, "rush_snowman.die")?)),
        Action::ThrowAgain { target } => Wanted::ThrowAgain(there(*target, "throw_again.target")?),
        Action::MoveAgain { to } => Wanted::MoveAgain(point(*to, "move_again.to")?),
        Action::Skip => Wanted::Skip,
        Action::React { choice } => Wanted::React(reaction(there(*choice, "react.choice")?)?),
        Action::Return { characters } => Wanted::Return(each(characters, |arrival, index| {
            let path = |field| format!("return_characters.characters[{index}].{field}");
            let character = arrival.character.ok_or_else(|| malformed(path("character")))?;
            Ok((character, arrival.y.ok_or_else(|| malformed(path("y")))?))
        })?),
    })
}

fn reaction(choice: Choice) -> Result<Reaction, Rejected> {
    Ok(match choice {
        Choice::Dodge { die, as_value } => Reaction::Dodge {
            die: there(die, "react.dodge.die")?,
            as_value,
        },
        Choice::Intercept { die } => Reaction::Intercept {
            die: there(die, "react.intercept.die")?,
        },
        Choice::TakeHit => Reaction::TakeHit,
    })
}

fn die_of(
    action: &'static str,
    character: Option<Character>,
    die: Option<u32>,
    as_value: Option<u32>,
) -> Result<DieAsked, Rejected> {
    Ok(DieAsked {
        character: character.ok_or_else(|| malformed(format!("{action}.character")))?,
        die: die.ok_or_else(|| malformed(format!("{action}.die")))?,
        as_value,
    })
}

fn placed(placement: &Placement, index: usize) -> Result<(Character, Point), Rejected> {
    let path = format!("deploy.characters[{index}]");
    let character = placement
        .character
        .ok_or_else(|| malformed(format!("{path}.character")))?;
    Ok((character, point(placement.at, &format!("{path}.at"))?))
}

fn card(card: &CardAsked, index: usize) -> Result<(Character, &[u32]), Rejected> {
    let path = || malformed(format!("allocate.cards[{index}].character"));
    Ok((card.character.ok_or_else(path)?, &card.dice))
}

fn each<'a, T, U>(list: &'a [T], read: impl Fn(&'a T, usize) -> Result<U, Rejected>) -> Result<Vec<U>, Rejected> {
    list.iter().zip(0..).map(|(entry, index)| read(entry, index)).collect()
}

fn point(spot: Option<Spot>, path: &str) -> Result<Point, Rejected> {
    let spot = spot.ok_or_else(|| malformed(path.to_owned()))?;
    let x = spot.x.ok_or_else(|| malformed(format!("{path}.x")))?;
    let y = spot.y.ok_or_else(|| malformed(format!("{path}.y")))?;
    Ok(Point::new(x, y))
}

fn there<T>(field: Option<T>, path: &'static str) -> Result<T, Rejected> {
    field.ok_or_else(|| malformed(path))
}

fn malformed(field: impl Into<Cow<'static, str>>) -> Rejected {
    Rejected::Malformed { field: field.into() }
}

/// The entries in canonical order, if they belong exactly to the due characters.
pub(super) fn exactly<T: Copy>(
    phase: Phase,
    due: &[Character],
    entries: &[(Character, T)],
) -> Result<Vec<(Character, T)>, Rejected> {
    let mut sorted = entries.to_vec();
    sorted.sort_by_key(|(character, _)| *character);
    let named = sorted.iter().map(|(character, _)| character);
    if named.eq(due) {
        Ok(sorted)
    } else {
        Err(Rejected::BadCharacters { phase })
    }
}
