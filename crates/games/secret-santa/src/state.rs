//! A running match as a value.

mod deal;
mod round;
mod sealed;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet};

pub(crate) use deal::Deal;
pub(crate) use round::Round;
pub use round::{Laid, Play, Used};
pub(crate) use sealed::{Answer, Answers, Sealed, all_answered, answered, nothing_answered};

use crate::{
    components::{Cards, Phase, Place, Points},
    config::Config,
};

/// A running match of Secret Santa. `Debug` shows nothing of it: no panic message and no log contains a hand, an answer
/// or a standing decline.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretSanta {
    pub(crate) config: Config,
    /// The places of the finished deals, the first deal first.
    pub(crate) sheet: Vec<BySeat<Place>>,
    /// The current deal; the last one once the match is over.
    pub(crate) deal: Deal,
    pub(crate) stage: Stage,
}

/// The phase of the match, with the data that exists only in this phase.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Every seat answers before the first round.
    Fruitcake { answers: Answers },
    /// A seat has its turn.
    Turn { seat: SeatIndex },
    /// Eligible seats answer to a turn.
    Holly { turn: Turn, answers: Answers },
    /// Eligible seats answer between two rounds.
    Snow { answers: Answers },
    /// The match is over.
    Over,
}

/// The turn that a Holly window answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    /// The seat of the turn.
    pub(crate) seat: SeatIndex,
    /// Whether it was a play that still stands.
    pub(crate) stands: bool,
}

tinsel_engine::redacted!(SecretSanta);

impl SecretSanta {
    /// The phase of the match.
    pub(crate) const fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Fruitcake { .. } => Phase::Fruitcake,
            Stage::Turn { .. } => Phase::Turn,
            Stage::Holly { .. } => Phase::Holly,
            Stage::Snow { .. } => Phase::Snow,
            Stage::Over => Phase::Over,
        }
    }

    /// The seats of the phase: in a window all seats that may answer, including those that have.
    pub(crate) fn eligible(&self) -> SeatSet {
        match &self.stage {
            // SS-58
            Stage::Fruitcake { .. } => self.config.players.all(),
            Stage::Turn { seat } => SeatSet::only(*seat),
            Stage::Holly { turn, .. } => self.deal.eligible_for_holly(turn.seat),
            Stage::Snow { .. } => self.deal.eligible_for_snow(),
            Stage::Over => SeatSet::EMPTY,
        }
    }

    /// The seats that owe a decision.
    // SS-39, SS-58, SS-61
    pub(crate) fn owing(&self) -> SeatSet {
        let answered = self.answers().map_or(SeatSet::EMPTY, answered);
        let eligible = self.eligible();
        eligible.iter().filter(|seat| !answered.contains(*seat)).collect()
    }

    /// The answers of the open window, if one is open.
    pub(crate) const fn answers(&self) -> Option<&Answers> {
        match &self.stage {
            Stage::Fruitcake { answers } | Stage::Holly { answers, .. } | Stage::Snow { answers } => Some(answers),
            Stage::Turn { .. } | Stage::Over => None,
        }
    }

    /// The number of cards leaving the hand with which "Final Gift!" is due; 0 if never.
    // SS-49, SS-51, SS-53
    pub(crate) fn final_gift_due_at(&self, seat: SeatIndex) -> u8 {
        if self.config.auto_final_gift {
            return 0;
        }
        let held = self.deal.hands.get(seat).map_or(0, Cards::len);
        held.saturating_sub(1)
    }

    /// The number of the current deal, from 1; of the last one once the match is over.
    pub(crate) fn deal_number(&self) -> u8 {
        let finished = u8::try_from(self.sheet.len()).unwrap_or(u8::MAX);
        match self.phase() {
            Phase::Over => finished,
            Phase::Fruitcake | Phase::Turn | Phase::Holly | Phase::Snow => finished.saturating_add(1),
        }
    }

    /// The points of the finished deals.
    // SS-2
    pub(crate) fn totals(&self) -> BySeat<Points> {
        totals(&self.sheet, self.config.players)
    }
}

/// The points of all finished deals.
// SS-2, SS-65
pub(crate) fn totals(sheet: &[BySeat<Place>], seats: SeatCount) -> BySeat<Points> {
    BySeat::from_fn(seats, |seat| {
        sheet.iter().map(|places| places.at(seat).points(seats)).sum()
    })
}
