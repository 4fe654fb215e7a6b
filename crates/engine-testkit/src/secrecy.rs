//! Laws about decisions by default that are secret.

use tinsel_engine::{Charge, Events, GameEngine, Hides, SeatIndex, SeatSet, Viewer};

use crate::{
    ask::{after, hold},
    play::{Moment, Verdict},
    step::Step,
    subject::{Action, Event, Subject},
};

/// For how many further steps worlds are compared.
const FURTHER: usize = 24;

/// A secret step is one of all seats that owe a decision, and of those that have decided; where it is secret which have,
/// all of them are shown as owing, otherwise exactly those that do.
///
/// # Errors
///
/// What is wrong.
pub fn secret_steps_name_their_seats<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (game, context) = (moment.game(), S::Game::FACTS.context());
    let (secrecy, owing) = (game.secrecy(&context), game.owing());
    let waiting = game.waiting_in(Viewer::Spectator, &context);
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

/// While it is secret whether a seat's decision was a default, nobody else can tell it from the same decision taken by
/// the seat itself: by views, legal actions, decisions waited for or events.
///
/// # Errors
///
/// What is wrong.
pub fn a_default_looks_like_a_decision_until_it_is_disclosed<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (game, context) = (moment.game(), S::Game::FACTS.context());
    let Some(step) = game.secrecy(&context).step else {
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
    let waiting = game.waiting(Viewer::Seat(seat));
    let own = waiting.into_iter().find(|decision| decision.seat == seat);
    // Where no seat can decide so itself there is nothing to compare with.
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
        let secrecy = [&one.0, &other.0].map(|game| game.secrecy(&context));
        hold!(secrecy[0] == secrecy[1], "it shows in what is secret: {secrecy:?}");
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

fn alike<S: Subject>(
    moment: &Moment<'_, S>,
    seat: SeatIndex,
    (one, told): &(S::Game, Events<Event<S>>),
    (other, told_other): &(S::Game, Events<Event<S>>),
) -> Verdict {
    for viewer in moment.viewers().filter(|viewer| !viewer.is(seat)) {
        let same = one.view(viewer) == other.view(viewer)
            && one.legal(viewer) == other.legal(viewer)
            && one.waiting(viewer) == other.waiting(viewer)
            && told.seen_by(viewer).eq(told_other.seen_by(viewer));
        hold!(same, "{viewer} can tell a default of {seat} from a decision");
    }
    Ok(())
}
