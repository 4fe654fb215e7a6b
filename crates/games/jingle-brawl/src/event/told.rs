//! What events are made of.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, SeatIndex};

use crate::{
    components::{Chips, GiftId, Method, Scoring},
    config::Config,
};

/// The options that everybody may know, with defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicOptions {
    /// How many play.
    pub players: SeatCount,
    /// What each seat starts with.
    pub starting_chips: Chips,
    /// Who is Head Elf at the start.
    pub head_elf_seat: SeatIndex,
    /// How duels can be fought, in Config order.
    pub duel_methods: Vec<Method>,
    /// How many rounds of rock-paper-scissors there can be.
    pub rps_max_rounds: u8,
    /// How the match is ranked.
    pub scoring: Scoring,
}

impl PublicOptions {
    /// Everything but the names of the gifts.
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

/// A bid that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bid {
    /// Whose.
    pub seat: SeatIndex,
    /// How much; 0 for no bid.
    pub amount: Chips,
}

/// A gift and what a challenge for it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Which.
    pub gift: GiftId,
    /// Its Minimum Cost.
    pub cost: Chips,
}

/// A right to a Reprisal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReprisalRight {
    /// Whose.
    pub seat: SeatIndex,
    /// What was contested in the duel just lost, and is barred (JB-59).
    pub excluded: GiftId,
    /// 1 or 2.
    pub number: u8,
}
