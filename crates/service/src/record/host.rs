//! The holder of the host's rights.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::seat_grant::SeatGrant;

/// The holder of the host's rights, as a token proves it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Host {
    /// The bearer of the host's token, which the creator of the match got.
    #[default]
    Creator,
    /// The player of a seat.
    Seat(SeatGrant),
}

impl Host {
    pub(super) fn is_creator(&self) -> bool {
        *self == Self::Creator
    }
}

/// The caller, as idempotency keys contain it.
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Creator => f.write_str("host"),
            Self::Seat(SeatGrant { seat, number }) => write!(f, "s{}-{number}", seat.get()),
        }
    }
}
