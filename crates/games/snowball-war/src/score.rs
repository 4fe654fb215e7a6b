//! The end of a match (section 10).

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Label, LabelFacts, Outcome, SeatIndex, SeatSet, Standing, Wire, ranks, wins};

use crate::{
    components::{FIRST, SECOND, other},
    state::{EndReason, SnowballWar, Stage},
};

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Ending {
    /// The reason.
    pub reason: EndReason,
    /// The winner; `None` for a draw.
    pub winner: Option<SeatIndex>,
    /// The tokens on each seat's own snowman.
    #[wire(as = snowman_tokens)]
    pub tokens: BySeat<u8>,
}

const KNOCKED_OUT: Label = Label("KNOCKED_OUT");
const DRAW: Label = Label("DRAW");

/// The labels of standings.
pub(crate) const LABELS: &[LabelFacts] = &[
    LabelFacts {
        label: Label::WINNER,
        meaning: "the seat has rank 1, the other seat has not, and not both have forfeited",
    },
    LabelFacts {
        label: KNOCKED_OUT,
        meaning: "the seat's own snowman was knocked out, and the seat has not won by a forfeit",
    },
    LabelFacts {
        label: DRAW,
        meaning: "both seats have rank 1: there is no winner",
    },
];

/// The result of the match, after its end.
///
/// For either reason the seat with fewer tokens on its own snowman wins: only a knocked-out snowman has the maximum.
// SW-54, SW-77, SW-R65, SW-R67, SW-R74
pub(crate) fn ending(game: &SnowballWar, forfeited: SeatSet) -> Option<Ending> {
    let Stage::Finished { reason } = game.stage else {
        return None;
    };
    let tokens = game.table.snowmen.map(|_, snowman| snowman.tokens);
    let ranks = ranks_of(&tokens, forfeited);
    let ahead = |seat: &SeatIndex| ranks.at(*seat) < ranks.at(other(*seat));
    let winner = [FIRST, SECOND].into_iter().find(ahead);
    Some(Ending {
        reason,
        winner: winner.filter(|seat| wins(*seat, *ranks.at(*seat), forfeited)),
        tokens,
    })
}

fn ranks_of(tokens: &BySeat<u8>, forfeited: SeatSet) -> BySeat<u8> {
    ranks(&tokens.map(|_, own| Reverse(*own)), forfeited)
}

/// Ranks, scores and labels: a seat's score is the number of tokens on the other's snowman.
pub(crate) fn outcome(ending: &Ending, forfeited: SeatSet) -> Outcome {
    let ranks = ranks_of(&ending.tokens, forfeited);
    let standings = ranks.map(|seat, rank| Standing {
        rank: *rank,
        score: Some(i64::from(*ending.tokens.at(other(seat)))),
        labels: labels(ending, seat, ranks.at(other(seat)) == rank),
    });
    Outcome { standings }
}

// SW-R75
fn labels(ending: &Ending, seat: SeatIndex, is_draw: bool) -> Vec<Label> {
    let has_more = ending.tokens.at(seat) > ending.tokens.at(other(seat));
    Label::that_hold([
        (ending.winner == Some(seat), Label::WINNER),
        (
            ending.reason == EndReason::Knockout && has_more && ending.winner != Some(seat),
            KNOCKED_OUT,
        ),
        (is_draw, DRAW),
    ])
}
