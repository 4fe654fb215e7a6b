//! Secret Santa, as it is typed.

#[cfg(test)]
mod tests;

use tinsel_proto::games::secret_santa::v1::{
    Action, DealFirst, Decline, DeclineScope, Legal, Pass, PlayCarol, PlayFruitcake, PlayGhost, PlayGifts, PlayMouse,
    PlaySanta, PlayScrooge, PlayTree, PlayZeros, Special, WithdrawDecline, action::Action as Kind, legal::Decision,
};

/// How what is owed is written.
pub(super) const fn help(legal: &Legal) -> &'static str {
    match &legal.decision {
        None => "",
        Some(Decision::Turn(_)) => TURN,
        Some(Decision::Fruitcake(_)) => "Write fruitcake, a value, to, a seat: fruitcake 3 to 2. Or write decline.",
        Some(Decision::Holly(_)) => HOLLY,
        Some(Decision::Snow(_)) => {
            "Write tree self, tree left, scrooge and a seat, or decline; ! at the end is \"Final Gift!\"."
        }
    }
}

const HOLLY: &str = "Write carol and a seat, mouse, ghost, or decline; ! at the end is \"Final Gift!\". \
     decline round and decline deal decline all that come in the round or the deal, too, until you write withdraw.";

const TURN: &str = "Write the cards: 3x5 or 5 5 5 is three 5s, 2x5 elf has an Elf as the third, 12 santa adds Santa. \
     Or write pass, santa, or zeros and special cards: zeros elf mouse. ! at the end is \"Final Gift!\".";

/// Reads what is typed; the error says what would be right.
pub(super) fn read(line: &str, legal: &Legal) -> Result<Action, String> {
    let said = said(line)?;
    fits(&said, legal)?;
    Ok(Action { action: Some(said) })
}

/// What a line says, whatever is asked.
fn said(line: &str) -> Result<Kind, String> {
    let line = line.trim().to_lowercase();
    let (said, final_gift) = line
        .strip_suffix('!')
        .map_or((line.as_str(), false), |said| (said, true));
    let separators = |letter: char| letter.is_whitespace() || letter == ',' || letter == '+';
    let words: Vec<&str> = said.split(separators).filter(|word| !word.is_empty()).collect();
    let kind = kind(&words, final_gift)?;
    let declares_nothing = matches!(
        kind,
        Kind::PassTurn(_) | Kind::Decline(_) | Kind::WithdrawDecline(_) | Kind::PlayFruitcake(_)
    );
    if final_gift && declares_nothing {
        return Err("! is said with cards that are played; leave it out".to_owned());
    }
    Ok(kind)
}

/// Whether it answers what is asked; if not, what would.
fn fits(kind: &Kind, legal: &Legal) -> Result<(), String> {
    let is_turn = matches!(
        kind,
        Kind::PlayGifts(_) | Kind::PlayZeros(_) | Kind::PlaySanta(_) | Kind::PassTurn(_)
    );
    let declines = matches!(kind, Kind::Decline(_));
    let (fits, right) = match (&legal.decision, kind) {
        (_, Kind::WithdrawDecline(_)) => return Ok(()),
        (None, _) => (false, "there is nothing to decide now"),
        (Some(Decision::Turn(turn)), _) if turn.can_pass => {
            (is_turn, "it is your turn: write cards to play, such as 2x5, or pass")
        }
        (Some(Decision::Turn(_)), _) => (is_turn, "you lead: write cards to play, such as 2x5 or zeros elf"),
        (Some(Decision::Fruitcake(_)), _) => (
            declines || matches!(kind, Kind::PlayFruitcake(_)),
            "now the Fruitcake can be played: write such as fruitcake 3 to 2, or decline",
        ),
        (Some(Decision::Holly(_)), _) => (
            declines || matches!(kind, Kind::PlayCarol(_) | Kind::PlayMouse(_) | Kind::PlayGhost(_)),
            "a turn can be answered with a Holly card: write such as mouse, or decline",
        ),
        (Some(Decision::Snow(_)), _) => (
            declines || matches!(kind, Kind::PlayTree(_) | Kind::PlayScrooge(_)),
            "between rounds Snow cards can be played: write such as tree self, or decline",
        ),
    };
    if fits { Ok(()) } else { Err(right.to_owned()) }
}

