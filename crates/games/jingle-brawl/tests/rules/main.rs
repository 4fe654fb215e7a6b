//! One test per rule and ruling of `RULES.md`, named by it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick the events they look at")]

#[path = "../support/mod.rs"]
mod support;

mod bag;
mod bidding;
mod chips;
mod defaults;
mod duels;
mod ending;
mod events;
mod gambit;
mod hiding;
mod legal;
mod lottery;
mod options;
mod platform;
mod positions;
mod present;
mod refusals;
mod reprisal;
mod settlement;
mod setup;
mod views;
