//! The layout of a view.

use tinsel_engine::{
    SeatIndex, Viewer,
    present::{Arrangement, Id, Item, Meter, Scene, Text, Zone, seat_id},
};

use super::{lines, options_in_words};
use crate::{
    components::{Distance, Hand, List, Phase, Round, Step},
    config::PregameHands,
    naming::{self, slug, step, task},
    record::{LastStep, Ranking, Transfer},
    view::{ListView, OwnSubmission, PregameView, View},
};

/// Everything in the view.
pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let mut zones: Vec<Zone> = view.ranking.iter().map(ranking).collect();
    zones.extend(view.list.as_ref().map(|of| list(of, viewer)));
    zones.extend(hands(view, viewer));
    zones.extend(
        view.own
            .as_ref()
            .zip(viewer.seat())
            .map(|(own, seat)| sealed(own, seat)),
    );
    zones.extend(view.last.iter().flat_map(results));
    zones.extend(view.pregame.as_ref().map(pregame));
    zones.push(facts(
        "options",
        Text::new("options", "Options"),
        options_in_words::sentences(&view.config),
    ));
    Scene {
        title: match view.phase {
            Phase::Finished => Text::new("over", "The match is over"),
            Phase::PregameSelection | Phase::Passing | Phase::Stealing => step(view.step),
        },
        status: status(view),
        zones,
        meters: meters(view),
    }
}

fn status(view: &View) -> Text {
    if let Some(ranking) = &view.ranking {
        return Text::new("status_over", "All five rounds are played. First place: {winners}.")
            .with("winners", lines::winners(ranking));
    }
    let task = view.step.round().map_or_else(
        || Text::new("select_task", "Every player selects five of the ten presents A to J."),
        task,
    );
    let text = if hides_progress(view) {
        // The rules keep it secret in this step which other players have submitted.
        Text::new("status_hidden", "{task} Possibly still to submit: {players}.")
    } else {
        Text::new("status", "{task} Still to submit: {players}.")
    };
    text.with("task", task).with("players", view.owing)
}

// PM-R85
fn hides_progress(view: &View) -> bool {
    let is_early = matches!(view.step, Step::Pregame | Step::Round(Round::Theme));
    view.config.pregame_hands == PregameHands::Private && is_early
}

/// A list of sentences.
fn facts(id: &'static str, title: Text, facts: impl IntoIterator<Item = Text>) -> Zone {
    let item = |(index, fact): (usize, Text)| Item::titled(format!("{id}.{index}"), fact);
    Zone::new(id, title, Arrangement::List).with(facts.into_iter().enumerate().map(item))
}

/// The players in the order of the list, with their places as the viewer counts them.
fn list(ListView { order, reversed }: &ListView, viewer: Viewer) -> Zone {
    let title = if *reversed {
        Text::new("reversed_list", "List, top to bottom, reversed")
    } else {
        Text::new("list", "List, top to bottom")
    };
    let item = |seat: SeatIndex| {
        let text = Text::new("player", "{player}").with("player", seat);
        Item::titled(format!("list.{}", seat_id(seat)), text)
            .mark_if(viewer.seat().and_then(|own| relation(order, own, seat)))
    };
    Zone::new("list", title, Arrangement::Row).with(order.iter().map(item))
}

/// The place of another player, as counted from a player.
fn relation(list: &List, from: SeatIndex, to: SeatIndex) -> Option<Text> {
    let at = |seats: fn(&List, SeatIndex, Distance) -> SeatIndex| {
        Distance::ALL
            .into_iter()
            .find(move |distance| seats(list, from, *distance) == to)
    };
    if let Some(distance) = at(List::below) {
        return Some(Text::new("place_below", "{place} below you").with("place", lines::place(distance)));
    }
    if let Some(distance) = at(List::above) {
        return Some(Text::new("place_above", "{place} above you").with("place", lines::place(distance)));
    }
    (list.opposite(from) == to).then(|| Text::new("furthest", "furthest from you"))
}

