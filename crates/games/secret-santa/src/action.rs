//! Actions as seats request them, and as validation returns them.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::{
    components::{DealFirst, Scope, Special, Standing},
    state::{Answer, Laid, Sealed},
};

/// An action as a seat requests it. It can be invalid: the checks of the specification, section 6, validate it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Action {
    /// The Fruitcake: the seat gives one of its gifts to another seat (SS-58).
    PlayFruitcake {
        /// The recipient; `None` if omitted.
        recipient: Option<SeatIndex>,
        /// The value of the gift; 0 if omitted.
        value: u32,
    },
    /// A set of gifts, with optional Elves and Santa (SS-12, SS-14).
    PlayGifts {
        /// Their value; 0 if omitted.
        value: u32,
        /// The number of real gifts.
        gifts: u32,
        /// The number of Elves.
        elves: u32,
        /// Whether Santa comes with them.
        with_santa: bool,
        /// Whether "Final Gift!" is declared (SS-48).
        final_gift: bool,
    },
    /// Special cards as gifts of value 0 (SS-29).
    PlayZeros {
        /// The cards in any order; `None` for one that is unset or unknown.
        cards: Vec<Option<Special>>,
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// Santa alone (SS-33).
    PlaySanta {
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// No more turns in this round (SS-15).
    #[wire(as = PassTurn, message = Pass)]
    Pass,
    /// Christmas Carol (SS-44).
    PlayCarol {
        /// The seat to swap places with; `None` if omitted.
        other: Option<SeatIndex>,
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// A Mouse (SS-45).
    PlayMouse {
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// Ghost of Christmas Present (SS-46).
    PlayGhost {
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// Christmas Tree (SS-63).
    PlayTree {
        /// The first receiver; `None` if omitted or unknown.
        deal_first: Option<DealFirst>,
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// Scrooge (SS-64).
    PlayScrooge {
        /// The seat that must pass in the next round; `None` if omitted.
        target: Option<SeatIndex>,
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// No card in a window (SS-39, SS-40).
    Decline {
        /// How long the seat declines; `None` if unknown.
        scope: Option<Scope>,
    },
    /// The end of the seat's own standing decline (SS-75).
    WithdrawDecline,
}

impl Action {
    /// The action that requests an answer; `standing` is the seat's standing decline.
    // SS-R70
    pub(crate) fn answering(answer: Answer, standing: Option<Standing>) -> Self {
        match answer {
            Answer::Declined => Self::Decline {
                scope: Some(Scope::of(standing)),
            },
            Answer::Card(sealed) => Self::playing(sealed),
        }
    }

    fn playing(card: Sealed) -> Self {
        match card {
            Sealed::Fruitcake { recipient, gift } => Self::PlayFruitcake {
                recipient: Some(recipient),
                value: u32::from(gift.get()),
            },
            Sealed::Carol { other, declares } => Self::PlayCarol {
                other: Some(other),
                final_gift: declares,
            },
            Sealed::Mouse { declares } => Self::PlayMouse { final_gift: declares },
            Sealed::Ghost { declares } => Self::PlayGhost { final_gift: declares },
            Sealed::Tree { deal_first, declares } => Self::PlayTree {
                deal_first: Some(deal_first),
                final_gift: declares,
            },
            Sealed::Scrooge { target, declares } => Self::PlayScrooge {
                target: Some(target),
                final_gift: declares,
            },
        }
    }
}

/// A validated decision, ready to commit.
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
}

tinsel_engine::redacted!(Action, Move);

/// The decision.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// A turn.
    Took(Took),
    /// An answer in a window, with the standing decline that results.
    Answered(Answer, Option<Standing>),
    /// The standing decline is withdrawn.
    Withdrew,
}

/// A turn that a seat took.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Took {
    /// The seat laid gifts or zeros, possibly with Santa.
    Laid { laid: Laid, santa: bool, declares: bool },
    /// The seat played Santa alone.
    Santa { declares: bool },
    /// The seat played no card.
    Passed,
}
