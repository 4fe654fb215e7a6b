//! Cards, as they are said and as they are typed.

use tinsel_proto::games::secret_santa::v1::{
    Action, CardCount, DealFirst, DeclineScope, Special, action::Action as Kind, card_count,
};

/// What a gift of this value is called.
const fn gift(value: u32) -> &'static str {
    match value {
        1 => "Partridge in a Pear Tree",
        2 => "Turtle Doves",
        3 => "French Hens",
        4 => "Calling Birds",
        5 => "Gold Rings",
        6 => "Geese a-Laying",
        7 => "Swans a-Swimming",
        8 => "Maids a-Milking",
        9 => "Ladies Dancing",
        10 => "Lords a-Leaping",
        11 => "Pipers Piping",
        12 => "Drummers Drumming",
        _ => "",
    }
}

/// What a special card is called in a list of cards.
pub(crate) const fn special(special: Special) -> &'static str {
    match special {
        Special::Unspecified => "an unknown card",
        Special::Santa => "Santa",
        Special::Elves => "Elf",
        Special::Tree => "Tree",
        Special::Fruitcake => "Fruitcake",
        Special::Scrooge => "Scrooge",
        Special::Carol => "Carol",
        Special::Mouse => "Mouse",
        Special::Ghost => "Ghost",
    }
}

fn elves(count: u32) -> String {
    match count {
        0 => String::new(),
        1 => " and an Elf".to_owned(),
        more => format!(" and {more} Elves"),
    }
}

/// A set of gifts: `2 × 5 Gold Rings and an Elf`.
pub(super) fn set(value: u32, gifts: u32, with_elves: u32) -> String {
    format!("{gifts} × {value} {}{}", gift(value), elves(with_elves))
}

/// How many cards.
pub(super) fn cards(count: u32) -> String {
    match count {
        0 => "no card".to_owned(),
        1 => "1 card".to_owned(),
        more => format!("{more} cards"),
    }
}

/// Cards as they are held: those of a kind together, `1 1 1  5 5  12  Elf Elf  Mouse`.
pub(super) fn fan(cards: &[CardCount]) -> String {
    let kind = |counted: &CardCount| {
        let name = match counted.kind {
            Some(card_count::Kind::GiftValue(value)) => value.to_string(),
            Some(card_count::Kind::Special(number)) => named(number).to_owned(),
            None => String::new(),
        };
        // More than a deck has would be no card game.
        let copies = usize::try_from(counted.count.min(20)).unwrap_or(0);
        vec![name; copies].join(" ")
    };
    match cards {
        [] => "nothing".to_owned(),
        cards => cards.iter().map(kind).collect::<Vec<_>>().join("  "),
    }
}

/// Cards in short: `3 × 1, 12, 2 × Elf, Mouse`.
pub(super) fn pile(cards: &[CardCount]) -> String {
    let kind = |counted: &CardCount| {
        let name = match counted.kind {
            Some(card_count::Kind::GiftValue(value)) => value.to_string(),
            Some(card_count::Kind::Special(number)) => named(number).to_owned(),
            None => String::new(),
        };
        match counted.count {
            1 => name,
            more => format!("{more} × {name}"),
        }
    };
    match cards {
        [] => "nothing".to_owned(),
        cards => cards.iter().map(kind).collect::<Vec<_>>().join(", "),
    }
}

fn named(number: i32) -> &'static str {
    special(Special::try_from(number).unwrap_or_default())
}

/// An action, as it can be typed.
pub(crate) fn action(action: &Action) -> String {
    let seat = |number: Option<u32>| number.map_or_else(|| "?".to_owned(), |number| number.to_string());
    let (said, declares) = match &action.action {
        None => (String::new(), false),
        Some(Kind::PlayFruitcake(play)) => (format!("fruitcake {} to {}", play.value, seat(play.recipient)), false),
        Some(Kind::PlayGifts(play)) => {
            let elves = match play.elves {
                0 => String::new(),
                1 => " elf".to_owned(),
                more => format!(" {more} elves"),
            };
            let santa = if play.with_santa { " santa" } else { "" };
            (format!("{}x{}{elves}{santa}", play.gifts, play.value), play.final_gift)
        }
        Some(Kind::PlayZeros(play)) => {
            let cards: Vec<String> = play.cards().map(|card| special(card).to_lowercase()).collect();
            (format!("zeros {}", cards.join(" ")), play.final_gift)
        }
        Some(Kind::PlaySanta(play)) => ("santa".to_owned(), play.final_gift),
        Some(Kind::PassTurn(_)) => ("pass".to_owned(), false),
        Some(Kind::PlayCarol(play)) => (format!("carol {}", seat(play.other)), play.final_gift),
        Some(Kind::PlayMouse(play)) => ("mouse".to_owned(), play.final_gift),
        Some(Kind::PlayGhost(play)) => ("ghost".to_owned(), play.final_gift),
        Some(Kind::PlayTree(play)) => {
            let first = match play.deal_first() {
                DealFirst::Unspecified => "?",
                DealFirst::Self_ => "self",
                DealFirst::Left => "left",
            };
            (format!("tree {first}"), play.final_gift)
        }
        Some(Kind::PlayScrooge(play)) => (format!("scrooge {}", seat(play.target)), play.final_gift),
        Some(Kind::Decline(decline)) => (format!("decline{}", scope(decline.scope())), false),
        Some(Kind::WithdrawDecline(_)) => ("withdraw".to_owned(), false),
    };
    format!("{said}{}", if declares { "!" } else { "" })
}

/// For how long somebody declines, behind the word.
pub(super) const fn scope(scope: DeclineScope) -> &'static str {
    match scope {
        DeclineScope::Unspecified | DeclineScope::Window => "",
        DeclineScope::Round => " round",
        DeclineScope::Deal => " deal",
    }
}
