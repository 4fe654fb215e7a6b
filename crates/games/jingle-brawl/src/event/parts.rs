//! The parts of events.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::components::{Chips, GiftId};

/// A public bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = SeatBid)]
pub struct Bid {
    /// The seat.
    pub seat: SeatIndex,
    /// The number of chips; 0 for no bid.
    pub amount: Chips,
}

/// A gift and the price of a challenge for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// The gift.
    pub gift: GiftId,
    /// Its Minimum Cost.
    pub cost: Chips,
}

/// A right to a Reprisal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct ReprisalRight {
    /// The seat.
    pub seat: SeatIndex,
    /// The gift contested in the lost duel, which is barred (JB-59).
    #[wire(as = excluded_gift)]
    pub excluded: GiftId,
    /// 1 or 2.
    pub number: u8,
}
