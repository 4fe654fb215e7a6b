//! The law about forfeits, which take precedence over every rule of a game.

use tinsel_engine::{Chance, GameEngine, Label, MatchRng, Outcome, SeatIndex, SeatSet};

use crate::{
    ask::hold,
    play::{Moment, Verdict, match_seed},
    step::Step,
    subject::{Event, Stated, Subject},
};

/// Maximum number of seats that forfeit alone.
const ALONE: usize = 3;

/// Forfeited seats rank behind all others, which keep their order, and no forfeited seat is a winner. The last event,
/// every view and the outcome state the same result. If all have forfeited, the ranking stands.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn forfeited_seats_rank_last_and_never_win<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let Some(usual) = moment.game().outcome(SeatSet::EMPTY) else {
        return Ok(());
    };
    let all = moment.seats().all();
    let mut dice = moment.dice(b'f');
    let some = all
        .iter()
        .filter(|_| <dyn Chance>::pick(&mut dice, "whether a seat has forfeited", &[true, false]) == Some(&true));
    let mut sets = vec![SeatSet::EMPTY, all, some.collect()];
    sets.extend(moment.some_seats(ALONE).into_iter().map(SeatSet::only));
    for forfeited in sets {
        let outcome = moment.game().outcome(forfeited);
        let Some(outcome) = outcome else {
            return Err(format!("if {forfeited:?} have forfeited, there is no outcome"));
        };
        ranked::<S>(forfeited, &usual, &outcome)?;
        let expected = Stated {
            ranks: Some(outcome.standings.iter().map(|standing| standing.rank).collect()),
            winners: Some(labelled(&outcome, Label::WINNER)),
        };
        for viewer in moment.viewers() {
            let stated = S::result_in_view(&moment.game().view(viewer, forfeited));
            agrees("the view", forfeited, stated, &expected)?;
        }
        let last = last_event(moment, forfeited).and_then(|event| S::result_in_event(&event));
        agrees("the last event", forfeited, last, &expected)?;
    }
    Ok(())
}

fn ranked<S: Subject>(forfeited: SeatSet, usual: &Outcome, outcome: &Outcome) -> Verdict {
    let key = |outcome: &Outcome, seat| (outcome.standings.at(seat).rank, forfeited.contains(seat));
    let seats = outcome.standings.seats();
    let is_all = forfeited == seats.all();
    for (seat, standing) in outcome.standings.enumerate() {
        let behind = |other| (key(outcome, other).1, key(usual, other).0) < (key(outcome, seat).1, key(usual, seat).0);
        let better = seats.iter().filter(|other| behind(*other)).count();
        hold!(
            usize::from(standing.rank) == better + 1,
            "if {forfeited:?} have forfeited, {seat} has rank {} and not {}",
            standing.rank,
            better + 1
        );
        hold!(
            is_all || !standing.labels.contains(&Label::WINNER) || !forfeited.contains(seat),
            "{seat} has forfeited and wins"
        );
        let known: Vec<_> = S::Game::FACTS.labels.iter().map(|facts| facts.label).collect();
        let listed: Vec<_> = known
            .into_iter()
            .filter(|label| standing.labels.contains(label))
            .collect();
        hold!(
            listed == standing.labels,
            "{seat} has the labels {:?}, which the facts do not list in this order",
            standing.labels
        );
    }
    hold!(
        !is_all || labelled(outcome, Label::WINNER).is_empty(),
        "all have forfeited and there is a winner"
    );
    Ok(())
}

fn labelled(outcome: &Outcome, label: Label) -> SeatSet {
    let seats = outcome.standings.enumerate();
    let labelled = seats.filter(|(_, standing)| standing.labels.contains(&label));
    labelled.map(|(seat, _)| seat).collect()
}

fn agrees(what: &str, forfeited: SeatSet, stated: Option<Stated>, expected: &Stated) -> Verdict {
    let stated = stated.unwrap_or_default();
    let same = (stated.ranks.is_none() || stated.ranks == expected.ranks)
        && (stated.winners.is_none() || stated.winners == expected.winners);
    hold!(
        same,
        "if {forfeited:?} have forfeited, {what} states {stated:?} and the outcome {expected:?}"
    );
    Ok(())
}

/// The last event of the match, if these seats had forfeited before its last step.
fn last_event<S: Subject>(moment: &Moment<'_, S>, forfeited: SeatSet) -> Option<Event<S>> {
    let mut chance = MatchRng::new(match_seed(moment.play.seed));
    let (mut game, _) = S::Game::start(moment.config(), &mut chance);
    let mut last = None;
    for step in moment.steps() {
        let made = match step {
            Step::Act(seat, action) => game.resolve(*seat, action),
            Step::Absent(seat) => game.absent(*seat),
        };
        let events = game.commit(made.ok()?, forfeited, &mut chance);
        last = events.iter().last().map(|addressed| addressed.event.clone());
    }
    last
}

/// The seats with these numbers.
#[must_use]
pub fn seat_set(numbers: &[u8]) -> SeatSet {
    numbers.iter().copied().map(SeatIndex::new).collect()
}

/// The ranks of an outcome, seat by seat, and the seats with this label.
#[must_use]
pub fn ranks_and(label: &str, outcome: &Outcome) -> (Vec<u8>, Vec<u8>) {
    let ranks = outcome.standings.iter().map(|standing| standing.rank);
    let standings = outcome.standings.enumerate();
    let labelled = standings.filter(|(_, standing)| standing.labels.iter().any(|of| of.0 == label));
    (ranks.collect(), labelled.map(|(seat, _)| seat.get()).collect())
}
