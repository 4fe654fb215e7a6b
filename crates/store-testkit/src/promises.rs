//! The promises, by topic. [`crate::store_suite`] lists them all.
#![allow(missing_docs, reason = "the name of each promise describes it")]

pub mod assigning;
pub mod beginning;
pub mod carrying;
pub mod deleting;
pub mod expiring;
pub mod fleet;
pub mod history;
pub mod indexes;
pub mod noticing;
pub mod packing;
pub mod playing;
pub mod pools;
pub mod racing;
pub mod repeating;
pub mod replacing;
pub mod scanning;
