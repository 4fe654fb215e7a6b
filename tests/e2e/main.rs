//! Tinsel as its clients meet it: over sockets, on memory and Redis, on one and several replicas.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    clippy::cognitive_complexity,
    clippy::wildcard_enum_match_arm,
    clippy::print_stderr,
    reason = "tests fail by panicking, and read from top to bottom"
)]

mod auth;
mod bots;
mod configuration;
mod errors;
mod fairness;
mod health;
mod hiding;
mod keeping;
mod limits;
mod logs;
mod matches;
mod names;
mod nonsense;
mod outages;
mod python;
mod races;
mod restarts;
mod traces;
mod watching;
mod web;

use tinsel_proto::{
    games::presents_of_mine::v1 as pom,
    v1::{MatchEvent, game_event, match_event},
};

/// The seats and steps of the submissions that `events` tell of.
fn received(events: &[MatchEvent]) -> Vec<(u32, u32)> {
    let of = |event: &pom::Event| match &event.event {
        Some(pom::event::Event::SubmissionReceived(received)) => Some((received.seat, received.step)),
        _ => None,
    };
    games(events).filter_map(of).collect()
}

/// The events of the game among `events`.
fn games(events: &[MatchEvent]) -> impl Iterator<Item = &pom::Event> {
    events.iter().filter_map(|event| match &event.event {
        Some(match_event::Event::Game(event)) => match &event.game {
            Some(game_event::Game::PresentsOfMine(event)) => Some(event),
            Some(game_event::Game::GrunkleMatch(_)) | None => None,
        },
        _ => None,
    })
}
