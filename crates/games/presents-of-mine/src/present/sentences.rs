//! Events as sentences.

use tinsel_engine::{
    SeatIndex,
    present::{Arg, Text},
};

use super::{lines, options_in_words};
use crate::{
    components::{Hand, Layers, Letter, List, Points, Round, Staleness, Step},
    config::Config,
    event::Event,
    naming::{notation, step, task},
    record::Pregame,
};
use tinsel_engine::BySeat;

/// The event as sentences.
pub(super) fn sentence(event: &Event) -> Text {
    match event {
        Event::MatchStarted { config } => started(config),
        Event::ListDrawn { order } => list("list_drawn", "The list is drawn. Top to bottom: {list}.", order),
        Event::SubmissionReceived { seat, .. } => {
            Text::new("submitted", "{player} has submitted.").with("player", *seat)
        }
        Event::SubmissionSealed {
            seat,
            content,
            by_default,
            ..
        } => lines::submission(*seat, content, *by_default),
        Event::PregameRevealed { pregame, hands } => pregame_revealed(pregame, hands),
        Event::OwnPregameHand { seat, hand } => Text::new("own_hand", "{player} starts with {presents}.")
            .with("player", *seat)
            .with("presents", lines::hand(hand)),
        Event::RoundStarted { round, order } => round_started(*round, order),
        Event::ListReversed { order } => list("list_reversed", "The list is reversed. Top to bottom: {list}.", order),
        Event::PassesRevealed(passes) => with_lines(
            "passes_revealed",
            "The presents are passed.{lines}",
            lines::passes(passes),
        ),
        Event::ReplacementsRevealed(replaced) => with_lines(
            "replacements_revealed",
            "Kept presents are replaced.{lines}",
            lines::replacements(replaced),
        ),
        Event::TheftsRevealed(thefts) => with_lines(
            "thefts_revealed",
            "The presents are stolen.{lines}",
            lines::thefts(thefts),
        ),
        Event::Scored(scored) => with_lines("scored", "{step} is scored.{lines}", lines::scores(scored))
            .with("step", scored_step(scored.step)),
        Event::KaboomExploded {
            seat,
            staleness,
            layers_before,
            layers_after,
            loss,
            ..
        } => exploded(*seat, *staleness, (*layers_before, *layers_after), *loss),
        Event::HandsPublished { round, hands } => with_lines(
            "hands_published",
            "After round {round} and its changes of staleness, the hands are:{lines}",
            lines::hands(hands),
        )
        .with("round", round.number()),
        Event::MatchFinished { ranking } => {
            with_lines("match_finished", "The match is over.{lines}", lines::ranking(ranking))
        }
    }
}

fn started(config: &Config) -> Text {
    with_lines(
        "match_started",
        "The pregame begins: every player selects five presents. A present is written as its letter and its staleness: A3 \
         is an Average Present with staleness 3.{lines}",
        options_in_words::sentences(config),
    )
}

fn pregame_revealed(pregame: &Pregame, hands: &BySeat<Hand>) -> Text {
    let mut all = lines::pregame(pregame);
    all.extend(lines::hands(hands));
    with_lines(
        "pregame_revealed",
        "The selections are revealed. Every player also gets an Average Present with staleness 0.{lines}",
        all,
    )
}

/// The start of a round. In round 3 the list has just been reversed, and is not repeated.
fn round_started(round: Round, order: &List) -> Text {
    let text = if round == Round::CleaningSupplies {
        Text::new("round_started_reversed", "{step} begins. {task}")
    } else {
        list(
            "round_started",
            "{step} begins. {task} The list, top to bottom: {list}.",
            order,
        )
    };
    text.with("step", step(Step::Round(round))).with("task", task(round))
}

fn scored_step(step: Step) -> Text {
    match step.round() {
        None => Text::new("the_pregame", "The pregame"),
        Some(round) => Text::new("round_number", "Round {round}").with("round", round.number()),
    }
}

fn exploded(seat: SeatIndex, staleness: Staleness, (before, after): (Layers, i32), loss: Points) -> Text {
    Text::new(
        "exploded",
        "{present} of {player} explodes: it has {before|layer|layers} and loses {lost}. It costs {loss|point|points} and becomes \
         an Average Present.",
    )
    .with("present", notation(Letter::K, staleness))
    .with("player", seat)
    .with("before", before.get())
    .with("lost", i32::from(before.get()).saturating_sub(after))
    .with("loss", loss.get())
}

fn list(key: &'static str, pattern: &'static str, order: &List) -> Text {
    Text::new(key, pattern).with("list", Arg::list(order.iter()))
}

fn with_lines(key: &'static str, pattern: &'static str, lines: impl IntoIterator<Item = Text>) -> Text {
    Text::new(key, pattern).with("lines", Arg::lines(lines))
}
