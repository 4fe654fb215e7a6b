//! Laws about inactive seats.

use tinsel_engine::{Chance, GameEngine, MatchRng, SeatIndex, SeatSet, Viewer, present::Present};

use crate::{
    ask::hold,
    play::{Moment, Verdict, caught},
    subject::Subject,
};

/// Number of decisions between the moments from which all seats become inactive.
const APART: u64 = 16;

/// From the start, and from states all along a match, defaults alone bring the match to its end within the declared
/// bound.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_match_of_absent_players_finishes<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let (taken, most) = (moment.play.decisions(), S::Game::decisions_max(moment.config()));
    if taken % APART != moment.play.seed % APART && taken > 0 {
        return Ok(());
    }
    let (mut game, mut chance, mut dice) = (moment.game().clone(), moment.chance().clone(), moment.dice(b'o'));
    for decision in taken..=most {
        let owing: Vec<SeatIndex> = game.owing().iter().collect();
        let Some(seat) = <dyn Chance>::pick(&mut dice, "who is found absent", &owing) else {
            hold!(
                game.outcome(SeatSet::EMPTY).is_some(),
                "no decision is pending after {decision} decisions, and there is no outcome"
            );
            return Ok(());
        };
        stay_away::<S>(&mut game, *seat, &mut chance).map_err(|what| format!("after {decision} decisions: {what}"))?;
    }
    Err(format!(
        "with only inactive seats after {taken} decisions, the match continues after {most}"
    ))
}

fn stay_away<S: Subject>(game: &mut S::Game, seat: SeatIndex, chance: &mut MatchRng) -> Verdict {
    caught(|| match game.absent(seat) {
        Ok(made) => {
            game.commit(made, SeatSet::EMPTY, chance);
            Ok(())
        }
        Err(refusal) => Err(format!("{seat} owes a decision and its default is refused: {refusal}")),
    })
}

/// Every seat that owes a decision has a default. If a viewer sees the action of the default, the game accepts this
/// action of the seat.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn every_default_is_legal<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    for seat in moment.game().owing().iter() {
        if let Err(refusal) = moment.game().absent(seat) {
            return Err(format!("{seat} owes a decision and its default is refused: {refusal}"));
        }
    }
    for viewer in moment.viewers() {
        let waiting = moment.game().pending_decisions(viewer);
        // `waiting` may also list seats that have decided, to hide which seats have.
        for decision in waiting
            .into_iter()
            .filter(|decision| moment.game().owing().contains(decision.seat))
        {
            let Some(action) = decision.default.action else {
                continue;
            };
            let seat = decision.seat;
            let answer = moment.game().resolve(seat, &action);
            hold!(
                answer.is_ok(),
                "the default of {seat}, {action:?}, is refused: {answer:?}"
            );
            let viewer = Viewer::Seat(seat);
            let (view, legal) = (moment.game().view(viewer, SeatSet::EMPTY), moment.game().legal(viewer));
            hold!(
                S::Game::allows(&view, &legal, &action),
                "the default of {seat}, {action:?}, is not offered: {legal:?}"
            );
        }
    }
    Ok(())
}
