//! Laws about secret decisions and secret defaults.

use tinsel_engine::{Chance, Charge, Events, GameEngine, Hides, SeatIndex, SeatSet, Viewer, present::Present};

use crate::{
    ask::{after, hold},
    play::{Moment, Verdict},
    step::Step,
    subject::{Action, Event, Subject},
};

/// Number of further steps for which worlds are compared.
const FURTHER: usize = 24;

/// A secret step consists of all seats that owe a decision and those that have decided. Where it is secret which have,
/// `waiting` lists all of them, otherwise exactly those that owe.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn secret_steps_name_their_seats<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let game = moment.game();
    let (secrecy, owing) = (game.secrecy(), game.owing());
    let waiting = game.pending_decisions(Viewer::Spectator);
    let shown: SeatSet = waiting.iter().map(|decision| decision.seat).collect();
    let expected = match secrecy.step {
        Some(step) if step.hides == Hides::Progress => step.seats,
        Some(_) | None => owing,
    };
    hold!(
        shown == expected,
        "a spectator waits for {shown:?} and not for {expected:?}"
    );
    let Some(step) = secrecy.step else { return Ok(()) };
    hold!(!owing.is_empty(), "no seat owes a decision in a secret step");
    let strangers = owing.iter().any(|seat| !step.seats.contains(seat));
    hold!(!strangers, "{owing:?} owe a decision in a step of {:?}", step.seats);
    Ok(())
}

/// While it is secret whether a seat's decision was a default, no other viewer can distinguish it from the same
/// decision of the seat itself: by views, legal actions, pending decisions or events.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_default_looks_like_a_decision_until_it_is_disclosed<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let game = moment.game();
    let Some(step) = game.secrecy().step else {
        return Ok(());
    };
    let Some(seat) = moment
        .some_seats(1)
        .first()
        .copied()
        .filter(|seat| game.owing().contains(*seat))
    else {
        return Ok(());
    };
    let waiting = game.pending_decisions(Viewer::Seat(seat));
    let own = waiting.into_iter().find(|decision| decision.seat == seat);
    // If no seat can decide this itself, there is nothing to compare with.
    let Some(action) = own.and_then(|decision| decision.default.action) else {
        return Ok(());
    };
    let mut worlds = [Step::Act(seat, action), Step::Absent(seat)].map(|step| (game.clone(), step));
    for _ in 0..FURTHER {
        let next = worlds
            .each_ref()
            .map(|(game, step)| after::<S>(game, step, &mut moment.chance().clone()));
        let [Some(one), Some(other)] = next else {
            return Err(format!(
                "{seat} may not decide its default: {:?}",
                worlds.map(|(_, step)| step)
            ));
        };
        let secrecy = [&one.0, &other.0].map(|game| game.secrecy());
        hold!(secrecy[0] == secrecy[1], "the secret steps show it: {secrecy:?}");
        if step.charge == Charge::Own && !secrecy[0].undisclosed.contains(seat) {
            return Ok(());
        }
        alike::<S>(moment, seat, &one, &other)?;
        let Some(further) = one.0.owing().iter().next() else {
            return Ok(());
        };
        worlds = [one.0, other.0].map(|game| (game, Step::<Action<S>>::Absent(further)));
    }
    Ok(())
}

/// The decisions of a secret step, some of them defaults, have the same result in every order.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn the_order_of_secret_decisions_does_not_matter<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let game = moment.game();
    let owing: Vec<SeatIndex> = game.owing().iter().collect();
    // Once, at the start of the step.
    let begins = game.secrecy().step.is_some_and(|step| step.seats == game.owing());
    if !begins || owing.len() < 2 {
        return Ok(());
    }
    let mut dice = moment.dice(b'o');
    let step = |seat: &SeatIndex| {
        let action = game.any_action(Viewer::Seat(*seat), &mut dice);
        let waiting = game.pending_decisions(Viewer::Seat(*seat)).into_iter();
        // A default without an action can draw.
        let may_be_absent = { waiting }.any(|of| of.seat == *seat && of.default.action.is_some());
        let stays = !may_be_absent || !<dyn Chance>::once_in(&mut dice, "default", 4);
        action
            .filter(|_| stays)
            .map_or(Step::Absent(*seat), |action| Step::Act(*seat, action))
    };
    let steps: Vec<Step<Action<S>>> = owing.iter().map(step).collect();
    let taken = |steps: Vec<&Step<Action<S>>>| {
        let mut chance = moment.chance().clone();
        let mut steps = steps.into_iter();
        steps.try_fold(game.clone(), |game, step| Some(after::<S>(&game, step, &mut chance)?.0))
    };
    let (forwards, backwards) = (taken(steps.iter().collect()), taken(steps.iter().rev().collect()));
    hold!(
        forwards.is_some() && forwards == backwards,
        "the order of {steps:?} matters:\n  {forwards:?}\n  {backwards:?}"
    );
    Ok(())
}

fn alike<S: Subject>(
    moment: &Moment<'_, S>,
    seat: SeatIndex,
    (one, events): &(S::Game, Events<Event<S>>),
    (other, other_events): &(S::Game, Events<Event<S>>),
) -> Verdict {
    for viewer in moment.viewers().filter(|viewer| !viewer.is(seat)) {
        let same = one.view(viewer, SeatSet::EMPTY) == other.view(viewer, SeatSet::EMPTY)
            && one.legal(viewer) == other.legal(viewer)
            && one.pending_decisions(viewer) == other.pending_decisions(viewer)
            && events.seen_by(viewer).eq(other_events.seen_by(viewer));
        hold!(same, "{viewer} can distinguish a default of {seat} from a decision");
    }
    Ok(())
}
