//! The stored match: plain data with its encoding, and the view of each viewer.

pub(crate) mod clocks;
pub(crate) mod display_name;
mod host;
pub(crate) mod log_entry;
mod match_record;
mod occupant;
pub(crate) mod origin;
pub(crate) mod outages;
pub(crate) mod past_match;
mod plan;
mod seat_grant;
mod seat_presence;
pub(crate) mod setup;
pub(crate) mod time;
pub(crate) mod watch_position;

pub(crate) use host::Host;
#[cfg(any(test, feature = "testkit"))]
pub(crate) use match_record::SCHEMA;
pub(crate) use match_record::{MatchRecord, OVERDUE_MS, Play, unwritable};
pub(crate) use occupant::{Decider, JoinRequest, Occupant, SeatControl};
pub(crate) use plan::{Plan, Secrets, Start, Visibility};
pub(crate) use seat_grant::SeatGrant;
pub(crate) use seat_presence::{ABSENT_MS, SeatPresence};
pub(crate) use setup::Setup;
