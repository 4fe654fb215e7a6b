//! Inputs that the laws try on a game: actions of every kind, and next steps.

use std::num::NonZeroU32;

use serde::Serialize;
use tinsel_engine::{Chance, Events, GameEngine, SeatIndex, SeatSet, Viewer, present::Present};

use crate::{
    dice::Dice,
    nonsense::{changed, nonsense},
    play::{Moment, caught},
    step::Step,
    subject::{Action, Event, Legal, Subject, View},
};

/// Fails with a formatted sentence unless the condition holds.
macro_rules! hold {
    ($condition:expr, $($sentence:tt)+) => {
        if !$condition {
            return Err(format!($($sentence)+));
        }
    };
}
pub(crate) use hold;

/// Maximum number of seats that a law tries at one moment.
pub(crate) const SEATS_ASKED: usize = 2;

/// What a seat sees: its view and its legal actions.
pub(crate) fn seen<S: Subject>(moment: &Moment<'_, S>, seat: SeatIndex) -> (View<S>, Legal<S>) {
    let (game, viewer) = (moment.game(), Viewer::Seat(seat));
    (game.view(viewer, SeatSet::EMPTY), game.legal(viewer))
}

/// Actions to try for `seat`: drawn from its own legal actions, the same with one change, from those of another seat,
/// from earlier in the match, and nonsense.
pub(crate) fn candidates<S: Subject>(
    moment: &Moment<'_, S>,
    seat: SeatIndex,
    dice: &mut Dice,
) -> Result<Vec<Action<S>>, String> {
    let seats: Vec<_> = moment.seats().iter().collect();
    let (view, legal) = seen(moment, seat);
    let mut actions: Vec<_> = caught(|| {
        let decision = S::Game::decision(&view, &legal);
        Ok((0..2).filter_map(|_| decision.as_ref()?.random(dice)).collect())
    })?;
    if let Some(other) = <dyn Chance>::pick(dice, "another seat", &seats) {
        actions.extend(moment.game().any_action(Viewer::Seat(*other), dice));
    }
    if let Some(Step::Act(_, action)) = <dyn Chance>::pick(dice, "an earlier step", moment.steps()) {
        actions.push(action.clone());
    }
    let near: Vec<_> = actions.iter().filter_map(|action| changed(action, dice)).collect();
    actions.extend(near);
    actions.extend([nonsense(dice), nonsense(dice)]);
    Ok(actions)
}

/// Steps that could come next: for up to `most` of the seats, a random action, and the default.
pub(crate) fn next_steps<S: Subject>(moment: &Moment<'_, S>, most: usize, purpose: u8) -> Vec<Step<Action<S>>> {
    let mut dice = moment.dice(purpose);
    let mut steps = Vec::new();
    let mut seats: Vec<_> = moment.seats().iter().collect();
    <dyn Chance>::shuffle(&mut dice, "who might be next", &mut seats);
    for seat in seats {
        if let Some(action) = moment.game().any_action(Viewer::Seat(seat), &mut dice) {
            steps.push(Step::Act(seat, action));
        }
        if moment.game().owing().contains(seat) {
            steps.push(Step::Absent(seat));
        }
        if steps.len() >= most.saturating_mul(2) {
            break;
        }
    }
    steps
}

/// Takes a step on a copy of `game`; `None` if it is refused.
pub(crate) fn after<S: Subject>(
    game: &S::Game,
    step: &Step<Action<S>>,
    chance: &mut dyn Chance,
) -> Option<(S::Game, Events<Event<S>>)> {
    let made = match step {
        Step::Act(seat, action) => game.resolve(*seat, action),
        Step::Absent(seat) => game.absent(*seat),
    };
    let mut next = game.clone();
    let events = next.commit(made.ok()?, SeatSet::EMPTY, chance);
    Some((next, events))
}

/// The saved form of a value.
pub(crate) fn bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, String> {
    rmp_serde::to_vec_named(value).map_err(|error| format!("cannot be saved: {error}"))
}

/// `n` as the bound of a draw.
pub(crate) fn bound(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

/// Whether a code is `UPPER_SNAKE`.
pub(crate) fn is_code(code: &str) -> bool {
    code.starts_with(|letter: char| letter.is_ascii_uppercase())
        && code
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}
