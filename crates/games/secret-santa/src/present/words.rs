//! Phrases that events and scenes share.

use tinsel_engine::{
    BySeat, SeatIndex,
    present::{Arg, Text},
};

use crate::{
    action::Action,
    components::{Card, Cards, DealFirst, Gift, Place, Points, Scope, Special},
    naming::named,
};

/// Cards with their numbers: `2 × Gold Rings (5) and Elves`.
pub(super) fn pile(cards: &Cards) -> Arg {
    Arg::list(cards.kinds().map(|(card, copies)| copies_of(card, copies)))
}

/// Copies of one card.
pub(super) fn copies_of(card: impl Into<Card>, copies: u8) -> Text {
    match copies {
        1 => Text::new("one_copy", "{card}"),
        _ => Text::new("copies", "{copies} × {card}").with("copies", copies),
    }
    .with("card", named(card))
}

/// The first receiver of the Christmas Tree, as its player sees it.
pub(super) fn first_receiver(first: DealFirst) -> Text {
    match first {
        DealFirst::Oneself => Text::new("first_self", "the player of the card"),
        DealFirst::Left => Text::new("first_left", "the player to the left"),
    }
}

/// The points of a deal, in finishing order.
pub(super) fn deal_points(places: &BySeat<Place>) -> Arg {
    let mut finished: Vec<(Place, SeatIndex)> = places.enumerate().map(|(seat, place)| (*place, seat)).collect();
    finished.sort_unstable();
    let points = |(place, seat): (Place, SeatIndex)| {
        Text::new("deal_points", "{points|point|points} for {player}")
            .with("player", seat)
            .with("points", place.points(places.seats()).get())
    };
    Arg::list(finished.into_iter().map(points))
}

/// The result of a deal, one line for each seat in finishing order.
pub(super) fn results(places: &[SeatIndex], points: &BySeat<Points>, totals: &BySeat<Points>) -> Arg {
    let line = |(seat, place): (&SeatIndex, u8)| {
        let of = |points: &BySeat<Points>| points.get(*seat).copied().unwrap_or_default().get();
        Text::new("result", "{place}. {player}: {points|point|points}, {total} in total.")
            .with("place", place)
            .with("player", *seat)
            .with("points", of(points))
            .with("total", of(totals))
    };
    Arg::lines(places.iter().zip(1..).map(line))
}

/// The sealed answer of a seat.
pub(super) fn sealed(action: &Action) -> Text {
    let plain = |key, pattern, special: Special| Text::new(key, pattern).with("card", named(special));
    match action {
        Action::PlayFruitcake { recipient, value } => {
            plain("sealed_fruitcake", "{card}, with {gift} for {player}", Special::Fruitcake)
                .with("gift", Gift::new(*value).map_or(Arg::from(*value), named))
                .with("player", seat(*recipient))
        }
        Action::PlayCarol { other, final_gift } => plain("sealed_carol", "{card}, with {player}{declared}", Special::Carol)
            .with("player", seat(*other))
            .with("declared", declared(*final_gift)),
        Action::PlayMouse { final_gift } => card(Special::Mouse, *final_gift),
        Action::PlayGhost { final_gift } => card(Special::Ghost, *final_gift),
        Action::PlayTree { deal_first, final_gift } => {
            plain("sealed_tree", "{card}, first to {first}{declared}", Special::Tree)
                .with("first", deal_first.map_or_else(|| Arg::word(""), |first| first_receiver(first).into()))
                .with("declared", declared(*final_gift))
        }
        Action::PlayScrooge { target, final_gift } => {
            plain("sealed_scrooge", "{card}, on {player}{declared}", Special::Scrooge)
                .with("player", seat(*target))
                .with("declared", declared(*final_gift))
        }
        Action::Decline { scope: Some(Scope::Round) } => Text::new("sealed_round", "no Holly card for the rest of the round"),
        Action::Decline { scope: Some(Scope::Deal) } => Text::new("sealed_deal", "no Holly card for the rest of the deal"),
        Action::Decline { scope: Some(Scope::Window) | None }
        // No other action is an answer.
        | Action::PlayGifts { .. }
        | Action::PlayZeros { .. }
        | Action::PlaySanta { .. }
        | Action::Pass
        | Action::WithdrawDecline => Text::new("sealed_window", "no card"),
    }
}

fn card(special: Special, final_gift: bool) -> Text {
    Text::new("sealed_card", "{card}{declared}")
        .with("card", named(special))
        .with("declared", declared(final_gift))
}

fn declared(final_gift: bool) -> Arg {
    if final_gift {
        Text::new("and_declares", ", and \"Final Gift!\"").into()
    } else {
        Arg::word("")
    }
}

fn seat(seat: Option<SeatIndex>) -> Arg {
    seat.map_or_else(|| Arg::word(""), Arg::from)
}
