//! Pregame and rounds.

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::Letter;

/// One of the five rounds, named by its variation, in order of play.
// PM-2
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[wire(as = Variation)]
pub enum Round {
    /// Round 1: without a variation.
    Theme,
    /// Round 2: a kept present is swapped for a K or an L.
    BombSquad,
    /// Round 3: the list is reversed; a kept present is swapped for an M or an N.
    CleaningSupplies,
    /// Round 4: presents are stolen instead of passed.
    Yoink,
    /// Round 5: extra points for the most of each letter A–J.
    Monopoly,
}

impl Round {
    /// All rounds, in order of play.
    pub const ALL: [Self; 5] = [
        Self::Theme,
        Self::BombSquad,
        Self::CleaningSupplies,
        Self::Yoink,
        Self::Monopoly,
    ];

    /// 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Theme => 1,
            Self::BombSquad => 2,
            Self::CleaningSupplies => 3,
            Self::Yoink => 4,
            Self::Monopoly => 5,
        }
    }

    /// The round with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|round| round.number() == number)
    }

    /// The round after this one.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::Theme => Some(Self::BombSquad),
            Self::BombSquad => Some(Self::CleaningSupplies),
            Self::CleaningSupplies => Some(Self::Yoink),
            Self::Yoink => Some(Self::Monopoly),
            Self::Monopoly => None,
        }
    }

    /// The two letters of which each seat takes one in this round; `None` without replacement.
    // PM-54, PM-58
    #[must_use]
    pub const fn takes(self) -> Option<[Letter; 2]> {
        match self {
            Self::BombSquad => Some([Letter::K, Letter::L]),
            Self::CleaningSupplies => Some([Letter::M, Letter::N]),
            Self::Theme | Self::Yoink | Self::Monopoly => None,
        }
    }

    /// Whether the list is reversed in this round.
    // PM-20
    #[must_use]
    pub const fn has_reversed_list(self) -> bool {
        match self {
            Self::Theme | Self::BombSquad => false,
            Self::CleaningSupplies | Self::Yoink | Self::Monopoly => true,
        }
    }
}

/// The pregame or a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Step 0.
    Pregame,
    /// Steps 1 to 5.
    Round(Round),
}

impl Step {
    /// 0 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Pregame => 0,
            Self::Round(round) => round.number(),
        }
    }

    /// The step with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Pregame),
            _ => Round::from_number(number).map(Self::Round),
        }
    }

    /// The round after it; `None` after the last.
    // PM-2
    #[must_use]
    pub const fn next(self) -> Option<Round> {
        match self {
            Self::Pregame => Some(Round::Theme),
            Self::Round(round) => round.next(),
        }
    }

    /// The round, unless it is the pregame.
    #[must_use]
    pub const fn round(self) -> Option<Round> {
        match self {
            Self::Pregame => None,
            Self::Round(round) => Some(round),
        }
    }
}

/// The phase of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum Phase {
    /// Five letters from each seat.
    PregameSelection,
    /// Three presents to pass from each seat; in rounds 2 and 3 a replacement, too.
    Passing,
    /// Three presents to steal from each seat.
    Stealing,
    /// No decision: the match is over.
    Finished,
}

impl Phase {
    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PregameSelection => "PREGAME_SELECTION",
            Self::Passing => "PASSING",
            Self::Stealing => "STEALING",
            Self::Finished => "FINISHED",
        }
    }
}
