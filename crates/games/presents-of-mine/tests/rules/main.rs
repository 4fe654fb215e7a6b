//! One test per rule and ruling of `RULES.md`, named by it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

mod abilities;
mod bot;
mod course;
mod ending;
mod events;
mod hiding;
mod kaboom;
mod list;
mod monopoly;
mod options;
mod passing;
mod platform;
mod positions;
mod pregame;
mod present;
mod refusals;
mod saving;
mod scoring;
mod staleness;
mod swaps;
mod yoink;
