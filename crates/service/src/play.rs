//! The effects of commands on a match. Pure: without clock, randomness or I/O of its own.

mod abort;
mod apply;
mod automatic;
mod command;
mod decided;
pub(crate) mod decision;
mod erasure;
mod host;
pub(crate) mod lobby;
mod not_applied;
mod reissue;
mod rematch;
mod repair;
mod seat_control;
mod timeout;
mod transition;

pub(crate) use apply::{apply, apply_duty};
pub(crate) use automatic::MOVES_MAX;
pub(crate) use command::{Command, Duty, Expected, HostCommand, Player, Submission};
pub(crate) use not_applied::NotApplied;
pub(crate) use repair::{Audit, Repair};
pub(crate) use transition::Transition;
