//! Laws about the flow of a match: which seats owe a decision, the legal actions, the end.

use tinsel_engine::{DefaultFacts, GameEngine, SeatIndex, SeatSet, Viewer, present::Present};

use crate::{
    ask::{SEATS_ASKED, after, candidates, hold, is_code, next_steps, seen},
    play::{Moment, Verdict},
    script::Recording,
    subject::{Action, Declared, Holds, Subject},
};

/// The match is over after the number of decisions that its options allow, and never takes more. Its options and seats
/// never change.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn every_match_ends_within_the_declared_bound<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (taken, most) = (moment.play.decisions(), S::Game::decisions_max(moment.config()));
    hold!(taken <= most, "{taken} decisions were taken, {most} are the most");
    let owing = moment.game().owing();
    hold!(
        taken < most || owing.is_empty(),
        "{most} decisions, the most there are, were taken; still owing: {owing:?}"
    );
    hold!(
        moment.game().config() == moment.config(),
        "the match's options have changed"
    );
    Ok(())
}

/// Either a seat owes a decision, or the match has an outcome: never both, never neither. Only seats of the match owe.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn owing_is_empty_exactly_when_over<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (owing, outcome) = (moment.game().owing(), moment.game().outcome(SeatSet::EMPTY));
    hold!(
        owing.is_empty() == outcome.is_some(),
        "owing is {owing:?} and the outcome is {outcome:?}"
    );
    let stranger = owing.iter().find(|seat| !moment.seats().has(*seat));
    hold!(
        stranger.is_none(),
        "{stranger:?} owes a decision and is not at the table"
    );
    Ok(())
}

/// Every viewer sees every seat that owes a decision, in seat order, with a default that the game declares.
/// Where it is secret which seats have decided, the viewer can see further seats. A spectator does not see the action
/// of the default; a match that is over has no pending decision.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn waiting_names_exactly_the_owing_seats_or_more<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let owing = moment.game().owing();
    for viewer in moment.viewers() {
        let waiting = moment.game().pending_decisions(viewer);
        let named: Vec<SeatIndex> = waiting.iter().map(|decision| decision.seat).collect();
        let all: SeatSet = named.iter().copied().collect();
        let left_out = owing.iter().find(|seat| !all.contains(*seat));
        hold!(
            left_out.is_none(),
            "{viewer} does not see that {left_out:?} owes a decision"
        );
        hold!(named.is_sorted(), "{viewer} sees {named:?}, which is not in seat order");
        hold!(
            named.iter().all(|seat| moment.seats().has(*seat)),
            "{viewer} sees a pending decision of an unknown seat: {named:?}"
        );
        hold!(
            !owing.is_empty() || named.is_empty(),
            "{viewer} waits for {named:?} and the match is over"
        );
        for decision in &waiting {
            let (seat, default) = (decision.seat, &decision.default);
            let facts = DefaultFacts::new(decision.action, default.code, default.sentence);
            hold!(
                is_code(default.code) && !default.sentence.is_empty() && S::Game::FACTS.defaults.contains(&facts),
                "the game does not declare {facts:?}, the default of {seat}"
            );
            hold!(
                viewer != Viewer::Spectator || default.action.is_none(),
                "a spectator sees the default action of {seat}"
            );
        }
    }
    Ok(())
}

/// The legal actions allow each action that is drawn from them, and the game accepts exactly the actions that they
/// allow. A seat that owes a decision has a legal action.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn listed_actions_are_accepted_and_accepted_ones_listed<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let mut dice = moment.dice(b'l');
    for seat in moment.some_seats(SEATS_ASKED) {
        let (view, legal) = seen(moment, seat);
        let decision = S::Game::decision(&view, &legal);
        let allows = |action: &Action<S>| {
            decision
                .as_ref()
                .is_some_and(|decision| decision.answer(action).is_some())
        };
        let drawn = decision.as_ref().and_then(|decision| decision.random(&mut dice));
        let owes = moment.game().owing().contains(seat);
        hold!(
            !owes || drawn.is_some(),
            "{seat} owes a decision and is offered nothing: {legal:?}"
        );
        if let Some(action) = drawn {
            let allowed = allows(&action);
            hold!(
                allowed,
                "{seat} is not allowed {action:?}, which was drawn from {legal:?}"
            );
        }
        for action in candidates(moment, seat, &mut dice)? {
            let answer = moment.game().resolve(seat, &action);
            let listed = allows(&action);
            hold!(
                !listed || answer.is_ok(),
                "{seat} is offered {action:?}, which is refused: {answer:?}"
            );
            hold!(
                listed || answer.is_err(),
                "{seat} is not offered {action:?}, which is accepted"
            );
        }
    }
    Ok(())
}

