//! The laws of presentations. [`crate::presentation!`] makes one test of each.

mod digests;
pub(crate) mod options;
mod print;
mod record;
mod references;
mod scenes;
mod transcript;

use std::ops::Range;

use tinsel_engine::{
    Chance, GameEngine, SeatIndex, SeatSet, Viewer,
    present::{Answer, Present, TypedForm},
};

use crate::{
    ask::{SEATS_ASKED, after, hold, seen},
    play::{Moment, Verdict, caught},
    step::Step,
    subject::{Action, Legal, Subject, View},
    walk::{Failure, walk},
};

pub use digests::the_digests_are_unchanged;
pub use options::fields_of_options_are_exact;
pub use references::everything_is_described;
pub use scenes::{different_views_have_different_scenes, ids_are_unique_and_stable};
pub use transcript::the_transcripts_are_unchanged;

/// The variable that requests transcripts and digests to be written.
const UPDATE: &str = "UPDATE_TRANSCRIPTS";

/// Number of answers that are tried for each form.
const ANSWERS: usize = 4;

/// Maximum number of choices that are tried for each form.
const CHOICES: usize = 8;

/// What a viewer of this game sees, as a text.
#[must_use]
pub fn scene<G: Present>(game: &G, viewer: Viewer) -> String {
    print::Printer::of::<G>(false).scene(&G::scene(&game.view(viewer, SeatSet::EMPTY), viewer))
}

/// Every answer within the fields and constraints of a form is accepted: random answers, and the listed choices.
///
/// # Errors
///
/// The law is broken, or no form had an answer.
pub fn answers_within_a_form_are_accepted<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    let name = "answers_within_a_form_are_accepted";
    let mut tried = 0_usize;
    walk::<S>(name, seeds, &mut |moment: &Moment<'_, S>| {
        tried = tried.saturating_add(sound(moment)?);
        Ok(())
    })?;
    match tried {
        0 => Err(Failure::plain(
            name,
            "no form had an answer: nothing was tried".to_owned(),
        )),
        _ => Ok(()),
    }
}

fn sound<S: Subject>(moment: &Moment<'_, S>) -> Result<usize, String> {
    let mut dice = moment.dice(b'f');
    let mut tried = 0;
    for seat in owing(moment) {
        let (view, legal) = seen(moment, seat);
        let decision = pending::<S>(&view, &legal, seat)?;
        let form = &decision.form;
        let random: Vec<_> = (0..ANSWERS)
            .filter_map(|_| form.fields.random(&mut dice))
            .map(|fields| Answer { fields })
            .collect();
        let mut choices = form.choices().unwrap_or_default();
        <dyn Chance>::shuffle(&mut dice, "choices to try", &mut choices);
        choices.truncate(CHOICES);
        for answer in random
            .into_iter()
            .chain(choices.into_iter().map(|choice| choice.answer))
        {
            let checked = form.check(&answer);
            hold!(
                checked.is_ok(),
                "{seat}: {answer:?} is not an answer of its own form: {checked:?}"
            );
            let Some(action) = decision.read(answer.read()) else {
                return Err(format!("{seat}: {answer:?} is within the form and cannot be read"));
            };
            let judged = moment.game().resolve(seat, &action);
            hold!(
                judged.is_ok(),
                "{seat}: {answer:?} is within the form and is refused: {:?}",
                judged.err()
            );
            tried += 1;
        }
    }
    Ok(tried)
}

/// Every legal action has an answer, which is within the form and is read as an action with the same effect. The same
/// holds for every default that its seat may know.
///
/// # Errors
///
/// The law is broken.
pub fn every_legal_action_has_an_answer<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    walk::<S>("every_legal_action_has_an_answer", seeds, &mut |moment: &Moment<
        '_,
        S,
    >| {
        let mut dice = moment.dice(b'c');
        for seat in owing(moment) {
            let viewer = Viewer::Seat(seat);
            let own = moment.game().pending_decisions(viewer).into_iter();
            let default = own
                .filter(|decision| decision.seat == seat)
                .find_map(|decision| decision.default.action);
            let random = (0..2).filter_map(|_| moment.game().any_action(viewer, &mut dice));
            let actions: Vec<Action<S>> = random.chain(default).collect();
            actions
                .into_iter()
                .try_for_each(|action| complete(moment, seat, &action))?;
        }
        Ok(())
    })
}

fn complete<S: Subject>(moment: &Moment<'_, S>, seat: SeatIndex, action: &Action<S>) -> Verdict {
    let (view, legal) = seen(moment, seat);
    let decision = pending::<S>(&view, &legal, seat)?;
    let Some(answer) = decision.answer(action) else {
        return Err(format!("{seat} can take {action:?}, which has no answer"));
    };
    let checked = decision.form.check(&answer);
    hold!(
        checked.is_ok(),
        "{seat}: {action:?} is {answer:?}, which is outside the form: {checked:?}"
    );
    let read = decision.read(answer.read());
    let Some(read) = read else {
        return Err(format!(
            "{seat}: {answer:?} cannot be read, but is the answer of {action:?}"
        ));
    };
    let result = |action: &Action<S>| {
        after::<S>(
            moment.game(),
            &Step::Act(seat, action.clone()),
            &mut moment.chance().clone(),
        )
    };
    hold!(
        read == *action || result(&read) == result(action),
        "{seat}: {action:?} is {answer:?}, which is read as {read:?}"
    );
    Ok(())
}

/// Some of the seats that owe a decision.
fn owing<S: Subject>(moment: &Moment<'_, S>) -> Vec<SeatIndex> {
    let owing = moment.game().owing();
    let some = moment
        .some_seats(SEATS_ASKED)
        .into_iter()
        .filter(|seat| owing.contains(*seat));
    let first = owing.iter().next();
    let mut seats: Vec<SeatIndex> = some.chain(first).collect();
    seats.dedup();
    seats
}

/// The decision of a seat that owes one.
fn pending<'a, S: Subject>(
    view: &'a View<S>,
    legal: &'a Legal<S>,
    seat: SeatIndex,
) -> Result<TypedForm<'a, Action<S>>, String> {
    caught(|| S::Game::decision(view, legal).ok_or_else(|| format!("{seat} owes a decision and has no form")))
}
