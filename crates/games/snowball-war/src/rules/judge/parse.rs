//! Actions with all their fields, independent of the match: every field must be set and valid.

use std::borrow::Cow;

use crate::{
    action::{Action, CardAsked, Choice, Placement, Spot},
    components::{Character, DieUse, Piece, Point},
    reject::{Rejected, rule_of_action},
};

/// An action with all its fields. Numbers are unchecked.
pub(super) enum Parsed<'a> {
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
///
/// # Errors
///
/// `MALFORMED`, with the first field that is not set.
pub(super) fn parse(action: &Action) -> Result<Parsed<'_>, Rejected> {
    parsed(action).map_err(|field| Rejected::Malformed {
        rule: rule_of(action),
        field,
    })
}

/// The rule that defines an action.
const fn rule_of(action: &Action) -> &'static str {
    match action {
        Action::PickCharacter { .. } => "SW-22",
        Action::Deploy { .. } => "SW-23",
        Action::Reroll { .. } => "SW-32",
        Action::Allocate { .. } => "SW-34",
        Action::Throw { .. } => rule_of_action(DieUse::Throw),
        Action::Move { .. } => rule_of_action(DieUse::Move),
        Action::DiscardDie { .. } => rule_of_action(DieUse::Discard),
        Action::DoubleThrow { .. } => rule_of_action(DieUse::DoubleThrow),
        Action::ForceReroll { .. } => rule_of_action(DieUse::ForceReroll),
        Action::SwapPlaces { .. } => rule_of_action(DieUse::Swap),
        Action::RushSnowman { .. } => rule_of_action(DieUse::Rush),
        Action::ThrowAgain { .. } | Action::MoveAgain { .. } | Action::Skip => "SW-42",
        Action::React { choice } => match choice {
            Some(Choice::Dodge { .. }) => rule_of_action(DieUse::Dodge),
            Some(Choice::Intercept { .. }) => rule_of_action(DieUse::Intercept),
            Some(Choice::TakeHit) | None => "SW-47",
        },
        Action::Return { .. } => "SW-74",
    }
}

/// The path of a field.
type Path = Cow<'static, str>;

fn parsed(action: &Action) -> Result<Parsed<'_>, Path> {
    Ok(match action {
        Action::PickCharacter { character } => Parsed::Pick(there(*character, "pick_character.character")?),
        Action::Deploy { snowman, characters } => Parsed::Deploy {
            snowman: point(*snowman, "deploy.snowman")?,
            characters: each(characters, placed)?,
        },
        Action::Reroll { dice } => Parsed::Reroll(dice),
        Action::Allocate { cards } => Parsed::Allocate(each(cards, card)?),
        Action::Throw {
            character,
            die,
            as_value,
            target,
        } => {
            let die = die_of("throw_snowball", *character, *die, *as_value)?;
            Parsed::Act(Act::Throw(die, there(*target, "throw_snowball.target")?))
        }
        Action::Move {
            character,
            die,
            as_value,
            to,
        } => {
            let die = die_of("move", *character, *die, *as_value)?;
            Parsed::Act(Act::Move(die, point(*to, "move.to")?))
        }
        Action::DiscardDie { character, die } => {
            Parsed::Act(Act::Discard(die_of("discard_die", *character, *die, None)?))
        }
        Action::DoubleThrow { target } => Parsed::Act(Act::DoubleThrow(there(*target, "double_throw.target")?)),
        Action::ForceReroll { die, target } => {
            let die = there(*die, "force_reroll.die")?;
            Parsed::Act(Act::ForceReroll(die, there(*target, "force_reroll.target")?))
        }
        Action::SwapPlaces { die, team_mate } => {
            let die = there(*die, "swap_places.die")?;
            Parsed::Act(Act::Swap(die, there(*team_mate, "swap_places.team_mate")?))
        }
        Action::RushSnowman { die } => Parsed::Act(Act::Rush(there(*die, "rush_snowman.die")?)),
        Action::ThrowAgain { target } => Parsed::ThrowAgain(there(*target, "throw_again.target")?),
        Action::MoveAgain { to } => Parsed::MoveAgain(point(*to, "move_again.to")?),
        Action::Skip => Parsed::Skip,
        Action::React { choice } => Parsed::React(reaction(there(*choice, "react.choice")?)?),
        Action::Return { characters } => Parsed::Return(each(characters, |arrival, index| {
            let path = |field| format!("return_characters.characters[{index}].{field}");
            let character = arrival.character.ok_or_else(|| path("character"))?;
            Ok((character, arrival.y.ok_or_else(|| path("y"))?))
        })?),
    })
}

fn reaction(choice: Choice) -> Result<Reaction, Path> {
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
) -> Result<DieAsked, Path> {
    Ok(DieAsked {
        character: character.ok_or_else(|| format!("{action}.character"))?,
        die: die.ok_or_else(|| format!("{action}.die"))?,
        as_value,
    })
}

fn placed(placement: &Placement, index: usize) -> Result<(Character, Point), Path> {
    let path = format!("deploy.characters[{index}]");
    let character = placement.character.ok_or_else(|| format!("{path}.character"))?;
    Ok((character, point(placement.at, &format!("{path}.at"))?))
}

fn card(card: &CardAsked, index: usize) -> Result<(Character, &[u32]), Path> {
    let path = || format!("allocate.cards[{index}].character");
    Ok((card.character.ok_or_else(path)?, &card.dice))
}

fn each<'a, T, U>(list: &'a [T], read: impl Fn(&'a T, usize) -> Result<U, Path>) -> Result<Vec<U>, Path> {
    list.iter().zip(0..).map(|(entry, index)| read(entry, index)).collect()
}

fn point(spot: Option<Spot>, path: &str) -> Result<Point, Path> {
    let spot = spot.ok_or_else(|| path.to_owned())?;
    let x = spot.x.ok_or_else(|| format!("{path}.x"))?;
    let y = spot.y.ok_or_else(|| format!("{path}.y"))?;
    Ok(Point::new(x, y))
}

fn there<T>(field: Option<T>, path: &'static str) -> Result<T, Path> {
    field.ok_or(Cow::Borrowed(path))
}

/// The entries in canonical order, if they belong exactly to the due characters.
pub(super) fn exactly<T: Copy>(
    rule: &'static str,
    due: &[Character],
    entries: &[(Character, T)],
) -> Result<Vec<(Character, T)>, Rejected> {
    let mut sorted = entries.to_vec();
    sorted.sort_by_key(|(character, _)| *character);
    let named = sorted.iter().map(|(character, _)| character);
    if named.eq(due) {
        Ok(sorted)
    } else {
        Err(Rejected::BadCharacters { rule })
    }
}
