//! The seven rounds and their auctions.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::{Skill, Slot};

/// A round, 1 to 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(try_from = "u8", into = "u8")]
#[wire(try_from)]
pub struct Round(u8);

impl Round {
    /// The first one.
    pub const FIRST: Self = Self(1);
    /// The last one, after which the match is scored.
    pub const LAST: Self = Self(7);
    /// All rounds, in order.
    pub const ALL: [Self; 7] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The round with this number, or `None` outside 1 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=7 => Some(Self(number)),
            _ => None,
        }
    }

    /// Its number, 1 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The round after this one; `None` after the last.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        Self::new(self.0.saturating_add(1))
    }

    /// The round before this one; `None` before the first.
    #[must_use]
    pub const fn previous(self) -> Option<Self> {
        Self::new(self.0.saturating_sub(1))
    }

    /// The skills that it auctions, in slot order (section 1.1).
    // GM-2
    #[must_use]
    pub const fn list(self) -> &'static [Skill] {
        use Skill as S;
        match self.0 {
            1 => &[
                S::GarnetPouch,
                S::GarnetReplenish,
                S::GarnetThief,
                S::MaxBidUp,
                S::MaxBidDown,
                S::SecretBook,
                S::RightArm,
            ],
            2 => &[
                S::GarnetPouch,
                S::GarnetReplenish,
                S::GarnetBonanza,
                S::GodDefyingWill,
                S::EyesOnThePrize,
                S::LeftArm,
            ],
            3 => &[
                S::GarnetChest,
                S::WhispersOfTheVortex,
                S::GarnetBonanza,
                S::CorrosiveGreed,
                S::SkillNullify,
            ],
            4 => &[
                S::GarnetChest,
                S::GarnetBonanza,
                S::PhantomThieves,
                S::CorrosiveGreed,
                S::MaxBidDown,
            ],
            5 => &[S::GarnetBank, S::EvenSteven, S::OverwhelmingSadness, S::DarkRitual],
            6 => &[S::GarnetBank, S::SkillThief, S::Baller, S::RightLeg, S::LeftLeg],
            _ => &[
                S::GarnetVault,
                S::Treachery,
                S::Supernova,
                S::Morphogenetics,
                S::Desecration,
                S::Exodia,
            ],
        }
    }

    /// Its auctions, in slot order.
    pub fn auctions(self) -> impl Iterator<Item = (Slot, Skill)> {
        Slot::all().zip(self.list().iter().copied())
    }

    /// The slot of `skill` in this round, if it is auctioned.
    #[must_use]
    pub fn slot_of(self, skill: Skill) -> Option<Slot> {
        self.auctions()
            .find(|(_, listed)| *listed == skill)
            .map(|(slot, _)| slot)
    }

    /// The skill that it auctions in `slot`, if it has that slot.
    #[must_use]
    pub fn skill_in(self, slot: Slot) -> Option<Skill> {
        self.auctions()
            .find(|(listed, _)| *listed == slot)
            .map(|(_, skill)| skill)
    }
}

impl TryFrom<u8> for Round {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("rounds are 1 to 7")
    }
}

impl From<Round> for u8 {
    fn from(round: Round) -> Self {
        round.number()
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}", self.0)
    }
}
