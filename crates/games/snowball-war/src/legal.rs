//! The legal actions of a seat, as data (section 6.1).

mod offer;
pub(crate) mod places;

use tinsel_engine::Wire;

use crate::{
    components::{Character, Die, FaceAction, LegalDodge, Piece, Point, Slot, Times},
    ground::{Area, Ground},
};

pub(crate) use offer::legal;

/// The actions that are available to a viewer now.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(oneof = decision)]
pub enum Legal {
    /// No action: the viewer has no pending decision.
    #[wire(unset)]
    Nothing,
    /// `PICK_CHARACTER`: one of these, in canonical order.
    #[wire(as = PickCharacter, message = LegalPick)]
    Pick {
        /// The face-up pool.
        pool: Vec<Character>,
    },
    /// `DEPLOY` within this.
    Deploy(Box<Deploying>),
    /// `REROLL`: any of the dice with indices below this.
    #[wire(message = LegalReroll)]
    Reroll {
        /// Number of dice in the pool.
        pool_size: u8,
    },
    /// `ALLOCATE`: two dice to each character.
    #[wire(message = LegalAllocation)]
    Allocate {
        /// The values of the pool, by index.
        pool: Vec<Die>,
        /// The characters in play, in canonical order.
        characters: Vec<Character>,
    },
    /// One of the actions of the action phase.
    Act(Box<Acting>),
    /// `THROW_AGAIN` at a target that is legal, or `SKIP`.
    #[wire(message = LegalThrow)]
    ThrowAgain {
        /// The thrower.
        character: Character,
        /// All targets, legal or not.
        targets: Vec<Target>,
    },
    /// `MOVE_AGAIN`, or `SKIP`.
    #[wire(message = LegalMove)]
    MoveAgain {
        /// The character that moves.
        character: Character,
        /// The possible positions.
        area: Area,
    },
    /// `REACT`: one of these, or `TAKE_HIT`.
    #[wire(message = LegalReactions)]
    React {
        /// The target's dice that dodge, with their values in use; ascending.
        dodges: Vec<LegalDodge>,
        /// Robert's dice with which he can take the hit; ascending.
        intercepts: Vec<Slot>,
    },
    /// `RETURN`: a free spot on the home edge for each.
    #[wire(as = ReturnCharacters, message = LegalReturn)]
    Return {
        /// The characters, in canonical order, with their possible positions.
        places: Vec<Homecoming>,
        /// Minimum distance between two of them: 2·rc.
        apart: i32,
    },
}

/// The possible positions of a snowman and its team.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = LegalDeployment)]
pub struct Deploying {
    /// The characters to place beside the snowman, in canonical order.
    pub characters: Vec<Character>,
    /// The possible positions of the snowman.
    pub snowman: Ground,
    /// The possible positions of each character, by the field and the pieces on it.
    pub team: Ground,
    /// Minimum distance of a character to its snowman: rs + rc.
    pub contact_least: i32,
    /// Maximum distance of a character to its snowman: rs + rc + gap.
    pub contact_most: i32,
    /// Minimum distance between two characters: 2·rc.
    pub apart: i32,
}

/// The legal actions of the action phase.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = LegalActions)]
pub struct Acting {
    /// Characters with dice, in canonical order.
    pub characters: Vec<CharacterActing>,
    /// The targets of Paul's double throw, legal or not; `None` if he cannot make one.
    #[wire(with = crate::wire::double_throw)]
    pub double_throw: Option<Vec<Target>>,
    /// Bianca's dice that can force a re-roll, with the possible targets; by slot.
    pub force_rerolls: Vec<Aimed>,
    /// Natasha's dice that can swap places, with the possible team-mates; by slot.
    #[wire(as = swap_places)]
    pub swaps: Vec<Aimed>,
    /// Emily's dice that can hit the snowman; ascending.
    #[wire(as = rush_snowman)]
    pub rushes: Vec<Slot>,
}

/// The possible uses of the dice of a character. Each of them can also be discarded.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = CharacterActions)]
pub struct CharacterActing {
    /// The character.
    pub character: Character,
    /// Its dice, by slot.
    pub dice: Vec<DieActing>,
    /// All targets of its throws, legal or not; empty if none of its dice throws.
    pub targets: Vec<Target>,
    /// The possible ends of its moves; `None` if none of its dice moves.
    pub area: Option<Area>,
}

/// The possible uses of a die.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = DieActions)]
pub struct DieActing {
    /// Its slot.
    #[wire(as = die)]
    pub slot: Slot,
    /// Its value.
    pub value: Die,
    /// Its throws and moves, by value in use.
    pub uses: Vec<ValueUse>,
}

/// A throw or a move with a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
pub struct ValueUse {
    /// The value in use.
    pub as_value: Die,
    /// Throw or move.
    pub action: FaceAction,
    /// Once or twice.
    pub times: Times,
}

/// A possible target of a throw.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(also(line_clear = obstacles.is_empty() && pieces.is_empty()))]
pub struct Target {
    /// The piece.
    pub piece: Piece,
    /// The square of its distance, in mm².
    pub distance_squared: i64,
    /// Whether it is in range.
    pub in_range: bool,
    /// The blocking obstacles, by index.
    #[wire(as = blocked_by_obstacles)]
    pub obstacles: Vec<u8>,
    /// The blocking pieces: characters in canonical order, then snowmen by seat.
    #[wire(as = blocked_by_pieces)]
    pub pieces: Vec<Piece>,
}

impl Target {
    /// Whether the line is clear.
    #[must_use]
    pub const fn line_clear(&self) -> bool {
        self.obstacles.is_empty() && self.pieces.is_empty()
    }

    /// Whether it is a legal target.
    #[must_use]
    pub const fn is_legal(&self) -> bool {
        self.in_range && self.line_clear()
    }
}

/// A die for an ability, with the possible targets.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = LegalAbility)]
pub struct Aimed {
    /// The slot of the die.
    #[wire(as = die)]
    pub slot: Slot,
    /// The targets, in canonical order; never empty.
    pub targets: Vec<Character>,
}

/// The possible positions where a character returns.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
pub struct Homecoming {
    /// The character.
    pub character: Character,
    /// The x of the line along the home edge.
    pub x: i32,
    /// The free stretches of this line, ascending: from and to, both included; no stretch touches the next.
    #[wire(with = crate::wire::free)]
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
