//! One test per rule and ruling of `RULES.md`, named by it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick the events they look at")]

#[path = "../support/mod.rs"]
mod support;

mod auctions;
mod board;
mod book;
mod bot;
mod defaults;
mod ending;
mod events;
mod hiding;
mod legal;
mod limits;
mod nullify;
mod on_winning;
mod options;
mod order;
mod platform;
mod positions;
mod powers;
mod present;
mod refusals;
mod saving;
mod secrets;
mod standing;
mod submitting;
