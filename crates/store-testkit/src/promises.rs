//! The promises, by what they are about. [`crate::store_suite`] lists them all.
#![allow(missing_docs, reason = "each promise is named by what it promises")]

pub mod beginning;
pub mod carrying;
pub mod expiring;
pub mod history;
pub mod indexes;
pub mod noticing;
pub mod pools;
pub mod racing;
pub mod repeating;
pub mod replacing;
pub mod seeking;
