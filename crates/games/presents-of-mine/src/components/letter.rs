//! The fourteen letters.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

/// The letter of a present, which decides its ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum Letter {
    /// Average.
    A,
    /// Bonus.
    B,
    /// Chain.
    C,
    /// Diameter.
    D,
    /// Egg.
    E,
    /// Fruit.
    F,
    /// Golden.
    G,
    /// Help.
    H,
    /// Inversion.
    I,
    /// Jinx.
    J,
    /// Kaboom; enters in round 2.
    K,
    /// Limiting; enters in round 2.
    L,
    /// Musky; enters in round 3.
    M,
    /// Nebulizer; enters in round 3.
    N,
}

impl Letter {
    /// All letters.
    pub const ALL: [Self; 14] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
        Self::I,
        Self::J,
        Self::K,
        Self::L,
        Self::M,
        Self::N,
    ];

    /// The letters that seats can select before the first round.
    // PM-10
    pub const STARTING: [Self; 10] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
        Self::I,
        Self::J,
    ];

    /// Whether seats can select it before the first round.
    #[must_use]
    pub fn is_starting(self) -> bool {
        self <= Self::J
    }

    /// The letter itself.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
            Self::C => 'C',
            Self::D => 'D',
            Self::E => 'E',
            Self::F => 'F',
            Self::G => 'G',
            Self::H => 'H',
            Self::I => 'I',
            Self::J => 'J',
            Self::K => 'K',
            Self::L => 'L',
            Self::M => 'M',
            Self::N => 'N',
        }
    }

    /// The letter written as `symbol`.
    #[must_use]
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|letter| letter.symbol() == symbol)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.symbol())
    }
}
