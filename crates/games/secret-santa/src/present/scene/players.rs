//! What is known about each player.

use tinsel_engine::{
    SeatIndex,
    present::{Arrangement, Item, Text, Zone},
};

use crate::{
    components::{FinalGift, Phase},
    view::View,
};

/// The players in their order at the table, with everything that is known about them.
pub(super) fn players(view: &View) -> Zone {
    let player = |seat: SeatIndex| {
        let title = Text::new("player", "{player}").with("player", seat);
        let item = Item::titled(format!("players.{}", seat.get()), title).seat(seat);
        marks(view, seat).into_iter().fold(item, Item::mark)
    };
    Zone::new("players", Text::new("players", "Players, clockwise"), Arrangement::List)
        .with(view.order.iter().map(player))
}

fn marks(view: &View, seat: SeatIndex) -> Vec<Text> {
    let of = view.seats.at(seat);
    let cards = Text::new("cards_in_hand", "{cards|card|cards}").with("cards", of.hand_size);
    let place = view.places.iter().zip(1_u8..).find(|(placed, _)| **placed == seat);
    let place = place.map(|(_, place)| Text::new("place", "place {place} in this deal").with("place", place));
    let took_back = view.played.contains(seat) && view.plays.last().is_none_or(|top| top.seat != seat);
    let latest = match took_back {
        true => Text::new("last_gift_back", "played the latest set of gifts, and took it back"),
        false => Text::new("last_gift", "played the latest set of gifts"),
    };
    let known = [
        (of.out, Text::new("mark_out", "out of the deal")),
        (view.dealer == seat, Text::new("dealer", "dealer")),
        (view.leader == Some(seat), Text::new("leader", "leads this round")),
        (
            view.played.contains(seat),
            Text::new("has_played", "has played gifts in this round"),
        ),
        (view.last_gift == Some(seat), latest),
        (view.passed.contains(seat), Text::new("has_passed", "has passed")),
        (
            view.barred == Some(seat),
            Text::new("barred", "must pass in this round because of Scrooge"),
        ),
        (view.winner == Some(seat), Text::new("winner", "won this round")),
        (
            view.named == Some(seat),
            Text::new("named", "must pass in the next round because of Scrooge"),
        ),
        (
            view.misers.contains(seat),
            Text::new("miser", "Scrooge can name this player"),
        ),
        (
            of.final_gift == FinalGift::Declared,
            Text::new("declared", "\"Final Gift!\""),
        ),
        (
            of.final_gift == FinalGift::Undeclared,
            Text::new("undeclared", "did not declare \"Final Gift!\" and misses a turn"),
        ),
    ];
    let known = known.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark);
    [cards]
        .into_iter()
        .chain(known)
        .chain(place)
        .chain(decision(view, seat))
        .collect()
}

/// The part of a seat in the pending decision.
fn decision(view: &View, seat: SeatIndex) -> Option<Text> {
    let turn = match (view.turn == Some(seat), view.phase, view.turn_stands) {
        (false, _, _) | (true, Phase::Turn, _) => None,
        (true, _, true) => Some(Text::new("just_played", "has just played a set")),
        (true, _, false) => Some(Text::new("just_turned", "has just had the turn")),
    };
    let decides = match (view.awaited.contains(seat), view.eligible.contains(seat)) {
        (true, _) => Some(Text::new("decides", "decides")),
        (false, true) => Some(Text::new("answered", "has answered")),
        (false, false) => None,
    };
    turn.or(decides)
}