/// The game refuses every action of a seat without legal actions. A seat that owes nothing has no default. A spectator,
/// and a seat that the match does not have, have no legal actions. Unless volunteers are declared, a seat that owes
/// nothing has no legal actions.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_seat_without_pending_decision_may_do_nothing<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let mut dice = moment.dice(b'n');
    let nothing = moment.game().any_action(Viewer::Spectator, &mut dice);
    hold!(nothing.is_none(), "a spectator is offered {nothing:?}");
    for seat in moment
        .seats()
        .iter()
        .filter(|seat| !moment.game().owing().contains(*seat))
    {
        let absent = moment.game().absent(seat);
        hold!(absent.is_err(), "{seat} owes nothing and has a default: {absent:?}");
        let offered = moment.game().any_action(Viewer::Seat(seat), &mut dice);
        if S::VOLUNTEERS.is_none() {
            hold!(offered.is_none(), "{seat} owes nothing and is offered {offered:?}");
        }
        if offered.is_none() {
            refuses_everything(moment, seat, "is offered nothing")?;
        }
    }
    let beyond = [moment.seats().get(), 31, 32, u8::MAX].map(SeatIndex::new);
    for seat in beyond.into_iter().filter(|seat| !moment.seats().has(*seat)) {
        hold!(
            moment.game().absent(seat).is_err(),
            "{seat} is not at the table and has a default"
        );
        let stranger = Viewer::Seat(seat);
        let offered = moment.game().any_action(stranger, &mut dice);
        hold!(
            offered.is_none(),
            "{seat} is not at the table and is offered {offered:?}"
        );
        // A viewer of a seat that does not exist must not make the game panic; a stranger's view is not checked for
        // secrets.
        let _ = (
            moment.game().view(stranger, SeatSet::EMPTY),
            moment.game().pending_decisions(stranger),
        );
        refuses_everything(moment, seat, "is not at the table")?;
    }
    Ok(())
}

fn refuses_everything<S: Subject>(moment: &Moment<'_, S>, seat: SeatIndex, because: &str) -> Verdict {
    for action in candidates(moment, seat, &mut moment.dice(b'r'))? {
        let answer = moment.game().resolve(seat, &action);
        hold!(answer.is_err(), "{seat} {because} and may still do {action:?}");
    }
    Ok(())
}

/// After the end of a match, every action and every default is refused, no action is legal and no decision is pending.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn after_the_end_everything_is_refused<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    if moment.game().outcome(SeatSet::EMPTY).is_none() {
        return Ok(());
    }
    for viewer in moment.viewers() {
        let offered = moment.game().any_action(viewer, &mut moment.dice(b'e'));
        hold!(offered.is_none(), "{viewer} is offered {offered:?} after the end");
        let waiting = moment.game().pending_decisions(viewer);
        hold!(
            waiting.is_empty(),
            "{viewer} sees pending decisions after the end: {waiting:?}"
        );
    }
    for seat in moment.seats().iter() {
        hold!(
            moment.game().absent(seat).is_err(),
            "{seat} has a default after the end"
        );
        refuses_everything(moment, seat, "plays in a match that is over")?;
        for step in moment.steps() {
            if let crate::Step::Act(_, action) = step {
                let answer = moment.game().resolve(seat, action);
                hold!(answer.is_err(), "{seat} may do {action:?} after the end");
            }
        }
    }
    Ok(())
}

