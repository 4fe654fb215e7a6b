//! The kinds of skills.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of skill. The order is the canonical one: of first appearance in the rounds, Grunko Pop last.
///
/// Numbers are those without a Secret Book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Skill {
    /// The winner earns 10 garnets (GM-50).
    GarnetPouch,
    /// The holder earns 1 garnet at each round's end (GM-51).
    GarnetReplenish,
    /// Used once: takes up to 3 garnets from a seat (GM-52).
    GarnetThief,
    /// The holder's max bid is 1 higher (GM-53).
    MaxBidUp,
    /// The holder's max bid is 1 lower (GM-54).
    MaxBidDown,
    /// The integers of the holder's skills are 1 higher (GM-55).
    SecretBook,
    /// A piece of the set (GM-56).
    RightArm,
    /// All seats earn 5 garnets (GM-57).
    GarnetBonanza,
    /// The holder may discard a Grunko Pop a round for a garnet (GM-58).
    GodDefyingWill,
    /// The holder bids on one skill at most (GM-59).
    EyesOnThePrize,
    /// A piece of the set (GM-56).
    LeftArm,
    /// The winner earns 15 garnets (GM-60).
    GarnetChest,
    /// The winner learns about the Death Match (GM-61).
    WhispersOfTheVortex,
    /// The holder's bids must leave it 5 garnets (GM-62).
    CorrosiveGreed,
    /// Its winner nullifies the kind it named (GM-63).
    SkillNullify,
    /// The holder designates a seat whose bids beyond slot 1 are ignored (GM-64).
    PhantomThieves,
    /// The winner earns 20 garnets (GM-65).
    GarnetBank,
    /// The holder bids even amounts only (GM-66).
    EvenSteven,
    /// The winner cannot bid in the next round, and gets no Grunko Pop for it (GM-67).
    OverwhelmingSadness,
    /// The winner loses all its garnets, and may later win an auction with a bid of 0 (GM-68).
    DarkRitual,
    /// Used once: takes a skill from a seat (GM-69).
    SkillThief,
    /// The winner is the cool baller (GM-70).
    Baller,
    /// A piece of the set (GM-56).
    RightLeg,
    /// A piece of the set (GM-56).
    LeftLeg,
    /// The winner earns 30 garnets (GM-71).
    GarnetVault,
    /// The winner and the seat it named gain a Grunko Pop each (GM-72).
    Treachery,
    /// All seats but the winner earn 15 garnets (GM-73).
    Supernova,
    /// Who bids on it and fails gains what the winner paid (GM-74).
    Morphogenetics,
    /// The holder's Grunko Pops count 17 (GM-75).
    Desecration,
    /// The fifth piece of the set (GM-76).
    Exodia,
    /// Counts 20 garnets at the end; never auctioned (GM-77).
    GrunkoPop,
}

impl Skill {
    /// All kinds, in canonical order.
    pub const ALL: [Self; 31] = [
        Self::GarnetPouch,
        Self::GarnetReplenish,
        Self::GarnetThief,
        Self::MaxBidUp,
        Self::MaxBidDown,
        Self::SecretBook,
        Self::RightArm,
        Self::GarnetBonanza,
        Self::GodDefyingWill,
        Self::EyesOnThePrize,
        Self::LeftArm,
        Self::GarnetChest,
        Self::WhispersOfTheVortex,
        Self::CorrosiveGreed,
        Self::SkillNullify,
        Self::PhantomThieves,
        Self::GarnetBank,
        Self::EvenSteven,
        Self::OverwhelmingSadness,
        Self::DarkRitual,
        Self::SkillThief,
        Self::Baller,
        Self::RightLeg,
        Self::LeftLeg,
        Self::GarnetVault,
        Self::Treachery,
        Self::Supernova,
        Self::Morphogenetics,
        Self::Desecration,
        Self::Exodia,
        Self::GrunkoPop,
    ];

    /// The kinds that are auctioned, in canonical order: all but Grunko Pop.
    #[must_use]
    pub fn auctioned() -> impl ExactSizeIterator<Item = Self> {
        Self::ALL.into_iter().take(Self::GrunkoPop.index())
    }

