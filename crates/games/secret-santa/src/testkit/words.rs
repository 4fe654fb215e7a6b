//! The notation of the specification, section 12, for cards and actions.

use std::str::FromStr;

use tinsel_engine::SeatIndex;

use crate::{
    action::Action,
    components::{Card, Cards, DealFirst, Gift, Scope, Special},
};

/// The special card with this id, in any case: `SANTA`, `Mouse`, `Elf`, `Elves`.
///
/// # Panics
///
/// There is no such card.
#[must_use]
pub fn special(name: &str) -> Special {
    let id = name.to_uppercase();
    let id = if id == "ELF" { "ELVES" } else { &id };
    let mut all = Special::ALL.into_iter();
    all.find(|special| special.id() == id)
        .unwrap_or_else(|| panic!("{name:?} is no special card"))
}

/// A hand, such as `3×2, 1×9, 12, Mouse, 2 Elves`; a number alone is one gift. The empty text means no cards.
///
/// # Panics
///
/// The text is not in the notation.
#[must_use]
pub fn cards(text: &str) -> Cards {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(kind).collect()
}

fn kind(part: &str) -> (Card, u8) {
    let (copies, name) = match part.split_once(['×', 'x', ' ']) {
        Some((copies, name)) => (number(copies), name.trim()),
        None => (1, part),
    };
    let card = match name.parse::<u32>() {
        Ok(value) => Card::Gift(gift(value)),
        Err(_) => Card::Special(special(name)),
    };
    (card, copies)
}

fn gift(value: u32) -> Gift {
    Gift::new(value).unwrap_or_else(|| panic!("{value} is no gift"))
}

fn number<T: FromStr>(text: &str) -> T {
    let number = text.trim().parse();
    number.unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// An action in the notation.
///
/// | Words | Action |
/// |---|---|
/// | `9`, `3×2`, `2×5 + Elf`, `3×5 + 2 Elves + Santa` | a play of gifts |
/// | `zeros Fruitcake, Elf` | a play of zeros |
/// | `santa`, `pass`, `mouse`, `ghost` | |
/// | `carol 1`, `scrooge 1` | with whom, on whom |
/// | `tree self`, `tree left` | with whom it begins |
/// | `fruitcake 3 to 2` | a gift of value 3 for seat 2 |
/// | `decline`, `decline round`, `decline deal` | |
/// | `withdraw` | |
///
/// An exclamation mark at the end declares "Final Gift!": `3×2!`, `carol 1!`. `?` leaves a seat, a card, a scope or the
/// first receiver unset.
///
/// # Panics
///
/// The text is not in the notation.
#[must_use]
pub fn act(words: &str) -> Action {
    let text = words.trim();
    let (text, final_gift) = text.strip_suffix('!').map_or((text, false), |text| (text.trim(), true));
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let seat = |text: &str| given(text).map(|text| SeatIndex::new(number(text)));
    match word {
        "zeros" => Action::PlayZeros {
            cards: zeros(rest),
            final_gift,
        },
        "santa" => Action::PlaySanta { final_gift },
        "pass" => Action::Pass,
        "mouse" => Action::PlayMouse { final_gift },
        "ghost" => Action::PlayGhost { final_gift },
        "carol" => Action::PlayCarol {
            other: seat(rest),
            final_gift,
        },
        "scrooge" => Action::PlayScrooge {
            target: seat(rest),
            final_gift,
        },
        "tree" => Action::PlayTree {
            deal_first: given(rest).map(|first| match first {
                "self" => DealFirst::Oneself,
                "left" => DealFirst::Left,
                other => panic!("the Tree begins with self or left, not with {other:?}"),
            }),
            final_gift,
        },
        "fruitcake" => match rest.split_once(" to ") {
            Some((value, recipient)) => Action::PlayFruitcake {
                recipient: seat(recipient),
                value: number(value),
            },
            None => panic!("{words:?} does not say what goes to whom"),
        },
        "decline" => Action::Decline {
            scope: given(rest).map(|scope| match scope {
                "" => Scope::Window,
                "round" => Scope::Round,
                "deal" => Scope::Deal,
                other => panic!("{other:?} is no scope"),
            }),
        },
        "withdraw" => Action::WithdrawDecline,
        _ => gifts(text, final_gift),
    }
}

/// The text of a field that is set.
fn given(text: &str) -> Option<&str> {
    (text != "?").then_some(text)
}

fn zeros(text: &str) -> Vec<Option<Special>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let named = parts.map(|part| given(part).map(kind));
    let special = |named: Option<(Card, u8)>| match named {
        Some((Card::Special(special), copies)) => vec![Some(special); copies.into()],
        Some((Card::Gift(gift), _)) => panic!("{gift} is no special card"),
        None => vec![None],
    };
    named.flat_map(special).collect()
}

