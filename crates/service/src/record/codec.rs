//! Errors of the encoding of records.

use tinsel_store::StoreError;

/// An error that names the undecodable part of a record and the cause, but contains no stored data.
pub(super) fn unreadable(part: &str) -> impl Fn(rmp_serde::decode::Error) -> StoreError {
    move |error| StoreError::Corrupt(format!("{part}: {}", tinsel_catalog::flaw(&error)))
}

pub(crate) fn unwritable(cause: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("a record cannot be written: {cause}"))
}