/// The hands: first the viewer's own, then the others in the order of the list.
fn hands(view: &View, viewer: Viewer) -> Vec<Zone> {
    let (Some(list), Some(_)) = (&view.list, view.step.round()) else {
        return Vec::new();
    };
    let own = viewer.seat().filter(|seat| view.seats.get(*seat).is_some());
    let others = list.order.iter().filter(|seat| !viewer.is(*seat));
    let zone = |seat: SeatIndex| {
        let hand = view.seats.at(seat).hand;
        let items = hand.map_or_else(|| vec![hidden(seat)], |hand| items(seat, &hand));
        Zone::new(
            format!("hand.{}", seat_id(seat)),
            if viewer.is(seat) {
                Text::new("your_hand", "Your hand")
            } else {
                Text::new("hand", "Hand")
            },
            Arrangement::Row,
        )
        .of(seat)
        .with(items)
    };
    own.into_iter().chain(others).map(zone).collect()
}

/// Six presents that the viewer may not see.
fn hidden(seat: SeatIndex) -> Item {
    Item::titled(
        format!("hand.{}.hidden", seat_id(seat)),
        Text::new("hidden_present", "hidden present"),
    )
    .count(6)
    .face_down()
}

/// The presents of a hand. A present keeps its ID while the hand has as many presents of its letter.
fn items(seat: SeatIndex, hand: &Hand) -> Vec<Item> {
    let item = |(index, of): (usize, crate::components::Present)| {
        let letter = of.letter();
        let copy = hand
            .iter()
            .take(index)
            .filter(|earlier| earlier.letter() == letter)
            .count();
        let id: Id = format!("hand.{}.{}.{copy}", seat_id(seat), slug(letter)).into();
        let title = Text::new("held", "{present} {name}")
            .with("present", naming::notation(letter, of.staleness()))
            .with("name", naming::brief(letter));
        let layers = of.layers();
        let layers = layers.map(|layers| Text::new("layers", "{layers|layer|layers}").with("layers", layers.get()));
        Item::of(id, naming::id(letter)).title(title).mark_if(layers)
    };
    hand.iter().enumerate().map(item).collect()
}

/// The viewer's submission of this step.
fn sealed(own: &OwnSubmission, seat: SeatIndex) -> Zone {
    let text = lines::submission(seat, &own.content, own.by_default);
    facts("own", Text::new("own", "Own sealed submission"), [text])
}

/// The results of the last step.
fn results(last: &LastStep) -> Vec<Zone> {
    let scored = last.scored.step;
    let titled = |key, pattern| Text::new(key, pattern).with("step", step(scored));
    let moved = last.transfer.as_ref().map(|transfer| match transfer {
        Transfer::Passes(passes) => facts(
            "moved",
            titled("last_passes", "Passes of the last step ({step})"),
            lines::passes(passes),
        ),
        Transfer::Thefts(thefts) => facts(
            "moved",
            titled("last_thefts", "Thefts of the last step ({step})"),
            lines::thefts(thefts),
        ),
    });
    let replaced = last.replacements.as_ref().map(|replaced| {
        facts(
            "replaced",
            titled("last_replacements", "Replacements of the last step ({step})"),
            lines::replacements(replaced),
        )
    });
    let scores = facts(
        "scores",
        titled("last_scores", "Scores of the last step ({step})"),
        lines::scores(&last.scored),
    );
    moved.into_iter().chain(replaced).chain([scores]).collect()
}

fn pregame(pregame: &PregameView) -> Zone {
    let selections = match pregame {
        PregameView::All(all) => lines::pregame(all),
        PregameView::Own { seat, selected } => vec![lines::selected(*seat, selected)],
    };
    facts(
        "pregame",
        Text::new("pregame_selections", "Selections of the pregame"),
        selections,
    )
}

fn ranking(ranking: &Ranking) -> Zone {
    facts(
        "ranking",
        Text::new("ranking", "Final ranking"),
        lines::ranking(ranking),
    )
}

/// The points of each seat, as far as the viewer may know them.
fn meters(view: &View) -> Vec<Meter> {
    let meter = |(seat, of): (SeatIndex, &crate::view::SeatView)| {
        let points = Meter::new(
            format!("points.{}", seat_id(seat)),
            Text::new("points", "points"),
            of.total?.get(),
        );
        Some(points.of(seat))
    };
    view.seats.enumerate().filter_map(meter).collect()
}
