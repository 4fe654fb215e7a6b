//! One player's hold on a seat.

use serde::{Deserialize, Serialize};
use tinsel_engine::SeatIndex;

/// A seat from the moment that a player takes it until the player leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct SeatGrant {
    pub(crate) seat: SeatIndex,
    /// The number of the grant, which counts up from a random number of the match. The random start makes a token
    /// useless in a later match with the same id.
    pub(crate) number: u32,
}
