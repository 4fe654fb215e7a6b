//! How a match ends (section 10).

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Label, Outcome, SeatIndex};

use crate::{
    components::{FIRST, SECOND, other},
    state::Table,
};

/// Why a match is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// A snowman was knocked out (SW-54).
    Knockout,
    /// The last turn was played (SW-70).
    TurnLimit,
}

impl Reason {
    /// The name in the specification, such as `TURN_LIMIT`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Knockout => "KNOCKOUT",
            Self::TurnLimit => "TURN_LIMIT",
        }
    }
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// Who won; `None` for a draw.
    pub winner: Option<SeatIndex>,
    /// The tokens on each seat's own snowman.
    pub tokens: BySeat<u8>,
}

/// How the match ended, for this reason.
///
/// With either reason the seat with fewer tokens on its own snowman wins: a knocked-out snowman has the most there can
/// be, and the other one has not.
// SW-54, SW-77, SW-R65, SW-R67
pub(crate) fn ending(table: &Table, reason: Reason) -> Ending {
    let tokens = table.snowmen.map(|_, snowman| snowman.tokens);
    let (first, second) = (*tokens.at(FIRST), *tokens.at(SECOND));
    let winner = match first.cmp(&second) {
        std::cmp::Ordering::Less => Some(FIRST),
        std::cmp::Ordering::Greater => Some(SECOND),
        std::cmp::Ordering::Equal => None,
    };
    Ending { reason, winner, tokens }
}

/// Ranks, scores and labels: a seat's score is what it has put on the other's snowman.
pub(crate) fn outcome(ending: &Ending) -> Outcome {
    let keys = ending
        .tokens
        .map(|seat, own| (Reverse(*own), *ending.tokens.at(other(seat))));
    let keys_only = keys.map(|_, (own, _)| *own);
    let label = Label(ending.reason.id());
    let mut outcome = Outcome::ranked(&keys_only, |_, _| (None, vec![label]));
    for (seat, standing) in outcome.standings.enumerate_mut() {
        standing.score = Some(i64::from(keys.at(seat).1));
    }
    outcome
}
