//! Completed forms as actions, and actions as completed forms.

use tinsel_engine::present::{Answer, FieldAnswer, Id, Reader, Value, seat_id};

use super::{
    components,
    form::{DISCARD, PASSES, SELECTION, TAKE},
    ids::{card, copies, letter, reference},
};
use crate::{
    Action, Legal,
    action::Replacement,
    components::{Hand, Letter, Present, PresentRef},
};

/// The action of an answer. Presents that are missing or that the hand does not hold stay so in the action: the game
/// refuses them with its own reason.
pub(super) fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Select { .. } => Action::SelectPresents {
            letters: answer.picks(SELECTION).iter().map(|id| letter(id)).collect(),
        },
        Legal::Pass { targets, .. } => {
            let passed = targets
                .iter()
                .filter_map(|target| answer.assigned(PASSES, &seat_id(*target)));
            Action::PassPresents {
                passes: passed.map(reference).collect(),
                replacement: replacement(answer),
            }
        }
        Legal::Steal { victims } => {
            let stolen = victims.iter().flat_map(|victim| answer.picks(&seat_id(victim.seat)));
            Action::StealPresents {
                steals: stolen.map(|id| reference(id)).collect(),
            }
        }
    })
}

/// The replacement, if the answer has a part of it.
fn replacement(answer: Reader<'_>) -> Option<Replacement> {
    let is_given = [DISCARD, TAKE].iter().any(|field| !answer.picks(field).is_empty());
    is_given.then(|| Replacement {
        discard: answer.pick(DISCARD).map(reference),
        take: answer.pick(TAKE).and_then(letter),
    })
}

/// The answer of a legal action.
pub(super) fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
    if !legal.allows(action) {
        return None;
    }
    let fields = match (legal, action) {
        (_, Action::SelectPresents { letters }) => {
            let ids = letters.iter().flatten().map(|letter| components::id(*letter));
            vec![FieldAnswer::new(SELECTION, Value::Picks(ids.collect()))]
        }
        (Legal::Pass { hand, targets, .. }, Action::PassPresents { passes, replacement }) => {
            let targets = targets.map(seat_id);
            passing(hand, targets, passes, replacement.as_ref())?
        }
        (Legal::Steal { victims }, Action::StealPresents { steals }) => {
            let steals = victims.iter().zip(steals);
            let fields = steals
                .map(|(victim, stolen)| Some(FieldAnswer::pick(seat_id(victim.seat), card(stolen.well_formed()?))));
            fields.collect::<Option<_>>()?
        }
        (
            Legal::Nothing | Legal::Select { .. } | Legal::Pass { .. } | Legal::Steal { .. },
            Action::PassPresents { .. } | Action::StealPresents { .. },
        ) => return None,
    };
    Some(Answer { fields })
}

fn passing(
    hand: &Hand,
    targets: [Id; 3],
    passes: &[PresentRef],
    replacement: Option<&Replacement>,
) -> Option<Vec<FieldAnswer>> {
    let mut free = copies(hand);
    let passed: Option<Vec<Id>> = passes.iter().map(|passed| take_copy(&mut free, *passed)).collect();
    let slots = targets.into_iter().zip(passed?).collect();
    let mut fields = vec![FieldAnswer::new(PASSES, Value::Assignment(slots))];
    if let Some(Replacement { discard, take }) = replacement {
        let taken: Letter = (*take)?;
        fields.push(FieldAnswer::pick(DISCARD, take_copy(&mut free, (*discard)?)?));
        fields.push(FieldAnswer::pick(TAKE, components::id(taken)));
    }
    Some(fields)
}

/// Removes a copy of the present, and returns its ID.
fn take_copy(free: &mut Vec<(Id, Present)>, named: PresentRef) -> Option<Id> {
    let index = free.iter().position(|(_, copy)| copy.reference() == named)?;
    Some(free.remove(index).0)
}
