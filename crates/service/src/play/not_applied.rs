//! The reasons why a command is not applied.

use std::collections::BTreeSet;

use crate::{error::RpcError, record::SeatGrant};

/// Why a command is not applied. The match is unchanged.
#[derive(Debug)]
pub(crate) enum NotApplied {
    /// The command is refused.
    Refused(RpcError),
    /// The command depends on the presence of these players. Apply it again with the answers.
    PresenceUnknown(BTreeSet<SeatGrant>),
}

impl<E: Into<RpcError>> From<E> for NotApplied {
    fn from(refusal: E) -> Self {
        Self::Refused(refusal.into())
    }
}