fn kind(words: &[&str], final_gift: bool) -> Result<Kind, String> {
    Ok(match words {
        [] => return Err("write what to do, such as 2x5, pass or decline".to_owned()),
        ["help", ..] => return Err("write ? for help".to_owned()),
        ["pass"] => Kind::PassTurn(Pass {}),
        ["santa"] => Kind::PlaySanta(PlaySanta { final_gift }),
        ["zeros", cards @ ..] => Kind::PlayZeros(PlayZeros {
            cards: zeros(cards)?,
            final_gift,
        }),
        ["carol", rest @ ..] => Kind::PlayCarol(PlayCarol {
            other: Some(seat("carol", rest)?),
            final_gift,
        }),
        ["scrooge", rest @ ..] => Kind::PlayScrooge(PlayScrooge {
            target: Some(seat("scrooge", rest)?),
            final_gift,
        }),
        ["mouse"] => Kind::PlayMouse(PlayMouse { final_gift }),
        ["ghost"] => Kind::PlayGhost(PlayGhost { final_gift }),
        ["tree", "self"] => tree(DealFirst::Self_, final_gift),
        ["tree", "left"] => tree(DealFirst::Left, final_gift),
        ["tree", ..] => return Err("say with whom the Tree begins: tree self or tree left".to_owned()),
        ["fruitcake", value, "to", recipient] => Kind::PlayFruitcake(PlayFruitcake {
            recipient: Some(number(recipient)?),
            value: number(value)?,
        }),
        ["fruitcake", ..] => return Err("say what goes to whom, such as fruitcake 3 to 2".to_owned()),
        ["decline"] => decline(DeclineScope::Window),
        ["decline", "round"] => decline(DeclineScope::Round),
        ["decline", "deal"] => decline(DeclineScope::Deal),
        ["decline", ..] => return Err("write decline, decline round or decline deal".to_owned()),
        ["withdraw"] => Kind::WithdrawDecline(WithdrawDecline {}),
        cards => Kind::PlayGifts(gifts(cards, final_gift)?),
    })
}

fn tree(first: DealFirst, final_gift: bool) -> Kind {
    Kind::PlayTree(PlayTree {
        deal_first: first.into(),
        final_gift,
    })
}

fn decline(scope: DeclineScope) -> Kind {
    Kind::Decline(Decline { scope: scope.into() })
}

fn seat(word: &str, rest: &[&str]) -> Result<u32, String> {
    match rest {
        [seat] => number(seat),
        _ => Err(format!("say which seat, such as {word} 2")),
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("{text} is no number; seats and values are numbers"))
}

fn zeros(words: &[&str]) -> Result<Vec<i32>, String> {
    let mut cards = Vec::new();
    let mut copies = 1;
    for word in words {
        if let Ok(count) = word.parse::<u32>() {
            // Nobody holds more; the server says so.
            copies = count.min(99);
            continue;
        }
        let special = special(word)?;
        cards.extend((0..copies).map(|_| i32::from(special)));
        copies = 1;
    }
    Ok(cards)
}

fn special(word: &str) -> Result<Special, String> {
    match word {
        "santa" => Ok(Special::Santa),
        "elf" | "elves" => Ok(Special::Elves),
        "tree" => Ok(Special::Tree),
        "fruitcake" => Ok(Special::Fruitcake),
        "scrooge" => Ok(Special::Scrooge),
        "carol" => Ok(Special::Carol),
        "mouse" => Ok(Special::Mouse),
        "ghost" => Ok(Special::Ghost),
        other => Err(format!("{other} is no special card, such as elf or mouse")),
    }
}

/// A set of gifts: `3x5`, `5 5 5`, `2x5 elf`, `5 2 elves`, `12 santa`.
fn gifts(words: &[&str], final_gift: bool) -> Result<PlayGifts, String> {
    let mut play = PlayGifts {
        final_gift,
        ..PlayGifts::default()
    };
    let mut rest = words;
    while let [word, after @ ..] = rest {
        rest = after;
        match (*word, after) {
            ("elf" | "elves", _) => play.elves = play.elves.saturating_add(1),
            ("santa", _) => play.with_santa = true,
            (count, ["elves", after @ ..]) if count.parse::<u32>().is_ok() => {
                play.elves = play.elves.saturating_add(number(count)?);
                rest = after;
            }
            (cards, _) => add(&mut play, cards)?,
        }
    }
    Ok(play)
}

fn add(play: &mut PlayGifts, cards: &str) -> Result<(), String> {
    let wrong = || format!("{cards} is no card; write such as 3x5, 5 5 5, 2x5 elf, pass or decline");
    let (copies, value) = cards.split_once(['x', '×', '*']).unwrap_or(("1", cards));
    let copies: u32 = copies.parse().map_err(|_| wrong())?;
    let value: u32 = value.parse().map_err(|_| wrong())?;
    if play.gifts > 0 && play.value != value {
        return Err("all gifts of a set have one value, such as 5 5 5".to_owned());
    }
    play.value = value;
    play.gifts = play.gifts.saturating_add(copies);
    Ok(())
}
