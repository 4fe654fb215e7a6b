//! Tests for every rule and ruling of `RULES.md`, named by it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick the events they look at")]

#[path = "../support/mod.rs"]
mod support;

mod bot;
mod bounds;
mod components;
mod dealing;
mod defaults;
mod events;
mod final_gift;
mod finishing;
mod fruitcake;
mod hiding;
mod holly;
mod legal;
mod options;
mod platform;
mod positions;
mod present;
mod refusals;
mod rounds;
mod snow;
mod standing;
mod stars;
mod windows;
