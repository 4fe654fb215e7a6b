//! Tests for every rule and ruling of `RULES.md`, named by it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick what they look at")]

#[path = "../support/mod.rs"]
mod support;

mod abilities;
mod acting;
mod bot;
mod cards;
mod chance;
mod defaults;
mod dice;
mod ending;
mod events;
mod field;
mod hiding;
mod hits;
mod legal;
mod obstacles;
mod options;
mod platform;
mod positions;
mod possible;
mod present;
mod reactions;
mod refusals;
mod running;
mod setup;
