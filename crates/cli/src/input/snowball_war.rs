//! Snowball War, as it is typed.

#[cfg(test)]
mod tests;

use tinsel_proto::games::snowball_war::v1::{
    self as wire, Action, Character, Legal, Piece, Target, action::Action as Kind, legal::Decision,
};

use crate::render::snowball_war::notation::{read_character, read_number, read_piece, read_point};

/// How things are written.
pub(super) const HELP: &str = "Spots are x,y in mm, dice are slots 0 and 1, names can be shortened: move ste 0 120,45.";

pub(super) fn read(line: &str, legal: &Legal) -> Result<Action, String> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let action = match &legal.decision {
        None => return Err("there is nothing to decide now".to_owned()),
        Some(Decision::PickCharacter(_)) => pick(&words)?,
        Some(Decision::Deploy(_)) => deploy(&words)?,
        Some(Decision::Reroll(_)) => reroll(&words)?,
        Some(Decision::Allocate(_)) => allocate(&words)?,
        Some(Decision::Act(act)) => {
            let targets = act.characters.iter().flat_map(|acting| &acting.targets);
            let paul = act.double_throw.iter().flat_map(|throw| &throw.targets);
            self::act(&words, snowman(targets.chain(paul)))?
        }
        Some(Decision::ThrowAgain(throw)) => throw_again(&words, snowman(throw.targets.iter()))?,
        Some(Decision::MoveAgain(_)) => move_again(&words)?,
        Some(Decision::React(_)) => react(&words)?,
        Some(Decision::ReturnCharacters(_)) => come_back(&words)?,
    };
    Ok(Action { action: Some(action) })
}

/// The snowman that can be aimed at.
fn snowman<'a>(mut targets: impl Iterator<Item = &'a Target>) -> Option<Piece> {
    let is_snowman = |piece: Piece| [Piece::Snowman0, Piece::Snowman1].contains(&piece);
    targets.find(|target| is_snowman(target.piece())).map(Target::piece)
}

fn pick(words: &[&str]) -> Result<Kind, String> {
    let (["pick", name] | [name]) = words else {
        return Err("pick a character, such as: paul".to_owned());
    };
    Ok(Kind::PickCharacter(wire::PickCharacter {
        character: read_character(name)?.into(),
    }))
}

fn deploy(words: &[&str]) -> Result<Kind, String> {
    let help = "place the snowman and then each character, such as: 15,150 paul 40,150 robert 15,175 emily 15,125";
    let words = words.strip_prefix(&["deploy"]).unwrap_or(words);
    let (snowman, team) = words.split_first().ok_or(help)?;
    let placed = pairs(team, help)?.map(|(name, at)| {
        Ok(wire::CharacterAt {
            character: read_character(name)?.into(),
            at: Some(read_point(at)?),
        })
    });
    Ok(Kind::Deploy(wire::Deploy {
        snowman: Some(read_point(snowman)?),
        characters: placed.collect::<Result<_, String>>()?,
    }))
}

fn reroll(words: &[&str]) -> Result<Kind, String> {
    let words = words.strip_prefix(&["reroll"]).unwrap_or(words);
    let dice = match words {
        [] => return Err("re-roll dice by index, such as: 0 3; or none".to_owned()),
        ["none"] => Vec::new(),
        dice => indices(dice)?,
    };
    Ok(Kind::Reroll(wire::Reroll { dice }))
}

fn indices(words: &[&str]) -> Result<Vec<u32>, String> {
    words.iter().map(|word| read_number(word, "index of a die")).collect()
}

fn allocate(words: &[&str]) -> Result<Kind, String> {
    let help = "give each character two dice by index, such as: stephen 0 1 paul 2 3";
    let words = words.strip_prefix(&["allocate"]).unwrap_or(words);
    if words.is_empty() || !words.len().is_multiple_of(3) {
        return Err(help.to_owned());
    }
    let card = |words: &[&str]| {
        let (name, dice) = words.split_first().ok_or(help)?;
        Ok(wire::Card {
            character: read_character(name)?.into(),
            dice: indices(dice)?,
        })
    };
    Ok(Kind::Allocate(wire::Allocate {
        cards: words.chunks(3).map(card).collect::<Result<_, String>>()?,
    }))
}

