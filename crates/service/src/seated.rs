//! What is kept of the answer to whoever took a seat.

use tinsel_engine::SeatIndex;
use tinsel_store::{MatchId, MatchStore, Revision};

use crate::{
    auth::{Role, Sitting},
    deps::Deps,
    error::RpcError,
};

/// A seat that was taken. The token is not kept, but made again for whoever repeats the call: for that sitting, and not
/// for one who has taken the seat since.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Seated {
    #[prost(uint32, tag = "1")]
    pub(crate) seat: u32,
    #[prost(uint64, tag = "3")]
    pub(crate) revision: u64,
    #[prost(uint32, tag = "5")]
    number: u32,
}

impl Seated {
    pub(crate) fn new(sitting: Sitting, revision: Revision) -> Self {
        Self {
            seat: u32::from(sitting.seat.get()),
            revision: revision.get(),
            number: sitting.number,
        }
    }

    /// The token of the sitting.
    pub(crate) fn token<S: MatchStore>(&self, deps: &Deps<S>, id: MatchId) -> Result<String, RpcError> {
        let sitting = Sitting {
            seat: SeatIndex::new(u8::try_from(self.seat).map_err(RpcError::internal)?),
            number: self.number,
        };
        Ok(deps.keys.token(id, Role::Seat(sitting)))
    }
}
