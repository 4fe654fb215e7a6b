//! The stored match: plain data with its encoding, and the view of each viewer.

pub(crate) mod clocks;
mod codec;
pub(crate) mod display_name;
mod host;
pub(crate) mod log_entry;
mod match_record;
mod names;
mod occupant;
pub(crate) mod origin;
pub(crate) mod outages;
pub(crate) mod past_match;
mod personal;
mod plan;
mod play;
mod rematch;
mod seat_grant;
mod seat_presence;
pub(crate) mod setup;
mod tenant;
pub(crate) mod time;
pub(crate) mod watch_position;

pub(crate) use codec::unwritable;
pub(crate) use host::Host;
#[cfg(any(test, feature = "testkit"))]
pub(crate) use match_record::SCHEMA;
pub(crate) use match_record::{MatchRecord, OVERDUE_MS};
pub(crate) use occupant::{Decider, JoinRequest, Occupant, SeatControl};
pub(crate) use personal::{Erasure, PersonalData, PlayerData, PlayerRef};
pub(crate) use plan::{Creator, Plan, Secrets, Start, Visibility};
pub(crate) use play::Play;
pub(crate) use seat_grant::SeatGrant;
pub(crate) use seat_presence::{ABSENT_MS, SeatPresence};
pub(crate) use setup::Setup;
pub(crate) use tenant::Tenant;
