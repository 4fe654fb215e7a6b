//! What a seat may do now, as data (section 6.1).

#[cfg(feature = "testkit")]
mod allows;
mod ground;
mod offer;

use crate::components::{Character, Die, FaceAction, Piece, Point, Slot, Times};

pub use ground::{Area, Ground, Shape};
pub(crate) use offer::legal;

/// What a viewer may do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Legal {
    /// Nothing: the viewer owes no decision.
    Nothing,
    /// `PICK_CHARACTER`: one of these, in canonical order.
    Pick {
        /// The face-up pool.
        pool: Vec<Character>,
    },
    /// `DEPLOY` within this.
    Deploy(Box<Deploying>),
    /// `REROLL`: any of the dice with indices below this.
    Reroll {
        /// How many dice the pool has.
        pool_size: u8,
    },
    /// `ALLOCATE`: two dice to each.
    Allocate {
        /// What the pool shows, by index.
        pool: Vec<Die>,
        /// The characters in play, in canonical order.
        characters: Vec<Character>,
    },
    /// One of the actions of the action phase.
    Act(Box<Acting>),
    /// `THROW_AGAIN` at a target that is legal, or `SKIP`.
    ThrowAgain {
        /// Who throws.
        character: Character,
        /// All targets, legal or not.
        targets: Vec<Target>,
    },
    /// `MOVE_AGAIN`, or `SKIP`.
    MoveAgain {
        /// Who moves.
        character: Character,
        /// Where to.
        area: Area,
    },
    /// `REACT`: one of these, or `TAKE_HIT`.
    React {
        /// Which dice of the target dodge, as which value; ascending.
        dodges: Vec<Dodge>,
        /// With which of his dice Robert can take the hit; ascending.
        intercepts: Vec<Slot>,
    },
    /// `RETURN`: a free spot on the home edge for each.
    Return {
        /// Who, in canonical order, and where.
        places: Vec<Homecoming>,
        /// How far apart two of them are at least: 2·rc.
        apart: i32,
    },
}

/// Where a snowman and its team can be deployed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deploying {
    /// Who is to be placed beside the snowman, in canonical order.
    pub characters: Vec<Character>,
    /// Where the snowman can be.
    pub snowman: Ground,
    /// Where each character can be, as far as the field and what stands on it say.
    pub team: Ground,
    /// How far a character is from its snowman at least: rs + rc.
    pub contact_least: i32,
    /// How far it is at most: rs + rc + gap.
    pub contact_most: i32,
    /// How far apart two characters are at least: 2·rc.
    pub apart: i32,
}

/// What can be done in the action phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acting {
    /// Characters with dice, in canonical order.
    pub characters: Vec<CharacterActing>,
    /// Whom Paul can throw two dice at once at: all targets, legal or not; `None` if he cannot.
    pub double_throw: Option<Vec<Target>>,
    /// With which of her dice Bianca can make whom roll again: by slot.
    pub force_rerolls: Vec<Aimed>,
    /// With which of her dice Natasha can swap places with whom: by slot.
    pub swaps: Vec<Aimed>,
    /// With which of her dice Emily can hit the snowman; ascending.
    pub rushes: Vec<Slot>,
}

/// What can be done with the dice of a character. Each of them can be discarded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterActing {
    /// Who.
    pub character: Character,
    /// Its dice, by slot.
    pub dice: Vec<DieActing>,
    /// All targets of its throws, legal or not; empty if none of its dice throws.
    pub targets: Vec<Target>,
    /// Where its moves can go; `None` if none of its dice moves.
    pub area: Option<Area>,
}

/// What can be done with a die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DieActing {
    /// Where it lies.
    pub slot: Slot,
    /// What it shows.
    pub value: Die,
    /// Its throws and moves, by value in use.
    pub uses: Vec<DieUse>,
}

/// A throw or a move with a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DieUse {
    /// The value in use.
    pub as_value: Die,
    /// Throw or move.
    pub action: FaceAction,
    /// Once or twice.
    pub times: Times,
}

/// A piece that a throw could aim at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Which.
    pub piece: Piece,
    /// The square of its distance, in mm².
    pub distance_squared: i64,
    /// Whether it is near enough.
    pub in_range: bool,
    /// Which obstacles are in the way, by index.
    pub obstacles: Vec<u8>,
    /// Which pieces are in the way: characters in canonical order, then snowmen by seat.
    pub pieces: Vec<Piece>,
}

impl Target {
    /// Whether nothing is in the way.
    #[must_use]
    pub const fn line_clear(&self) -> bool {
        self.obstacles.is_empty() && self.pieces.is_empty()
    }

    /// Whether it can be thrown at.
    #[must_use]
    pub const fn is_legal(&self) -> bool {
        self.in_range && self.line_clear()
    }
}

/// A die that dodges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dodge {
    /// Where it lies on the target's card.
    pub slot: Slot,
    /// What it shows.
    pub value: Die,
    /// As what it dodges.
    pub as_value: Die,
}

/// A die that an ability can be used with, and on whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aimed {
    /// Which die.
    pub slot: Slot,
    /// On whom, in canonical order; never empty.
    pub targets: Vec<Character>,
}

/// Where a character can come back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Homecoming {
    /// Who.
    pub character: Character,
    /// The line along the home edge.
    pub x: i32,
    /// The free stretches of it as they are now, ascending: from and to, both included; none touches the next.
    pub free: Vec<(i32, i32)>,
}

impl Homecoming {
    /// Whether this y is free now.
    #[must_use]
    pub fn has(&self, y: i32) -> bool {
        self.free.iter().any(|(from, to)| (*from..=*to).contains(&y))
    }

    /// The spot at this y.
    #[must_use]
    pub const fn at(&self, y: i32) -> Point {
        Point::new(self.x, y)
    }
}
