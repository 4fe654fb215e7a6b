//! The one path on which a match changes: load, apply a command, extend the hash chain, write, publish.

mod absence;
pub(crate) mod chain;
mod create;
mod earlier;
mod expiry;
pub(crate) mod idempotency;
mod run;
pub(crate) mod trace;
mod write;

pub(crate) use create::create;
pub(crate) use earlier::{CreationReceipt, created_before, joined_before};
pub(crate) use run::{Committed, process_due, run, run_to_revision};