/// At the end every seat has a standing, equal seats share a rank, and the next rank is skipped: 1, 2, 2, 4.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn standings_rank_every_seat_and_ties_share<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let Some(outcome) = moment.game().outcome(SeatSet::EMPTY) else {
        return Ok(());
    };
    let standings = &outcome.standings;
    hold!(
        standings.seats() == moment.seats(),
        "{} seats have a standing",
        standings.seats().get()
    );
    let ranks: Vec<u8> = standings.iter().map(|standing| standing.rank).collect();
    for (seat, standing) in standings.enumerate() {
        let better = ranks.iter().filter(|rank| **rank < standing.rank).count();
        hold!(
            usize::from(standing.rank) == better + 1,
            "{seat} has rank {} among {ranks:?}",
            standing.rank
        );
        let wrong = standing.labels.iter().find(|label| !is_code(label.0));
        hold!(wrong.is_none(), "{seat} has the label {wrong:?}");
    }
    Ok(())
}

/// The scores of a finished match add up to the sum that was declared, if one was.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn score_is_conserved_where_declared<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let declared = match S::score_sum() {
        Declared::Yes(sum) => sum(moment.config()),
        Declared::No(reason) => {
            hold!(!reason.trim().is_empty(), "no reason is given why scores do not add up");
            return Ok(());
        }
    };
    let Some(outcome) = moment.game().outcome(SeatSet::EMPTY) else {
        return Ok(());
    };
    let scores: Vec<_> = outcome.standings.iter().map(|standing| standing.score).collect();
    let sum: i64 = scores.iter().flatten().sum();
    hold!(
        sum == declared,
        "the scores {scores:?} add up to {sum}, not to {declared}"
    );
    Ok(())
}

/// Rotating the seats and then playing gives the same result as playing and then rotating, if the subject declares this
/// and the step draws nothing; the outcome rotates, too.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn seats_are_treated_alike_where_declared<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let rotation = match S::seats_alike() {
        Declared::Yes(rotation) => rotation,
        Declared::No(reason) => {
            hold!(!reason.trim().is_empty(), "no reason is given why seats are not alike");
            return Ok(());
        }
    };
    let seats = moment.seats();
    let turned = |seat: SeatIndex| SeatIndex::new((seat.get() + 1) % seats.get());
    let other = (rotation.game)(moment.game());
    let owing: SeatSet = moment.game().owing().iter().map(turned).collect();
    hold!(
        owing == other.owing(),
        "with seats rotated, {:?} owe and not {owing:?}",
        other.owing()
    );
    if let (Some(one), Some(two)) = (moment.game().outcome(SeatSet::EMPTY), other.outcome(SeatSet::EMPTY)) {
        let unlike = one
            .standings
            .enumerate()
            .find(|(seat, standing)| two.standings.get(turned(*seat)) != Some(standing));
        hold!(unlike.is_none(), "with seats rotated, {unlike:?} ends otherwise");
    }
    for step in next_steps(moment, SEATS_ASKED, b'a') {
        let same = match &step {
            crate::Step::Act(seat, action) => crate::Step::Act(turned(*seat), (rotation.action)(action, seats)),
            crate::Step::Absent(seat) => crate::Step::Absent(turned(*seat)),
        };
        let (mut one, mut two) = (
            Recording::new(moment.chance().clone()),
            Recording::new(moment.chance().clone()),
        );
        let (here, there) = (
            after::<S>(moment.game(), &step, &mut one),
            after::<S>(&other, &same, &mut two),
        );
        hold!(
            here.is_some() == there.is_some(),
            "{step:?} is refused only on one side when seats are rotated"
        );
        hold!(
            one.draws.is_empty() == two.draws.is_empty(),
            "{step:?} draws only on one side when seats are rotated"
        );
        if let (Some((here, _)), Some((there, _)), true) = (here, there, one.draws.is_empty()) {
            hold!(
                (rotation.game)(&here) == there,
                "{step:?} has another effect when seats are rotated"
            );
        }
    }
    Ok(())
}

/// Every invariant of the specification holds, in every state and over every change.
///
/// # Errors
///
/// The invariant's ID and the violation.
pub fn invariants_hold<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let invariants = S::invariants();
    hold!(!invariants.is_empty(), "the game names no invariant");
    for invariant in invariants {
        let held = match invariant.holds {
            Holds::State(holds) => holds(moment.game()),
            Holds::Change(holds) => moment.play.change().map_or(Ok(()), holds),
        };
        held.map_err(|what| format!("{}: {what}", invariant.id))?;
    }
    Ok(())
}
