//! What happens to a seat that stays away, and how viewers are told beforehand.

use std::borrow::Cow;

use tinsel_engine::{Decision, DefaultAction, MatchContext, SeatIndex, Viewer};

use crate::{
    action::{Action, Passing, Selection, Submission, Swap, Three},
    components::{Distance, Hand, Phase, Round, Step},
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
            let list = game.list().unwrap_or(table.list);
            let named = Distance::ALL.map(|distance| {
                let hand = table.hands.at(list.above(seat, distance));
                let [first, second, third, ..] = *hand.presents();
                *distance.of(&[first, second, third])
            });
            Some(Submission::Stealing(Three(named)))
        }
        Stage::Finished { .. } => None,
    }
}

fn default_pass(round: Round, hand: &Hand) -> Passing {
    let [first, second, third, discard, ..] = *hand.presents();
    // L in round 2, M in round 3.
    let take = match round {
        Round::BombSquad => Some(crate::components::Letter::L),
        Round::CleaningSupplies => Some(crate::components::Letter::M),
        Round::Theme | Round::Yoink | Round::Monopoly => None,
    };
    Passing {
        presents: Three([first, second, third]),
        swap: take.map(|take| Swap { discard, take }),
    }
}

/// The decisions that are waited for, as `viewer` may know them.
///
/// What would be submitted is told to the seat itself only: to others it may be a hidden hand.
pub(crate) fn waiting(game: &PresentsOfMine, viewer: Viewer, context: &MatchContext) -> Vec<Decision<Action>> {
    let decision = |seat: SeatIndex| {
        let (code, sentence) = told(game.step());
        let own = viewer.is(seat).then(|| default_of(game, seat)).flatten();
        Decision {
            seat,
            action: action_name(game.phase()),
            default: DefaultAction {
                code,
                sentence: Cow::Borrowed(sentence),
                action: own.map(|submission| submission.action()),
            },
        }
    };
    match game.phase() {
        Phase::PregameSelection | Phase::Passing | Phase::Stealing => {
            let awaited = secrecy::awaited(game, viewer, context);
            awaited.iter().map(decision).collect()
        }
        Phase::Finished => Vec::new(),
    }
}

/// The default of a step in words.
const fn told(step: Step) -> (&'static str, &'static str) {
    match step {
        Step::Pregame => ("SELECT_A_TO_E", "Selects A, B, C, D, E."),
        Step::Round(Round::Theme | Round::Monopoly) => (
            "PASS_FIRST_THREE",
            "Passes, of its hand in canonical order, present 1 to the first below, present 2 to the second below and \
             present 3 to the third below.",
        ),
        Step::Round(Round::BombSquad) => (
            "PASS_FIRST_THREE_TAKE_L",
            "Passes, of its hand in canonical order, present 1 to the first below, present 2 to the second below and \
             present 3 to the third below; discards present 4 and takes L.",
        ),
        Step::Round(Round::CleaningSupplies) => (
            "PASS_FIRST_THREE_TAKE_M",
            "Passes, of its hand in canonical order, present 1 to the first below, present 2 to the second below and \
             present 3 to the third below; discards present 4 and takes M.",
        ),
        Step::Round(Round::Yoink) => (
            "STEAL_FIRST_SECOND_THIRD",
            "Steals, of the victim's hand in canonical order, present 1 from the first above, present 2 from the \
             second above and present 3 from the third above.",
        ),
    }
}
