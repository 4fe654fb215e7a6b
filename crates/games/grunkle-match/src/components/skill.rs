//! The kinds of skills.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

/// The text in lower case; nothing if its length is not `N`.
const fn lower<const N: usize>(text: &str) -> [u8; N] {
    let mut lower = match text.as_bytes().first_chunk() {
        Some(text) => *text,
        None => [b' '; N],
    };
    lower.make_ascii_lowercase();
    lower
}

/// Declares the kinds, one row each: its effect, its name in the code, its name in the specification and in saved
/// states, its name for players.
macro_rules! skills {
    ($($(#[$meaning:meta])* $kind:ident = $id:literal, $title:literal;)+) => {
        /// A kind of skill. The canonical order is that of first appearance in the rounds, with Grunko Pop last.
        ///
        /// The numbers in the descriptions apply without a Secret Book.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
        pub enum Skill {
            $($(#[$meaning])* #[serde(rename = $id)] $kind,)+
        }

        impl Skill {
            /// All kinds, in canonical order.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$kind),+];

            /// Its name for players.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)+
                }
            }

            /// The ID of its component, such as `skill.garnet_pouch`.
            pub(crate) const fn component(self) -> &'static str {
                match self {
                    $(Self::$kind => {
                        const ID: [u8; concat!("skill.", $id).len()] = lower(concat!("skill.", $id));
                        match std::str::from_utf8(&ID) {
                            Ok(id) => id,
                            Err(_) => $id,
                        }
                    })+
                }
            }

            /// Its name in the specification.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$kind => $id,)+
                }
            }
        }
    };
}

skills! {
    /// The winner earns 10 garnets (GM-50).
    GarnetPouch = "GARNET_POUCH", "Garnet Pouch";
    /// The holder earns 1 garnet at each round's end (GM-51).
    GarnetReplenish = "GARNET_REPLENISH", "Garnet Replenish";
    /// Used once: takes up to 3 garnets from a seat (GM-52).
    GarnetThief = "GARNET_THIEF", "Garnet Thief";
    /// The holder's max bid is 1 higher (GM-53).
    MaxBidUp = "MAX_BID_UP", "Max Bid Up";
    /// The holder's max bid is 1 lower (GM-54).
    MaxBidDown = "MAX_BID_DOWN", "Max Bid Down";
    /// The integers of the holder's skills are 1 higher (GM-55).
    SecretBook = "SECRET_BOOK", "Secret Book";
    /// A piece of the set (GM-56).
    RightArm = "RIGHT_ARM", "Right Arm of the Forbidden One";
    /// All seats earn 5 garnets (GM-57).
    GarnetBonanza = "GARNET_BONANZA", "Garnet Bonanza";
    /// The holder may discard a Grunko Pop a round for a garnet (GM-58).
    GodDefyingWill = "GOD_DEFYING_WILL", "God-Defying Will";
    /// The holder bids on one skill at most (GM-59).
    EyesOnThePrize = "EYES_ON_THE_PRIZE", "Eyes on the Prize";
    /// A piece of the set (GM-56).
    LeftArm = "LEFT_ARM", "Left Arm of the Forbidden One";
    /// The winner earns 15 garnets (GM-60).
    GarnetChest = "GARNET_CHEST", "Garnet Chest";
    /// The winner learns about the Death Match (GM-61).
    WhispersOfTheVortex = "WHISPERS_OF_THE_VORTEX", "Whispers of the Vortex";
    /// The holder's bids must leave it 5 garnets (GM-62).
    CorrosiveGreed = "CORROSIVE_GREED", "Corrosive Greed";
    /// Its winner nullifies the kind it named (GM-63).
    SkillNullify = "SKILL_NULLIFY", "Skill Nullify";
    /// The holder designates a seat; bids of that seat beyond slot 1 do not count (GM-64).
    PhantomThieves = "PHANTOM_THIEVES", "Phantom Thieves of Hearts";
    /// The winner earns 20 garnets (GM-65).
    GarnetBank = "GARNET_BANK", "Garnet Bank";
    /// The holder bids even amounts only (GM-66).
    EvenSteven = "EVEN_STEVEN", "Even Steven";
    /// The winner cannot bid in the next round, and gets no Grunko Pop for it (GM-67).
    OverwhelmingSadness = "OVERWHELMING_SADNESS", "Overwhelming Sadness";
    /// The winner loses all its garnets, and may later win an auction with a bid of 0 (GM-68).
    DarkRitual = "DARK_RITUAL", "Dark Ritual";
    /// Used once: takes a skill from a seat (GM-69).
    SkillThief = "SKILL_THIEF", "Skill Thief";
    /// The winner is the cool baller (GM-70).
    Baller = "BALLER", "Baller";
    /// A piece of the set (GM-56).
    RightLeg = "RIGHT_LEG", "Right Leg of the Forbidden One";
    /// A piece of the set (GM-56).
    LeftLeg = "LEFT_LEG", "Left Leg of the Forbidden One";
    /// The winner earns 30 garnets (GM-71).
    GarnetVault = "GARNET_VAULT", "Garnet Vault";
    /// The winner and the seat it named gain a Grunko Pop each (GM-72).
    Treachery = "TREACHERY", "Treachery";
    /// All seats but the winner earn 15 garnets (GM-73).
    Supernova = "SUPERNOVA", "Supernova";
    /// A seat with a failed bid on it gains the amount that the winner paid (GM-74).
    Morphogenetics = "MORPHOGENETICS", "Morphogenetics";
    /// The holder's Grunko Pops count 17 (GM-75).
    Desecration = "DESECRATION", "Desecration of the Idols";
    /// The fifth piece of the set (GM-76).
    Exodia = "EXODIA", "Exodia the Forbidden One";
    /// Counts 20 garnets at the end; never auctioned (GM-77).
    GrunkoPop = "GRUNKO_POP", "Grunko Pop";
}

impl Skill {
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
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
