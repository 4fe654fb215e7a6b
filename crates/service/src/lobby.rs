//! Open matches: their list, the quota of their owners, and the receipt for a seat.

pub(crate) mod join_receipt;
pub(crate) mod listing;
pub(crate) mod open_match_quota;
