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
mod bench;
mod bots;
mod clocks;
mod collectors;
mod configuration;
mod crowds;
mod errors;
mod exporting;
mod fairness;
mod health;
mod hiding;
mod history;
mod inviting;
mod keeping;
mod late;
mod leaving;
mod limits;
mod listing;
mod log_lines;
mod logs;
mod matches;
mod metrics;
mod names;
mod nonsense;
mod operators;
mod outages;
mod python_clients;
mod quick;
mod quotas;
mod races;
mod releases;
mod restarts;
mod rolls;
mod sampling;
mod schedules;
mod skirmish;
mod spans;
mod topologies;
mod traces;
mod watching;
mod web;
mod windows;
