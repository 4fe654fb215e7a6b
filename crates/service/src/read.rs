//! Reads of matches: the newest state, the log, past revisions, and access to them.

mod load;
pub(crate) mod log;
pub(crate) mod match_lookup;
pub(crate) mod read_access;
pub(crate) mod replay;

pub(crate) use load::{keep, load, read};
