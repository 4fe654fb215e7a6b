//! The layout of a view.

mod players;

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Arrangement, Item, Meter, Scene, Text, Zone},
};

use self::players::players;
use super::words;
use crate::{
    components::{Card, Cards, Gift, Phase, Special, Standing},
    naming::{id, named},
    state::{Laid, Play, Used},
    view::{OwnView, View},
};

/// Everything in the view.
pub(super) fn scene(view: &View) -> Scene {
    let own = view.own.as_ref();
    let seen = own.map(|own| {
        let title = Text::new("hand", "Hand");
        pile("hand", title, Arrangement::Row, &own.hand).of(own.seat)
    });
    let optional = [used(&view.specials), own.map_or_else(|| facts("own", None), own_facts)];
    let piles = [
        discards(view),
        pile("deck", Text::new("deck", "Whole deck"), Arrangement::Grid, &view.deck),
    ];
    let zones = [table(view)].into_iter().chain(seen).chain(optional);
    let zones = zones.chain([players(view)]).chain(piles).chain([sheet(view)]);
    let always = |zone: &Zone| !zone.items.is_empty() || ["table", "hand"].contains(&&*zone.id);
    Scene {
        title: title(view),
        status: status(view),
        zones: zones.filter(always).collect(),
        meters: view
            .seats
            .enumerate()
            .map(|(seat, of)| {
                Meter::new(
                    format!("points.{}", seat.get()),
                    Text::new("points", "points"),
                    of.total.get(),
                )
                .of(seat)
            })
            .collect(),
    }
}

fn title(view: &View) -> Text {
    match (view.phase, view.round) {
        (Phase::Over, _) => Text::new("over", "The match is over after {deals|deal|deals}").with("deals", view.deal),
        (_, 0) => Text::new("before_rounds", "Deal {deal}, before the first round").with("deal", view.deal),
        (_, round) => Text::new("round", "Deal {deal}, round {round}")
            .with("deal", view.deal)
            .with("round", round),
    }
}

fn status(view: &View) -> Text {
    let text = |key, pattern, turn: SeatIndex| Text::new(key, pattern).with("player", turn);
    let seats = |seats: tinsel_engine::SeatSet| Arg::from(seats);
    match (view.phase, view.turn, view.plays.last()) {
        (Phase::Fruitcake, _, _) => Text::new(
            "status_fruitcake",
            "The Fruitcake can be played before the first round. Undecided: {players}.",
        )
        .with("players", seats(view.awaited)),
        (Phase::Turn, Some(turn), None) => text(
            "status_lead",
            "{player} leads with any number of cards of one value.",
            turn,
        ),
        (Phase::Turn, Some(turn), Some(top)) if is_highest(top) => {
            let santas = |cards: &Cards| cards.copies(Special::Santa);
            if santas(&view.discards) == santas(&view.deck) {
                text(
                    "status_unbeatable",
                    "No card beats the set on the table: {player} passes.",
                    turn,
                )
            } else {
                text(
                    "status_santa",
                    "Only Santa beats the set on the table: {player} plays him or passes.",
                    turn,
                )
            }
        }
        (Phase::Turn, Some(turn), Some(top)) => {
            let (key, pattern) = if top.seat == turn {
                (
                    "status_own",
                    "The set of {player} is still on top: {beat} can follow it. {player} plays or passes.",
                )
            } else {
                ("status_follow", "To follow: {beat}. {player} plays or passes.")
            };
            text(key, pattern, turn).with("beat", beat(top))
        }
        (Phase::Holly, Some(turn), _) => text(
            "status_holly",
            "Holly cards can follow the turn of {player}. They can come from {players}.",
            turn,
        )
        .with("players", seats(view.eligible)),
        (Phase::Snow, _, _) => Text::new(
            "status_snow",
            "The round is over. Snow cards can be played before the next one. Undecided: {players}.",
        )
        .with("players", seats(view.awaited)),
        (Phase::Turn | Phase::Holly | Phase::Over, _, _) => Text::new("status_over", "All deals are played."),
    }
}

/// Whether no gift card beats a play.
fn is_highest(top: &Play) -> bool {
    Gift::ALL.iter().all(|gift| gift.value() <= top.laid.value())
}

