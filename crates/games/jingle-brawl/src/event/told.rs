//! The parts of events.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, SeatIndex, Wire};

use crate::{
    components::{Chips, GiftId, Method, Scoring},
    config::Config,
};

/// The public options, with defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicOptions {
    /// The number of seats.
    pub players: SeatCount,
    /// The starting chips of each seat.
    pub starting_chips: Chips,
    /// The Head Elf at the start.
    pub head_elf_seat: SeatIndex,
    /// The duel methods in play, in Config order.
    pub duel_methods: Vec<Method>,
    /// Maximum number of rounds of rock-paper-scissors.
    pub rps_max_rounds: u8,
    /// The rule that ranks the seats.
    pub scoring: Scoring,
}

impl PublicOptions {
    /// All options except the names of the gifts.
    // JB-R9
    pub(crate) fn of(config: &Config) -> Self {
        Self {
            players: config.players,
            starting_chips: config.starting_chips,
            head_elf_seat: config.head_elf_seat,
            duel_methods: config.duel_methods.clone(),
            rps_max_rounds: config.rps_max_rounds,
            scoring: config.scoring,
        }
    }
}

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
