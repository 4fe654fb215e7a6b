//! Every card, with its name in the rulebook.

use tinsel_engine::present::{Arg, Component, Id};

use crate::components::{Card, Gift, Special};

/// Every card, in canonical order.
pub(crate) fn all() -> Vec<Component> {
    let component = |card: Card| Component {
        id: id(card),
        kind: kind(card),
        title: title(card).into(),
        text: text(card).into(),
        symbol: match card {
            Card::Gift(gift) => gift.to_string().into(),
            Card::Special(special) => face(special).symbol.into(),
        },
        art: None,
    };
    Card::all().map(component).collect()
}

/// The ID of a card: `gift.5`, `star.santa`.
pub(crate) fn id(card: impl Into<Card>) -> Id {
    match card.into() {
        Card::Gift(gift) => format!("gift.{gift}").into(),
        Card::Special(special) => face(special).id.into(),
    }
}

/// The card with this ID.
pub(crate) fn of_id(wanted: &str) -> Option<Card> {
    Card::all().find(|card| id(*card) == wanted)
}

/// A card as a value of a sentence.
pub(crate) fn named(card: impl Into<Card>) -> Arg {
    let card = card.into();
    Arg::Component {
        id: id(card),
        title: title(card).into(),
    }
}

fn kind(card: Card) -> &'static str {
    match card {
        Card::Gift(_) => "gift",
        Card::Special(special) => face(special).id.split_once('.').map_or("", |(kind, _)| kind),
    }
}

fn title(card: Card) -> String {
    match card {
        Card::Gift(gift) => format!("{} ({gift})", name(gift)),
        Card::Special(special) => face(special).title.to_owned(),
    }
}

fn text(card: Card) -> String {
    match card {
        Card::Gift(gift) => {
            let three = if gift.get() < 4 { ", none with 3 players" } else { "" };
            format!(
                "Gift card of value {gift}, {} in the deck{three}. A player who leads plays any number of cards of one \
                 value. The others play as many cards of a higher value, or pass.",
                gift.copies()
            )
        }
        Card::Special(special) => {
            let Face { time, effect, .. } = face(special);
            format!("{time} {effect} A player who leads and holds no gift card can also play it as a gift of value 0.")
        }
    }
}

const fn name(gift: Gift) -> &'static str {
    match gift.get() {
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
        _ => "Drummers Drumming",
    }
}

/// A special card as it is printed.
struct Face {
    id: &'static str,
    title: &'static str,
    symbol: &'static str,
    /// When it is played.
    time: &'static str,
    effect: &'static str,
}

const STAR: &str = "Star card: play it on your turn.";
const SNOW: &str = "Snow card: play it between two rounds.";
const FIRST: &str = "Snow card: play it before the first round of a deal.";
const HOLLY: &str = "Holly card: play it right after another player's turn, also if you have passed, but not if the latest set of \
                     gift cards is your own.";

#[rustfmt::skip]
const fn face(special: Special) -> Face {
    let (id, title, symbol, time, effect) = match special {
        Special::Santa => (
            "star.santa", "Santa", "Sa", STAR,
            "You win the round at once and lead the next one. Play Santa alone, whatever the number of cards in this round, or \
             add him to a set that you could play without him. No Holly card can follow.",
        ),
        Special::Elves => (
            "star.elves", "Elves", "El", STAR,
            "Add any number of Elves to a set with at least one gift card: each counts as one more copy of that gift. Two 5s and \
             one Elf are three 5s.",
        ),
        Special::Tree => (
            "snow.tree", "Christmas Tree", "Tr", SNOW,
            "The gift cards on the table are shuffled. Every player who is still in the deal gets one of them at random, clockwise \
             from you or from the player to your left, until none is left. The rest is discarded face down. Special cards on the \
             table are removed first.",
        ),
        Special::Fruitcake => (
            "snow.fruitcake", "Fruitcake", "Fr", FIRST,
            "Give one gift card of your choice to another player. Only the two of you see it.",
        ),
        Special::Scrooge => (
            "snow.scrooge", "Scrooge", "Sc", SNOW,
            "Name a player who passed in the last round without playing gift cards in it; you can name yourself. That player must \
             pass in the next round and plays no card at all in it.",
        ),
        Special::Carol => (
            "holly.carol", "Christmas Carol", "Ca", HOLLY,
            "Swap places at the table with another player for the rest of the deal. The game continues to the left of the player \
             whose turn it was.",
        ),
        Special::Mouse => (
            "holly.mouse", "A Mouse", "Mo", HOLLY,
            "The round ends at once. The player with the set of the highest value on the table wins it and leads the next round. \
             It needs a set on the table.",
        ),
        Special::Ghost => (
            "holly.ghost", "Ghost of Christmas Present", "Gh", HOLLY,
            "The player who has just played a set takes its cards back. The game continues to the left with the set below, or the \
             next player leads if there is none. The player has not passed and can play again in this round. It cannot follow \
             Santa.",
        ),
    };
    Face { id, title, symbol, time, effect }
}