/// The cards that beat a play.
pub(super) fn beat(top: &Play) -> Text {
    Text::new("beat", "{cards|card|cards} of a value above {value}")
        .with("cards", top.laid.count())
        .with("value", top.laid.value().get())
}

/// The standing plays. All values differ, so a card of a play is named by the value and its kind.
fn table(view: &View) -> Zone {
    let title = match view.count {
        None => Text::new("empty_table", "Sets on the table"),
        Some(count) => {
            Text::new("table", "Sets of {cards|card|cards} on the table, the last one to beat").with("cards", count)
        }
    };
    Zone::new("table", title, Arrangement::Row).with(view.plays.iter().flat_map(played))
}

fn played(play: &Play) -> Vec<Item> {
    let value = play.laid.value();
    let item = |(card, copies): (Card, u8)| {
        let mark = match (play.laid, card) {
            (Laid::Zeros(_), _) => Some(Text::new("as_zero", "value 0")),
            (Laid::Gifts { gift, .. }, Card::Special(_)) => {
                Some(Text::new("as_gift", "as {gift}").with("gift", named(gift)))
            }
            (Laid::Gifts { .. }, Card::Gift(_)) => None,
        };
        Item::of(format!("table.{value}.{}", id(card)), id(card))
            .count(u32::from(copies))
            .seat(play.seat)
            .mark_if(mark)
    };
    play.laid.cards().kinds().map(item).collect()
}

/// The special cards on the table that belong to no play.
fn used(specials: &[Used]) -> Zone {
    let item = |(index, used): (usize, &Used)| {
        let before = specials.iter().take(index).filter(|earlier| *earlier == used).count();
        let Used { seat, special } = *used;
        Item::of(format!("used.{}.{}.{before}", id(special), seat.get()), id(special)).seat(seat)
    };
    let title = Text::new("used", "Special cards on the table");
    Zone::new("used", title, Arrangement::Row).with(specials.iter().enumerate().map(item))
}

/// Cards by kind.
fn pile(zone: &'static str, title: Text, arrangement: Arrangement, cards: &Cards) -> Zone {
    let item = |(card, copies): (Card, u8)| Item::of(format!("{zone}.{}", id(card)), id(card)).count(u32::from(copies));
    Zone::new(zone, title, arrangement).with(cards.kinds().map(item))
}

fn discards(view: &View) -> Zone {
    let hidden = Item::titled("discards.hidden", Text::new("hidden", "Gift card"));
    let hidden = hidden.count(u32::from(view.hidden_discards)).face_down();
    pile(
        "discards",
        Text::new("discards", "Discard pile"),
        Arrangement::Grid,
        &view.discards,
    )
    .with((view.hidden_discards > 0).then_some(hidden))
}

/// The secrets of the viewer besides its hand.
fn own_facts(own: &OwnView) -> Zone {
    let answer = own
        .answer
        .as_ref()
        .map(|answer| Text::new("own_answer", "Sealed answer: {answer}").with("answer", words::sealed(answer)));
    let standing = own.standing.map(standing);
    facts("own", answer.into_iter().chain(standing)).of(own.seat)
}

/// A standing decline.
pub(super) fn standing(standing: Standing) -> Text {
    match standing {
        Standing::Round => Text::new("standing_round", "Declines Holly cards until the round ends"),
        Standing::Deal => Text::new("standing_deal", "Declines Holly cards until the deal ends"),
    }
}

fn sheet(view: &View) -> Zone {
    let deal = |(number, places): (u8, _)| {
        Text::new("sheet_deal", "Deal {deal}: {points}")
            .with("deal", number)
            .with("points", words::deal_points(places))
    };
    facts("sheet", (1..).zip(&view.sheet).map(deal))
}

/// A list of facts.
fn facts(id: &'static str, facts: impl IntoIterator<Item = Text>) -> Zone {
    let title = match id {
        "own" => Text::new("own", "Own decisions, secret"),
        _ => Text::new("sheet", "Score sheet"),
    };
    let item = |(index, fact): (usize, Text)| Item::titled(format!("{id}.{index}"), fact);
    Zone::new(id, title, Arrangement::List).with(facts.into_iter().enumerate().map(item))
}
