//! Actions as seats request them, and as validation returns them.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::{
    components::{Distance, Letter, NotationError, Phase, Present, PresentRef},
    text::{Notation, saved_as_text},
};

tinsel_engine::redacted!(Action, Replacement, Selection, Three, Swap, Passing, Move, Submission);

/// An action as a seat requests it. It can be invalid: the checks of the specification, section 6, validate it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Action {
    /// Five letters for the pregame.
    SelectPresents {
        /// The letters, in any order; `None` for one that is unset or unknown.
        letters: Vec<Option<Letter>>,
    },
    /// Three presents for the three below, and in rounds 2 and 3 a replacement.
    PassPresents {
        /// For the first, second and third below, in this order.
        passes: Vec<PresentRef>,
        /// The replacement, if the field is set.
        replacement: Option<Replacement>,
    },
    /// Three presents from the three above.
    StealPresents {
        /// From the first, second and third above, in this order.
        steals: Vec<PresentRef>,
    },
}

/// A kept present to swap for a new one. It can be invalid.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
pub struct Replacement {
    /// The present that leaves the game.
    pub discard: Option<PresentRef>,
    /// The letter that enters the game; `None` if unset or unknown.
    pub take: Option<Letter>,
}

impl Action {
    /// The phase it belongs to.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match self {
            Self::SelectPresents { .. } => Phase::PregameSelection,
            Self::PassPresents { .. } => Phase::Passing,
            Self::StealPresents { .. } => Phase::Stealing,
        }
    }
}

/// Five different letters from A–J, in order of the alphabet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selection([Letter; 5]);

impl Selection {
    /// The default selection of an inactive seat (PM-R77).
    pub const DEFAULT: Self = Self([Letter::A, Letter::B, Letter::C, Letter::D, Letter::E]);

    /// The selection of these letters, in any order; `None` unless they are different and from A–J.
    #[must_use]
    pub fn new(letters: [Letter; 5]) -> Option<Self> {
        let Self(sorted) = Self::sorted(letters);
        let differ = sorted.windows(2).all(|pair| pair.first() != pair.last());
        (differ && sorted.iter().all(|letter| letter.is_starting())).then_some(Self(sorted))
    }

    /// The selection of these letters, which are different and from A–J.
    pub(crate) fn sorted(mut letters: [Letter; 5]) -> Self {
        letters.sort_unstable();
        Self(letters)
    }

    /// The letters, in order.
    #[must_use]
    pub const fn letters(&self) -> &[Letter; 5] {
        &self.0
    }

    /// Whether the selection contains `letter`.
    #[must_use]
    pub fn has(&self, letter: Letter) -> bool {
        self.0.contains(&letter)
    }

    /// The action that requests it.
    #[must_use]
    pub fn action(&self) -> Action {
        Action::SelectPresents {
            letters: self.0.map(Some).to_vec(),
        }
    }
}

impl Notation for Selection {
    fn write<W: Write>(&self, text: &mut W) -> fmt::Result {
        self.0.iter().try_for_each(|letter| text.write_char(letter.symbol()))
    }
}

impl FromStr for Selection {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let letters: Option<Vec<Letter>> = text.chars().map(Letter::from_symbol).collect();
        let letters = letters.and_then(|letters| <[Letter; 5]>::try_from(letters).ok());
        let selection = letters.and_then(Self::new);
        selection.ok_or(NotationError("five different letters from A to J"))
    }
}

saved_as_text!(Selection);

/// Three presents, for or from the first, second and third seat below or above.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Three(pub [Present; 3]);

impl Three {
    /// The present that goes over `distance`.
    #[must_use]
    pub fn over(&self, distance: Distance) -> Present {
        *distance.of(&self.0)
    }

    /// Their references, as players write them.
    #[must_use]
    pub fn references(&self) -> Vec<PresentRef> {
        self.0.map(Present::reference).to_vec()
    }

    /// The action that requests to steal them.
    #[must_use]
    pub fn steal(&self) -> Action {
        Action::StealPresents {
            steals: self.references(),
        }
    }
}

impl Notation for Three {
    fn write<W: Write>(&self, text: &mut W) -> fmt::Result {
        crate::components::spaced(text, &self.0)
    }
}

impl FromStr for Three {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        crate::components::row(text).map(Self)
    }
}

saved_as_text!(Three);

/// A seat's replacement in round 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = SeatReplacement, entry)]
pub struct Swap {
    /// The present that leaves the game.
    pub discard: Present,
    /// The letter that enters the game.
    pub take: Letter,
}

/// A seat's passes in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Passing {
    /// For the first, second and third below.
    pub presents: Three,
    /// The replacement; `Some` exactly in rounds 2 and 3.
    // PM-R35
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<Swap>,
}

impl Passing {
    /// The action that requests it.
    #[must_use]
    pub fn action(&self) -> Action {
        Action::PassPresents {
            passes: self.presents.references(),
            replacement: self.swap.map(|swap| Replacement {
                discard: Some(swap.discard.reference()),
                take: Some(swap.take),
            }),
        }
    }
}

/// A sealed submission, with a mark whether it is a default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sealed<T> {
    /// The submission.
    pub content: T,
    /// Whether this is the default of an inactive seat.
    #[serde(rename = "defaulted", default, skip_serializing_if = "is_false")]
    pub by_default: bool,
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed(…)")
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_false(mark: &bool) -> bool {
    !*mark
}

/// A validated submission, ready to commit.
pub struct Move {
    seat: SeatIndex,
    submission: Submission,
    by_default: bool,
}

impl Move {
    /// A validated submission that the seat requested.
    pub(crate) const fn asked(seat: SeatIndex, submission: Submission) -> Self {
        Self {
            seat,
            submission,
            by_default: false,
        }
    }

    /// The default of a seat that owes a decision.
    pub(crate) const fn default_of(seat: SeatIndex, submission: Submission) -> Self {
        Self {
            seat,
            submission,
            by_default: true,
        }
    }

    pub(crate) const fn seat(&self) -> SeatIndex {
        self.seat
    }

    pub(crate) const fn submission(&self) -> &Submission {
        &self.submission
    }

    pub(crate) const fn by_default(&self) -> bool {
        self.by_default
    }
}

/// The submission, by phase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Submission {
    Selection(Selection),
    Passing(Passing),
    Stealing(Three),
}

impl Submission {
    /// The action that requests it.
    pub(crate) fn action(&self) -> Action {
        match self {
            Self::Selection(selection) => selection.action(),
            Self::Passing(passing) => passing.action(),
            Self::Stealing(three) => three.steal(),
        }
    }
}