    /// The five pieces of the Forbidden One.
    // GM-94
    pub const FORBIDDEN_ONE: [Self; 5] = [
        Self::RightArm,
        Self::LeftArm,
        Self::RightLeg,
        Self::LeftLeg,
        Self::Exodia,
    ];

    /// Its place in the canonical order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name for players.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::GarnetPouch => "Garnet Pouch",
            Self::GarnetReplenish => "Garnet Replenish",
            Self::GarnetThief => "Garnet Thief",
            Self::MaxBidUp => "Max Bid Up",
            Self::MaxBidDown => "Max Bid Down",
            Self::SecretBook => "Secret Book",
            Self::RightArm => "Right Arm of the Forbidden One",
            Self::GarnetBonanza => "Garnet Bonanza",
            Self::GodDefyingWill => "God-Defying Will",
            Self::EyesOnThePrize => "Eyes on the Prize",
            Self::LeftArm => "Left Arm of the Forbidden One",
            Self::GarnetChest => "Garnet Chest",
            Self::WhispersOfTheVortex => "Whispers of the Vortex",
            Self::CorrosiveGreed => "Corrosive Greed",
            Self::SkillNullify => "Skill Nullify",
            Self::PhantomThieves => "Phantom Thieves of Hearts",
            Self::GarnetBank => "Garnet Bank",
            Self::EvenSteven => "Even Steven",
            Self::OverwhelmingSadness => "Overwhelming Sadness",
            Self::DarkRitual => "Dark Ritual",
            Self::SkillThief => "Skill Thief",
            Self::Baller => "Baller",
            Self::RightLeg => "Right Leg of the Forbidden One",
            Self::LeftLeg => "Left Leg of the Forbidden One",
            Self::GarnetVault => "Garnet Vault",
            Self::Treachery => "Treachery",
            Self::Supernova => "Supernova",
            Self::Morphogenetics => "Morphogenetics",
            Self::Desecration => "Desecration of the Idols",
            Self::Exodia => "Exodia the Forbidden One",
            Self::GrunkoPop => "Grunko Pop",
        }
    }

    /// Its name in the specification.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::GarnetPouch => "GARNET_POUCH",
            Self::GarnetReplenish => "GARNET_REPLENISH",
            Self::GarnetThief => "GARNET_THIEF",
            Self::MaxBidUp => "MAX_BID_UP",
            Self::MaxBidDown => "MAX_BID_DOWN",
            Self::SecretBook => "SECRET_BOOK",
            Self::RightArm => "RIGHT_ARM",
            Self::GarnetBonanza => "GARNET_BONANZA",
            Self::GodDefyingWill => "GOD_DEFYING_WILL",
            Self::EyesOnThePrize => "EYES_ON_THE_PRIZE",
            Self::LeftArm => "LEFT_ARM",
            Self::GarnetChest => "GARNET_CHEST",
            Self::WhispersOfTheVortex => "WHISPERS_OF_THE_VORTEX",
            Self::CorrosiveGreed => "CORROSIVE_GREED",
            Self::SkillNullify => "SKILL_NULLIFY",
            Self::PhantomThieves => "PHANTOM_THIEVES",
            Self::GarnetBank => "GARNET_BANK",
            Self::EvenSteven => "EVEN_STEVEN",
            Self::OverwhelmingSadness => "OVERWHELMING_SADNESS",
            Self::DarkRitual => "DARK_RITUAL",
            Self::SkillThief => "SKILL_THIEF",
            Self::Baller => "BALLER",
            Self::RightLeg => "RIGHT_LEG",
            Self::LeftLeg => "LEFT_LEG",
            Self::GarnetVault => "GARNET_VAULT",
            Self::Treachery => "TREACHERY",
            Self::Supernova => "SUPERNOVA",
            Self::Morphogenetics => "MORPHOGENETICS",
            Self::Desecration => "DESECRATION",
            Self::Exodia => "EXODIA",
            Self::GrunkoPop => "GRUNKO_POP",
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
