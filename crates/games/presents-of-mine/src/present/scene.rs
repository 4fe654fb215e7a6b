//! The layout of a view.

use tinsel_engine::{
    SeatIndex,
    present::{Arrangement, Id, Item, Meter, Scene, Text, Zone},
};

use super::{
    components::{self, difference, step},
    lines,
};
use crate::{
    components::{Hand, Phase, Present},
    config::{Config, ListReveal, PregameHands, Round3Majority},
    event::{LastStep, Transfer},
    view::{PregameView, SeatView, View},
};

/// Everything in the view.
pub(super) fn scene(view: &View) -> Scene {
    let mut zones = vec![list(view), players(view)];
    zones.extend(view.own.as_ref().map(|own| {
        let title = Text::new("own_action", "Sealed: {action}{default}")
            .with("action", lines::action(&own.content))
            .with("default", lines::defaulted(own.defaulted));
        facts("own", Text::new("own", "Own submission"), [title])
    }));
    zones.extend(
        view.seats
            .enumerate()
            .filter_map(|(seat, of)| Some(hand(seat, of.hand.as_ref()?))),
    );
    zones.extend(view.last.as_ref().map(results));
    zones.extend(view.pregame.as_ref().map(pregame));
    zones.extend(view.ranking.as_ref().map(|ranking| {
        facts(
            "ranking",
            Text::new("ranking", "Final ranking"),
            lines::ranking(ranking),
        )
    }));
    zones.push(options(&view.config));
    Scene {
        title: match view.phase {
            Phase::Finished => Text::new("over", "The match is over"),
            Phase::PregameSelection | Phase::Passing | Phase::Stealing => step(view.step),
        },
        status: status(view),
        zones,
        meters: view
            .seats
            .enumerate()
            .filter_map(|(seat, of)| points(seat, of))
            .collect(),
    }
}

fn status(view: &View) -> Text {
    match (view.phase, view.step.round()) {
        (Phase::Finished, _) => Text::new("status_over", "All five rounds are played."),
        (Phase::PregameSelection, _) | (_, None) => Text::new(
            "status_pregame",
            "Every player selects five of the ten presents A to J.",
        ),
        (Phase::Passing | Phase::Stealing, Some(round)) => difference(round),
    }
}

/// A list of sentences.
fn facts(id: &'static str, title: Text, facts: impl IntoIterator<Item = Text>) -> Zone {
    let item = |(index, fact): (usize, Text)| Item::titled(format!("{id}.{index}"), fact);
    Zone::new(id, title, Arrangement::List).with(facts.into_iter().enumerate().map(item))
}

/// The seats in the order of the list.
fn list(view: &View) -> Zone {
    let title = match &view.list {
        None => Text::new("no_list", "List (not drawn yet)"),
        Some(list) if list.reversed => Text::new("reversed_list", "List, top to bottom, reversed"),
        Some(_) => Text::new("list", "List, top to bottom"),
    };
    let item = |seat: SeatIndex| {
        Item::titled(
            format!("list.{}", seat.get()),
            Text::new("seat", "{player}").with("player", seat),
        )
        .seat(seat)
    };
    let seats = view
        .list
        .iter()
        .flat_map(|list| list.order.iter().map(item).collect::<Vec<_>>());
    Zone::new("list", title, Arrangement::Row).with(seats)
}

/// Whether each seat owes a decision.
fn players(view: &View) -> Zone {
    let title = |seat: SeatIndex| {
        let text = if view.owing.contains(seat) {
            Text::new("decides", "{player} decides.")
        } else {
            Text::new("waits", "{player} waits.")
        };
        text.with("player", seat)
    };
    facts(
        "players",
        Text::new("players", "Players"),
        view.seats.seats().iter().map(title),
    )
}

/// The hand of a seat. A copy keeps its ID while the seat has as many presents of its letter.
fn hand(seat: SeatIndex, hand: &Hand) -> Zone {
    let title = Text::new("hand", "Hand");
    let item = |(id, present): (Id, Present)| {
        let staleness = Text::new("staleness", "staleness {staleness}").with("staleness", present.staleness().get());
        let layers = present
            .layers()
            .map(|layers| Text::new("layers", "{layers|layer|layers}").with("layers", layers.get()));
        Item::of(format!("hand.{}.{id}", seat.get()), components::id(present.letter()))
            .mark(staleness)
            .mark_if(layers)
    };
    Zone::new(format!("hand.{}", seat.get()), title, Arrangement::Row)
        .of(seat)
        .with(copies(hand).map(item))
}

/// The presents of a hand with IDs such as `a.0`: the letter, and a number among the copies of the letter.
pub(super) fn copies(hand: &Hand) -> impl Iterator<Item = (Id, Present)> + '_ {
    hand.iter().enumerate().map(|(index, present)| {
        let letter = present.letter();
        let before = hand
            .iter()
            .take(index)
            .filter(|earlier| earlier.letter() == letter)
            .count();
        (format!("{}.{before}", components::short(letter)).into(), present)
    })
}

fn points(seat: SeatIndex, of: &SeatView) -> Option<Meter> {
    let total = of.total?;
    Some(
        Meter::new(
            format!("points.{}", seat.get()),
            Text::new("points", "points"),
            total.get(),
        )
        .of(seat),
    )
}

/// The last step that was resolved.
fn results(last: &LastStep) -> Zone {
    let moved = match &last.transfer {
        Some(Transfer::Passes(passes)) => lines::passes(passes),
        Some(Transfer::Thefts(thefts)) => lines::thefts(thefts),
        None => Vec::new(),
    };
    let replaced = last.replacements.as_ref().map(lines::replacements).unwrap_or_default();
    let scores = lines::scores(&last.scored);
    let title = Text::new("last", "Last step ({step})").with("step", step(last.scored.step));
    facts("last", title, moved.into_iter().chain(replaced).chain(scores))
}

fn pregame(pregame: &PregameView) -> Zone {
    let title = Text::new("pregame_selections", "Selections of the pregame");
    match pregame {
        PregameView::All(all) => facts("pregame", title, lines::selections(all)),
        PregameView::Own(own) => {
            let own = Text::new("own_selection", "Own selection: {presents}{default}")
                .with("presents", lines::selection(&own.letters))
                .with("default", lines::defaulted(own.defaulted));
            facts("pregame", title, [own])
        }
    }
}

fn options(config: &Config) -> Zone {
    let reveal = match config.list_reveal {
        ListReveal::AfterSelection => Text::new("list_after", "The list is drawn after the selection."),
        ListReveal::BeforeSelection => Text::new("list_before", "The list is drawn before the selection."),
    };
    let hands = match config.pregame_hands {
        PregameHands::Public => Text::new(
            "pregame_public",
            "Selections and hands of the pregame are public at once.",
        ),
        PregameHands::Private => Text::new(
            "pregame_private",
            "Selections and hands of the pregame are private until the end of round 1.",
        ),
    };
    let majority = match config.round3_majority {
        Round3Majority::Apply => Text::new(
            "majority_applies",
            "In round 3, the letter that is chosen more often starts stale.",
        ),
        Round3Majority::Skip => Text::new("majority_skipped", "In round 3, both new letters start fresh."),
    };
    facts("options", Text::new("options", "Options"), [reveal, hands, majority])
}