fn gifts(text: &str, final_gift: bool) -> Action {
    let (mut value, mut gifts, mut elves, mut with_santa) = (0, 0, 0, false);
    for part in text.split('+').map(str::trim) {
        let (copies, name) = part.split_once(['×', 'x', ' ']).unwrap_or(("1", part));
        match name.parse::<u32>() {
            Ok(named) => (value, gifts) = (named, number(copies)),
            Err(_) if special(name) == Special::Elves => elves = number(copies),
            Err(_) if special(name) == Special::Santa => with_santa = true,
            Err(_) => panic!("{name} is not played with gifts"),
        }
    }
    Action::PlayGifts {
        value,
        gifts,
        elves,
        with_santa,
        final_gift,
    }
}

/// An action in the notation of [`act`]; `?` for a field that is unset or unknown.
#[must_use]
pub fn written(action: &Action) -> String {
    let (words, declares) = match action {
        Action::PlayFruitcake { recipient, value } => (format!("fruitcake {value} to {}", named(*recipient)), false),
        Action::PlayGifts {
            value,
            gifts,
            elves,
            with_santa,
            final_gift,
        } => {
            let elves = if *elves == 0 {
                String::new()
            } else {
                format!(" + {elves} Elves")
            };
            let santa = if *with_santa { " + Santa" } else { "" };
            (format!("{gifts}×{value}{elves}{santa}"), *final_gift)
        }
        Action::PlayZeros { cards, final_gift } => {
            let kinds: Vec<&str> = cards.iter().map(|card| card.map_or("?", Special::id)).collect();
            (format!("zeros {}", kinds.join(", ")), *final_gift)
        }
        Action::PlaySanta { final_gift } => ("santa".to_owned(), *final_gift),
        Action::Pass => ("pass".to_owned(), false),
        Action::PlayCarol { other, final_gift } => (format!("carol {}", named(*other)), *final_gift),
        Action::PlayMouse { final_gift } => ("mouse".to_owned(), *final_gift),
        Action::PlayGhost { final_gift } => ("ghost".to_owned(), *final_gift),
        Action::PlayTree { deal_first, final_gift } => {
            let first = deal_first.map_or("?", |first| match first {
                DealFirst::Oneself => "self",
                DealFirst::Left => "left",
            });
            (format!("tree {first}"), *final_gift)
        }
        Action::PlayScrooge { target, final_gift } => (format!("scrooge {}", named(*target)), *final_gift),
        Action::Decline { scope } => {
            let scope = match scope {
                Some(Scope::Window) => "",
                Some(Scope::Round) => " round",
                Some(Scope::Deal) => " deal",
                None => " ?",
            };
            (format!("decline{scope}"), false)
        }
        Action::WithdrawDecline => ("withdraw".to_owned(), false),
    };
    format!("{words}{}", if declares { "!" } else { "" })
}

fn named(seat: Option<SeatIndex>) -> String {
    seat.map_or_else(|| "?".to_owned(), |seat| seat.get().to_string())
}
