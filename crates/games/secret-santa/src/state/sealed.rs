//! Answers in windows. Nobody but their seat sees them before all are in.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};

use crate::components::{DealFirst, Gift, Special};

/// The answers of an open window; a seat that has not answered, or is not asked, has none.
pub(crate) type Answers = BySeat<Option<Answer>>;

/// An answer in a window.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// No card, by hand, by default or by a standing decline.
    Declined,
    /// A card, which stays in the hand until it takes effect.
    Card(Sealed),
}

/// A card that was answered with.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Sealed {
    Fruitcake { recipient: SeatIndex, gift: Gift },
    Carol { other: SeatIndex, declares: bool },
    Mouse { declares: bool },
    Ghost { declares: bool },
    Tree { deal_first: DealFirst, declares: bool },
    Scrooge { target: SeatIndex, declares: bool },
}

impl Answer {
    /// The card, if it is one.
    pub(crate) const fn card(self) -> Option<Sealed> {
        match self {
            Self::Declined => None,
            Self::Card(sealed) => Some(sealed),
        }
    }
}

impl Sealed {
    /// Which card it is.
    pub(crate) const fn special(self) -> Special {
        match self {
            Self::Fruitcake { .. } => Special::Fruitcake,
            Self::Carol { .. } => Special::Carol,
            Self::Mouse { .. } => Special::Mouse,
            Self::Ghost { .. } => Special::Ghost,
            Self::Tree { .. } => Special::Tree,
            Self::Scrooge { .. } => Special::Scrooge,
        }
    }
}

/// No answer yet.
pub(crate) fn nothing_answered(seats: SeatCount) -> Answers {
    BySeat::from_fn(seats, |_| None)
}

/// Whether all of these seats have answered.
pub(crate) fn all_answered(answers: &Answers, eligible: SeatSet) -> bool {
    let answered = answered(answers);
    eligible.iter().all(|seat| answered.contains(seat))
}

/// The seats that have answered.
pub(crate) fn answered(answers: &Answers) -> SeatSet {
    let there = answers.enumerate().filter(|(_, answer)| answer.is_some());
    there.map(|(seat, _)| seat).collect()
}
