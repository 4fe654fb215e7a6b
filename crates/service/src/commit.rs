//! The one path on which a match changes: load, apply a command, seal, write, publish. Also the indexes and quotas that
//! are written with it.

pub(crate) mod chain;
mod create;
mod expiry;
pub(crate) mod idempotency;
pub(crate) mod join_receipt;
pub(crate) mod listing;
mod load;
pub(crate) mod log;
pub(crate) mod match_lookup;
pub(crate) mod open_match_quota;
mod presence;
pub(crate) mod quick_match;
pub(crate) mod read_access;
pub(crate) mod replay;
mod run;
pub(crate) mod trace;
mod write;

pub(crate) use create::create;
pub(crate) use load::{answered, load};
pub(crate) use run::{Committed, process_due, run, run_to_revision};
