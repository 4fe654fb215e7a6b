//! Answers in windows. Only its own seat sees an answer before the window resolves.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};

use crate::components::{DealFirst, Gift, Special};

/// The answers of an open window; `None` for a seat that has not answered, or is not eligible.
pub(crate) type Answers = BySeat<Option<Answer>>;

/// An answer in a window.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// No card, by action, by default or by a standing decline.
    Declined,
    /// A card, which stays in the hand until it takes effect.
    Card(Sealed),
}

/// The card of an answer.
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
    /// The card, if the answer is one.
    pub(crate) const fn card(self) -> Option<Sealed> {
        match self {
            Self::Declined => None,
            Self::Card(sealed) => Some(sealed),
        }
    }
}

impl Sealed {
    /// The kind of the card.
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
