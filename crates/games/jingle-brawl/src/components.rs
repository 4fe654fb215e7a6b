//! The components of the game.

mod card;
mod chips;
mod duel;
mod gift;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

pub use card::{Card, Rank, Suit};
pub use chips::{Bank, Chips, Purse, Reason};
pub use duel::{CoinReason, DuelKind, Face, Method, Pair, Side, Throw};
pub use gift::{ByGift, GiftId, GiftName, Naughty, Place, Spot};

/// Minimum number of seats.
// JB-1, JB-R1
pub const SEATS_MIN: u8 = 3;
/// Maximum number of seats.
// JB-1, JB-R1
pub const SEATS_MAX: u8 = 20;

/// The two parts of a match.
// JB-8
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Part {
    /// Seats open wrapped gifts and compete for them.
    Main,
    /// The seats without a gift get the Misfits.
    Lottery,
}

/// The phase of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Phase {
    /// The Opener picks a wrapped gift (JB-36).
    Opening,
    /// Sealed bids (JB-37).
    Bidding,
    /// The Opener stands or yields (JB-47).
    YieldChoice,
    /// No seat bid: keep the gift, or challenge for another (JB-54).
    GambitChoice,
    /// The Active player steals or opens an auction (JB-67).
    PathChoice,
    /// No seat bid in the auction: the Active player names a Defender (JB-72).
    DefenderChoice,
    /// The Defender chooses the method of the duel (JB-24).
    DuelMethod,
    /// Both duelists throw in secret (JB-28).
    DuelThrow,
    /// Both duelists report the winner in secret (JB-29).
    DuelReport,
    /// The reports differ: the Head Elf decides (JB-32).
    DuelVerdict,
    /// The loser holds two gifts and discards one (JB-51).
    DiscardChoice,
    /// The loser may challenge again (JB-57).
    ReprisalChoice,
    /// No decision: every seat holds its gift.
    Finished,
}

impl Phase {
    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "OPENING",
            Self::Bidding => "BIDDING",
            Self::YieldChoice => "YIELD_CHOICE",
            Self::GambitChoice => "GAMBIT_CHOICE",
            Self::PathChoice => "PATH_CHOICE",
            Self::DefenderChoice => "DEFENDER_CHOICE",
            Self::DuelMethod => "DUEL_METHOD",
            Self::DuelThrow => "DUEL_THROW",
            Self::DuelReport => "DUEL_REPORT",
            Self::DuelVerdict => "DUEL_VERDICT",
            Self::DiscardChoice => "DISCARD_CHOICE",
            Self::ReprisalChoice => "REPRISAL_CHOICE",
            Self::Finished => "FINISHED",
        }
    }
}

/// The subject of sealed bids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = BiddingContext)]
pub enum Context {
    /// The right to duel for the gift that was opened (JB-37).
    Main,
    /// The right to duel for the Target Misfit (JB-71).
    Auction,
    /// The right to duel for the Misfit of the last player (JB-78).
    LastClaim,
}

/// The Opener's answer to two Challengers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Response {
    /// Duels Challenger 1 (JB-48).
    Stand,
    /// Gives the gift up; the Challengers duel for it (JB-49).
    Yield,
}

/// The paths of the Active player of the Lottery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Path {
    /// Path A: a gift that another seat holds (JB-68).
    Steal,
    /// Path B: the Target Misfit (JB-71).
    Auction,
}

/// The rule that ranks the seats of a finished match (JB-R57).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Scoring {
    /// No ranking: all seats share the first rank.
    #[default]
    None,
    /// By the secret value of the final gift for its seat.
    WishPoints,
}
