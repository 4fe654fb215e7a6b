//! What a seat asks for, and what it becomes once judged.

use serde::{Deserialize, Serialize};
use tinsel_engine::SeatIndex;

use crate::{
    components::{DealFirst, Scope, Special, Standing},
    state::{Answer, Laid, Sealed},
};

/// What a seat asks for. Can hold nonsense; it is judged by the checks of the specification, section 6.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// The Fruitcake: a gift of one's own goes to somebody else (SS-58).
    PlayFruitcake {
        /// To whom; `None` if it was left out.
        recipient: Option<SeatIndex>,
        /// Of which value; 0 if it was left out.
        value: u32,
    },
    /// A set of gifts, perhaps with Elves and Santa (SS-12, SS-14).
    PlayGifts {
        /// Their value; 0 if it was left out.
        value: u32,
        /// How many real gifts.
        gifts: u32,
        /// How many Elves.
        elves: u32,
        /// Whether Santa comes with them.
        with_santa: bool,
        /// Whether "Final Gift!" is declared (SS-48).
        final_gift: bool,
    },
    /// Special cards as gifts of value 0 (SS-29).
    PlayZeros {
        /// The cards in any order, each of them `None` if it is unset or unknown.
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
    Pass,
    /// Christmas Carol (SS-44).
    PlayCarol {
        /// With whom to swap places; `None` if it was left out.
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
        /// With whom it begins; `None` if that was left out or unknown.
        deal_first: Option<DealFirst>,
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// Scrooge (SS-64).
    PlayScrooge {
        /// Who must pass in the next round; `None` if it was left out.
        target: Option<SeatIndex>,
        /// Whether "Final Gift!" is declared.
        final_gift: bool,
    },
    /// No card in a window (SS-39, SS-40).
    Decline {
        /// For how long; `None` if it is unknown.
        scope: Option<Scope>,
    },
    /// The end of one's own standing decline (SS-75).
    WithdrawDecline,
}

impl Action {
    /// The action that asks for an answer, by a seat whose standing decline is `standing`.
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

/// A decision that was judged and may be committed.
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
}

tinsel_engine::redacted!(Action, Move);

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// A turn.
    Took(Took),
    /// An answer in a window, and the standing decline that it gives.
    Answered(Answer, Option<Standing>),
    /// The standing decline is withdrawn.
    Withdrew,
}

/// What was done with a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Took {
    /// Gifts or zeros were laid, and perhaps Santa with them.
    Laid { laid: Laid, santa: bool, declares: bool },
    /// Santa was played alone.
    Santa { declares: bool },
    /// Nothing was played.
    Passed,
}