fn act(words: &[&str], snowman: Option<Piece>) -> Result<Kind, String> {
    let (words, as_value) = used_as(words)?;
    let slot = |word: &str| read_number(word, "slot of a die; slots are 0 and 1").map(Some);
    let target = |word: &str| read_piece(word, snowman).map(i32::from);
    let name = |word: &str| read_character(word).map(|character: Character| i32::from(character));
    match words {
        ["throw", who, die, at] => Ok(Kind::ThrowSnowball(wire::Throw {
            character: name(who)?,
            die: slot(die)?,
            as_value,
            target: target(at)?,
        })),
        ["move", who, die, to] => Ok(Kind::Move(wire::Move {
            character: name(who)?,
            die: slot(die)?,
            as_value,
            to: Some(read_point(to)?),
        })),
        _ if as_value.is_some() => Err("only a throw, a move or a dodge uses a die as another value".to_owned()),
        ["discard", who, die] => Ok(Kind::DiscardDie(wire::DiscardDie {
            character: name(who)?,
            die: slot(die)?,
        })),
        ["double", at] => Ok(Kind::DoubleThrow(wire::DoubleThrow { target: target(at)? })),
        ["force", die, whom] => Ok(Kind::ForceReroll(wire::ForceReroll {
            die: slot(die)?,
            target: target(whom)?,
        })),
        ["swap", die, whom] => Ok(Kind::SwapPlaces(wire::SwapPlaces {
            die: slot(die)?,
            team_mate: name(whom)?,
        })),
        ["rush", die] => Ok(Kind::RushSnowman(wire::RushSnowman { die: slot(die)? })),
        _ => Err(
            "act, such as: throw paul 0 snowman, move paul 1 120,45, discard paul 0, double snowman, \
                  force 0 emily, swap 1 paul, rush 0; with as 3 behind it to use a die as a 3"
                .to_owned(),
        ),
    }
}

/// What stands before `as`, and the value behind it.
fn used_as<'a, 'b>(words: &'a [&'b str]) -> Result<(&'a [&'b str], Option<u32>), String> {
    match words {
        [before @ .., "as", value] => Ok((before, Some(read_number(value, "value of a die")?))),
        _ => Ok((words, None)),
    }
}

fn throw_again(words: &[&str], snowman: Option<Piece>) -> Result<Kind, String> {
    match words {
        ["skip"] => Ok(Kind::Skip(wire::Skip {})),
        ["throw", at] | [at] => Ok(Kind::ThrowAgain(wire::ThrowAgain {
            target: read_piece(at, snowman)?.into(),
        })),
        _ => Err("throw again, such as: throw snowman; or: skip".to_owned()),
    }
}

fn move_again(words: &[&str]) -> Result<Kind, String> {
    match words {
        ["skip"] => Ok(Kind::Skip(wire::Skip {})),
        ["move", to] | [to] => Ok(Kind::MoveAgain(wire::MoveAgain {
            to: Some(read_point(to)?),
        })),
        _ => Err("move again, such as: move 120,45; or: skip".to_owned()),
    }
}

fn react(words: &[&str]) -> Result<Kind, String> {
    let (words, as_value) = used_as(words)?;
    let slot = |word: &str| read_number(word, "slot of a die; slots are 0 and 1").map(Some);
    let choice = match words {
        ["dodge", die] => wire::react::Choice::Dodge(wire::Dodge {
            die: slot(die)?,
            as_value,
        }),
        ["intercept", die] if as_value.is_none() => wire::react::Choice::Intercept(wire::Intercept { die: slot(die)? }),
        ["take"] if as_value.is_none() => wire::react::Choice::TakeHit(wire::TakeHit {}),
        _ => return Err("react, such as: dodge 0, dodge 0 as 3, intercept 1; or: take".to_owned()),
    };
    Ok(Kind::React(wire::React { choice: Some(choice) }))
}

fn come_back(words: &[&str]) -> Result<Kind, String> {
    let help = "say where on the edge each comes back, such as: paul 150 emily 175";
    let words = words.strip_prefix(&["return"]).unwrap_or(words);
    let arrivals = pairs(words, help)?.map(|(name, y)| {
        Ok(wire::Arrival {
            character: read_character(name)?.into(),
            y: Some(y.parse().map_err(|_| format!("{y:?} is no y in mm"))?),
        })
    });
    Ok(Kind::ReturnCharacters(wire::Return {
        characters: arrivals.collect::<Result<_, String>>()?,
    }))
}

/// Words by two.
fn pairs<'a, 'b>(
    words: &'a [&'b str],
    help: &str,
) -> Result<impl Iterator<Item = (&'b str, &'b str)> + use<'a, 'b>, String> {
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return Err(help.to_owned());
    }
    Ok(words.chunks_exact(2).filter_map(|pair| match pair {
        [one, two] => Some((*one, *two)),
        _ => None,
    }))
}
