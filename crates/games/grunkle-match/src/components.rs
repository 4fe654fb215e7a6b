//! The components of the game.

mod garnets;
mod round;
mod skill;
mod skills;
mod slot;

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatCount, Wire};

pub use garnets::Garnets;
pub use round::Round;
pub use skill::Skill;
pub use skills::Skills;
pub use slot::{BySlot, Slot};

/// The number of seats.
// GM-1, GM-R2
pub const SEATS: u8 = 7;
/// The number of seats, as the engine's type.
pub const SEAT_COUNT: SeatCount = match SeatCount::new(SEATS) {
    Some(count) => count,
    None => panic!("7 seats are a match"),
};

/// The phases of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Phase {
    /// Sealed submissions for the auctions of a round.
    Bidding,
    /// Sealed votes of the winners on the Elimination Candidate (GM-97).
    TieBreak,
    /// No decision: the match is over.
    Ended,
}

impl Phase {
    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bidding => "BIDDING",
            Self::TieBreak => "TIE_BREAK",
            Self::Ended => "ENDED",
        }
    }
}
