//! Decisions as forms, and their answers.

use tinsel_engine::{
    SeatIndex,
    present::{
        Answer, AssignSlot, At, FieldAnswer, Fields, Form, FormField, Id, Kind, PickOption, Reader, Rule, Text, Value,
        seat_id,
    },
};

use super::{
    components::{self, difference, named, present, short},
    scene::copies,
};
use crate::{
    Action, Legal, View,
    action::Replacement,
    components::{Hand, Letter, Present, PresentRef},
    legal::Victim,
};

/// The pending decision with these legal actions.
pub(super) fn form(view: &View, legal: &Legal) -> Option<Form> {
    let help = view.step.round().map(difference);
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Select { count, from } => {
            let title = Text::new("select_title", "Select five different presents for your first hand.");
            let help = Text::new(
                "select_help",
                "The more players select a present, the staler it starts: 0 for 1 or 2 players, 1 for 3, 2 for 4 or 5, and 3 for \
                 6 to 8. You also get a fresh Average Present.",
            );
            let count = u32::from(*count);
            let letters = FormField::pick(
                "letters",
                Text::new("presents", "Presents"),
                from.iter().map(letter),
                count,
                count,
            );
            Form::new("select_presents", title, [letters.help(help)])
        }
        Legal::Pass { hand, targets, take } => {
            let title = Text::new(
                "pass_title",
                "Pass three presents, one to each of the three players below you.",
            );
            Form::new("pass_presents", title, passing(hand, targets, *take, help))
        }
        Legal::Steal { victims } => {
            let title = Text::new(
                "steal_title",
                "Name one present of each of the three players above you.",
            );
            let fields = victims.iter().map(|victim| stealing(victim, help.clone()));
            Form::new("steal_presents", title, fields.collect::<Vec<_>>())
        }
    })
}

fn letter(letter: &Letter) -> PickOption {
    let title = Text::new("present", "{present}").with("present", named(*letter));
    PickOption::new(short(*letter).to_string(), title).component(components::id(*letter))
}

fn copy((id, of): (Id, Present)) -> PickOption {
    let title = Text::new("copy", "{name}: {present}")
        .with("name", named(of.letter()))
        .with("present", present(of));
    PickOption::new(id, title).component(components::id(of.letter()))
}

fn passing(hand: &Hand, targets: &[SeatIndex; 3], take: Option<[Letter; 2]>, help: Option<Text>) -> Fields {
    let ids: Vec<Id> = copies(hand).map(|(id, _)| id).collect();
    let slot = |target: &SeatIndex| AssignSlot {
        id: seat_id(*target),
        title: Text::new("target", "To {player}").with("player", *target),
        component: None,
        seat: Some(*target),
        options: ids.clone(),
    };
    let assign = Kind::Assign {
        slots: targets.iter().map(slot).collect(),
        options: copies(hand).map(copy).collect(),
        repeats: false,
    };
    let mut passes = FormField::new("passes", Text::new("passed_presents", "Presents to pass"), assign);
    passes.help = help;
    let Some(take) = take else { return [passes].into() };
    let discard = FormField::pick_one(
        "discard",
        Text::new("discard", "Kept present to replace"),
        copies(hand).map(copy),
    );
    let taken = FormField::pick_one("take", Text::new("take", "New present"), take.iter().map(letter)).help(Text::new(
        "take_help",
        "If one of the two is chosen more often, all its new copies start with staleness 2.",
    ));
    let kept = Text::new("kept", "Replace a present that you do not pass.");
    let distinct = Rule::Distinct {
        of: vec![At::field("passes"), At::field("discard")],
    };
    Fields::from([passes, discard, taken]).constrained(distinct, kept)
}

fn stealing(victim: &Victim, help: Option<Text>) -> FormField {
    let title = Text::new("victim", "From {player}").with("player", victim.seat);
    let field = FormField::pick_one(seat_id(victim.seat), title, copies(&victim.hand).map(copy));
    FormField { help, ..field }
}

/// The action of an answer. A present that the hand does not have is read as one without a letter.
pub(super) fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Select { .. } => Action::SelectPresents {
            letters: answer.picks("letters").iter().map(|id| letter_of(id)).collect(),
        },
        Legal::Pass { hand, targets, take } => {
            let pass = |target: &SeatIndex| reference(hand, answer.assigned("passes", &seat_id(*target)));
            let discard = answer.pick("discard").map(|id| reference(hand, Some(id)));
            let replacement = Replacement {
                discard,
                take: answer.pick("take").and_then(letter_of),
            };
            Action::PassPresents {
                passes: targets.iter().map(pass).collect(),
                replacement: take.map(|_| replacement),
            }
        }
        Legal::Steal { victims } => {
            let steal = |victim: &Victim| reference(&victim.hand, answer.pick(&seat_id(victim.seat)));
            Action::StealPresents {
                steals: victims.iter().map(steal).collect(),
            }
        }
    })
}

fn letter_of(id: &str) -> Option<Letter> {
    Letter::ALL.into_iter().find(|letter| id.chars().eq([short(*letter)]))
}

fn reference(hand: &Hand, id: Option<&str>) -> PresentRef {
    let found = id.and_then(|id| copies(hand).find(|(copy, _)| copy == id));
    found.map(|(_, present)| present.reference()).unwrap_or_default()
}

/// The answer of a legal action.
pub(super) fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
    match (legal, action) {
        (Legal::Select { .. }, Action::SelectPresents { letters }) => {
            let ids = letters
                .iter()
                .map(|letter| Some(Id::from(short((*letter)?).to_string())));
            Some(Answer::new([FieldAnswer::new(
                "letters",
                Value::Picks(ids.collect::<Option<_>>()?),
            )]))
        }
        (Legal::Pass { hand, targets, .. }, Action::PassPresents { passes, replacement }) => {
            let mut free: Vec<(Id, Present)> = copies(hand).collect();
            let passed = passes.iter().map(|passed| take_copy(&mut free, passed));
            let passed = passed.collect::<Option<Vec<_>>>()?;
            let slots = targets.iter().map(|target| seat_id(*target)).zip(passed);
            let mut fields = vec![FieldAnswer::new("passes", Value::Assignment(slots.collect()))];
            if let Some(replacement) = replacement {
                fields.push(FieldAnswer::pick(
                    "discard",
                    take_copy(&mut free, &replacement.discard?)?,
                ));
                fields.push(FieldAnswer::pick("take", short(replacement.take?).to_string()));
            }
            Some(Answer { fields })
        }
        (Legal::Steal { victims }, Action::StealPresents { steals }) => {
            let steal = |(victim, stolen): (&Victim, &PresentRef)| {
                let id = take_copy(&mut copies(&victim.hand).collect(), stolen)?;
                Some(FieldAnswer::pick(seat_id(victim.seat), id))
            };
            let fields = victims.iter().zip(steals).map(steal).collect::<Option<_>>()?;
            Some(Answer { fields })
        }
        (Legal::Nothing | Legal::Select { .. } | Legal::Pass { .. } | Legal::Steal { .. }, _) => None,
    }
}

/// Removes a copy of the present, and returns its ID.
fn take_copy(free: &mut Vec<(Id, Present)>, reference: &PresentRef) -> Option<Id> {
    let present = reference.well_formed()?;
    let index = free.iter().position(|(_, copy)| *copy == present)?;
    Some(free.remove(index).0)
}
