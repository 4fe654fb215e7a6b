//! The stored part of the response to a player who takes a seat.

use tinsel_engine::{SeatIndex, never};
use tinsel_store::{MatchId, Revision};

use crate::{
    auth::token::{Keys, Role},
    error::RpcError,
    play::Transition,
    record::{MatchRecord, SeatGrant},
};

/// A seat that was taken. The token is not stored. A retry gets a token of the same grant, even if another player holds
/// the seat by then.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct JoinReceipt {
    #[prost(uint32, tag = "1")]
    pub(crate) seat: u32,
    #[prost(uint64, tag = "3")]
    pub(crate) revision: u64,
    #[prost(uint32, tag = "5")]
    number: u32,
}

impl JoinReceipt {
    pub(crate) fn new(grant: SeatGrant, revision: Revision) -> Self {
        Self {
            seat: u32::from(grant.seat.get()),
            revision: revision.get(),
            number: grant.number,
        }
    }

    /// The receipt of the seat that a transition assigned.
    pub(crate) fn of(before: &MatchRecord, transition: &Transition) -> Self {
        let Some(grant) = transition.seated else {
            never!("a command by which a player joins gives it a seat");
            return Self::default();
        };
        Self::new(grant, before.version.revision.plus(1))
    }

    /// The token of the seat.
    pub(crate) fn token(&self, keys: &Keys, id: MatchId) -> Result<String, RpcError> {
        let grant = SeatGrant {
            seat: SeatIndex::new(u8::try_from(self.seat).map_err(RpcError::internal)?),
            number: self.number,
        };
        Ok(keys.token(id, Role::Seat(grant)))
    }
}
