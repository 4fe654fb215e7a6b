//! The defaults of inactive seats, and the pending decisions that show them (section 9).

use tinsel_engine::{Decision, DefaultFacts, SeatIndex, Viewer};

use crate::{
    action::{Action, Passing, Selection, Submission, Swap, Three},
    components::{Distance, Hand, Letter, Round, Step},
    facts, secrecy,
    state::{PresentsOfMine, Stage},
};

/// The default of `seat`, or `None` once the match is over.
// PM-R77; section 9
pub(crate) fn default_of(game: &PresentsOfMine, seat: SeatIndex) -> Option<Submission> {
    match &game.stage {
        Stage::Selecting { .. } => Some(Submission::Selection(Selection::DEFAULT)),
        Stage::Passing { round, table, .. } => {
            let passing = default_pass(round.round(), table.hands.at(seat));
            Some(Submission::Passing(passing))
        }
        Stage::Stealing { table, .. } => {
            let list = table.list.in_round(Round::Yoink);
            let named = Distance::ALL.map(|distance| {
                let [first, second, third, ..] = *table.hands.at(list.above(seat, distance)).presents();
                *distance.of(&[first, second, third])
            });
            Some(Submission::Stealing(Three(named)))
        }
        Stage::Finished { .. } => None,
    }
}

fn default_pass(round: Round, hand: &Hand) -> Passing {
    let [first, second, third, discard, ..] = *hand.presents();
    Passing {
        presents: Three([first, second, third]),
        swap: default_take(round).map(|take| Swap { discard, take }),
    }
}

/// The letter that a default takes: L in round 2, M in round 3.
const fn default_take(round: Round) -> Option<Letter> {
    match round {
        Round::BombSquad => Some(Letter::L),
        Round::CleaningSupplies => Some(Letter::M),
        Round::Theme | Round::Yoink | Round::Monopoly => None,
    }
}

/// The pending decisions, as `viewer` may know them.
///
/// Only the seat itself sees the content of its default: for others this can be a hidden hand.
pub(crate) fn pending_decisions(game: &PresentsOfMine, viewer: Viewer) -> Vec<Decision<Action>> {
    let default = declared(game.step());
    let own = |seat| viewer.is(seat).then(|| default_of(game, seat)).flatten();
    let awaited = secrecy::awaited(game, viewer);
    let decision = |seat| default.pending(seat, own(seat).map(|submission| submission.action()));
    awaited.iter().map(decision).collect()
}

const fn declared(step: Step) -> DefaultFacts {
    match step {
        Step::Pregame => facts::A_TO_E,
        Step::Round(Round::Theme | Round::Monopoly) => facts::FIRST_THREE,
        Step::Round(Round::BombSquad) => facts::TAKE_L,
        Step::Round(Round::CleaningSupplies) => facts::TAKE_M,
        Step::Round(Round::Yoink) => facts::STEAL,
    }
}
