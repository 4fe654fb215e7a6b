//! Events as sentences.

use tinsel_engine::present::{Arg, Text};

use super::{
    components::{difference, notation, step},
    lines,
};
use crate::event::Event;

/// The event as sentences.
pub(super) fn sentence(event: &Event) -> Text {
    match event {
        Event::MatchStarted { .. } => Text::new("match_started", "The pregame begins: every player selects five presents."),
        Event::ListDrawn { order } => list("list_drawn", "The list is drawn, top to bottom: {list}.", order),
        Event::SubmissionReceived { seat, .. } => Text::new("submitted", "{player} has decided.").with("player", *seat),
        Event::SubmissionSealed { seat, content, defaulted, .. } => Text::new("sealed", "{player} {action}{default}.")
            .with("player", *seat)
            .with("action", lines::action(content))
            .with("default", lines::defaulted(*defaulted)),
        Event::PregameRevealed { pregame, hands } => Text::new("pregame_revealed", "The selections are revealed.{selections}{hands}")
            .with("selections", Arg::lines(lines::pregame(pregame)))
            .with("hands", Arg::lines(lines::hands(hands))),
        Event::OwnPregameHand { seat, hand } => Text::new("own_hand", "{player} starts with {presents}.")
            .with("player", *seat)
            .with("presents", lines::hand(hand)),
        Event::RoundStarted { round, order } => Text::new("round_started", "{step} begins. {difference} The list is {list}.")
            .with("step", step(crate::components::Step::Round(*round)))
            .with("difference", difference(*round))
            .with("list", Arg::list(order.iter())),
        Event::ListReversed { order } => list("list_reversed", "The list is reversed: {list}.", order),
        Event::PassesRevealed(passes) => told("passes_revealed", "The presents are passed.{lines}", lines::passes(passes)),
        Event::ReplacementsRevealed(replaced) => {
            told("replacements_revealed", "The replacements are revealed.{lines}", lines::replacements(replaced))
        }
        Event::TheftsRevealed(thefts) => told("thefts_revealed", "The presents are stolen.{lines}", lines::thefts(thefts)),
        Event::Scored(scored) => Text::new("scored", "{step} is scored.{lines}")
            .with("step", step(scored.step))
            .with("lines", Arg::lines(lines::scores(scored))),
        Event::KaboomExploded { seat, staleness, layers_before, layers_after, loss, .. } => Text::new(
            "exploded",
            "{present} of {player} explodes: its layers fall from {before} to {after}. It costs {loss|point|points} and becomes an Average Present.",
        )
        .with("present", notation(crate::components::Letter::K, staleness.get()))
        .with("player", *seat)
        .with("before", layers_before.get())
        .with("after", *layers_after)
        .with("loss", loss.get()),
        Event::HandsPublished { hands, .. } => told("hands_published", "The hands after the round are public.{lines}", lines::hands(hands)),
        Event::MatchFinished { ranking } => told("match_finished", "The match is over.{lines}", lines::ranking(ranking)),
    }
}

fn list(key: &'static str, pattern: &'static str, order: &crate::components::List) -> Text {
    Text::new(key, pattern).with("list", Arg::list(order.iter()))
}

fn told(key: &'static str, pattern: &'static str, lines: Vec<Text>) -> Text {
    Text::new(key, pattern).with("lines", Arg::lines(lines))
}
