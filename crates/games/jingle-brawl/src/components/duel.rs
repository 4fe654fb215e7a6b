//! Duels: their kinds, methods and throws.

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::Part;

/// The cause of a duel (JB-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum DuelKind {
    /// Decides which of the highest bidders may challenge (JB-42).
    TieBreak,
    /// Challenger 1 against the Opener (JB-48).
    Standard,
    /// The two Challengers against each other (JB-49).
    Yield,
    /// A direct challenge of the Opener after no seat bid (JB-54).
    Gambit,
    /// A direct challenge of the loser of the duel before (JB-57).
    Reprisal,
    /// A direct challenge of the Active player (JB-68).
    Steal,
    /// The Active player against a Defender of its choice (JB-72).
    ChosenDefender,
    /// The highest bidder against the Active player (JB-75).
    Auction,
    /// The highest bidder against the last player (JB-79).
    LastClaim,
}

impl DuelKind {
    /// Whether the loser gets a chip from the Bank.
    // JB-22, JB-63, JB-81, JB-R32
    #[must_use]
    pub const fn pays_dividend(self, part: Part) -> bool {
        match (part, self) {
            (Part::Main, Self::Standard | Self::Gambit | Self::Reprisal) => true,
            (
                Part::Main,
                Self::TieBreak | Self::Yield | Self::Steal | Self::ChosenDefender | Self::Auction | Self::LastClaim,
            )
            | (Part::Lottery, _) => false,
        }
    }
}

/// The method of a duel.
// JB-7, JB-R15
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = DuelMethod)]
pub enum Method {
    /// A coin: with heads the Challenger wins.
    CoinFlip,
    /// The higher die wins.
    DiceRollOff,
    /// The higher card wins.
    HighCard,
    /// Both throw in secret.
    RockPaperScissors,
    /// Outside the service; the duelists report the winner.
    Reported,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 5] = [
        Self::CoinFlip,
        Self::DiceRollOff,
        Self::HighCard,
        Self::RockPaperScissors,
        Self::Reported,
    ];
}

/// The throws of rock-paper-scissors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Throw {
    /// Beats scissors.
    Rock,
    /// Beats rock.
    Paper,
    /// Beats paper.
    Scissors,
}

impl Throw {
    /// All throws, in the order in which the clock draws them.
    // JB-R60
    pub const ALL: [Self; 3] = [Self::Rock, Self::Paper, Self::Scissors];

    /// The throw that it beats.
    #[must_use]
    pub const fn beats(self) -> Self {
        match self {
            Self::Rock => Self::Scissors,
            Self::Paper => Self::Rock,
            Self::Scissors => Self::Paper,
        }
    }
}

/// A side of a coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = CoinFace)]
pub enum Face {
    /// The Challenger wins.
    Heads,
    /// The Defender wins.
    Tails,
}

/// Why a coin is flipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum CoinReason {
    /// The Defender chose it.
    Method,
    /// Dice or throws were tied up to the limit (JB-R21).
    TieBound,
    /// The Head Elf may not rule on its own duel (JB-32).
    Dispute,
    /// The Head Elf's clock ran out.
    VerdictClock,
}

/// One of the two duelists.
// JB-23
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The seat that attacks.
    Challenger,
    /// The seat that is attacked, and chooses the method.
    Defender,
}

impl Side {
    /// Both of them.
    pub const BOTH: [Self; 2] = [Self::Challenger, Self::Defender];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Challenger => Self::Defender,
            Self::Defender => Self::Challenger,
        }
    }
}

/// One value for each of the two duelists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pair<T> {
    /// The Challenger's.
    pub challenger: T,
    /// The Defender's.
    pub defender: T,
}

impl<T> Pair<T> {
    /// The value of one side.
    #[must_use]
    pub const fn of(&self, side: Side) -> &T {
        match side {
            Side::Challenger => &self.challenger,
            Side::Defender => &self.defender,
        }
    }

    /// Applies `value` to both.
    pub(crate) fn map<U>(&self, value: impl Fn(&T) -> U) -> Pair<U> {
        Pair {
            challenger: value(&self.challenger),
            defender: value(&self.defender),
        }
    }

    /// The value of one side, mutable.
    pub(crate) const fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Challenger => &mut self.challenger,
            Side::Defender => &mut self.defender,
        }
    }
}

impl<T: Ord> Pair<T> {
    /// The side with the higher value; `None` if they are equal.
    pub(crate) fn higher(&self) -> Option<Side> {
        match self.challenger.cmp(&self.defender) {
            std::cmp::Ordering::Greater => Some(Side::Challenger),
            std::cmp::Ordering::Less => Some(Side::Defender),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Pair<Throw> {
    /// The side with the winning throw; `None` if they are equal.
    // JB-28
    pub(crate) fn beaten(self) -> Option<Side> {
        if self.challenger == self.defender {
            None
        } else if self.challenger.beats() == self.defender {
            Some(Side::Challenger)
        } else {
            Some(Side::Defender)
        }
    }
}
