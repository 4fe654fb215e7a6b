//! The defaults of inactive seats, and the pending decisions that show them.

use std::borrow::Cow;

use tinsel_engine::{Decision, DefaultAction, SeatIndex, Viewer};

use crate::{
    action::{Action, Passing, Selection, Submission, Swap, Three},
    components::{Distance, Hand, Letter, Round, Step},
    reject::action_name,
    secrecy,
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
    let decision = |seat: SeatIndex| {
        let (code, sentence) = in_words(game.step());
        let own = viewer.is(seat).then(|| default_of(game, seat)).flatten();
        Decision {
            seat,
            action: action_name(game.phase()),
            default: DefaultAction {
                code,
                sentence,
                action: own.map(|submission| submission.action()),
            },
        }
    };
    let awaited = secrecy::awaited(game, viewer);
    awaited.iter().map(decision).collect()
}

/// The default of a step, in words.
fn in_words(step: Step) -> (&'static str, Cow<'static, str>) {
    const PASSES: &str = "Passes, of its hand in canonical order, present 1 to the first below, present 2 to the \
                          second below and present 3 to the third below";
    match step {
        Step::Pregame => ("SELECT_A_TO_E", "Selects A, B, C, D, E.".into()),
        Step::Round(Round::Theme | Round::Monopoly) => ("PASS_FIRST_THREE", format!("{PASSES}.").into()),
        Step::Round(Round::BombSquad) => (
            "PASS_FIRST_THREE_TAKE_L",
            format!("{PASSES}; discards present 4 and takes L.").into(),
        ),
        Step::Round(Round::CleaningSupplies) => (
            "PASS_FIRST_THREE_TAKE_M",
            format!("{PASSES}; discards present 4 and takes M.").into(),
        ),
        Step::Round(Round::Yoink) => (
            "STEAL_FIRST_SECOND_THIRD",
            "Steals, of the victim's hand in canonical order, present 1 from the first above, present 2 from the \
             second above and present 3 from the third above."
                .into(),
        ),
    }
}
