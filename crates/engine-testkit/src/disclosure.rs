//! The law about the contents of events.
//!
//! An event may contain facts that a view shows afterwards, and nothing else. Two changes with the same visible result
//! therefore send a viewer the same events: for any hidden state before, any secret decisions of others, and any draws.

use tinsel_engine::{Chance, Events, GameEngine, MatchRng, SeatSet, Viewer, present::Present};

use crate::{
    ask::{after, hold, next_steps},
    dice::Dice,
    hiding::asked,
    play::{Moment, Verdict, match_seed},
    step::Step,
    subject::{Action, Event, Subject},
};

/// If a viewer cannot distinguish two worlds before a change nor after it, the events of the change must not
/// distinguish them either. A view shows every fact that the rules reveal.
///
/// The worlds are this one and one that replaces everything that the viewer may not know. The change is the same
/// decision in both, or another secret action of the same seat, or the same decision with other draws; at the
/// beginning, it is the start with other draws.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn events_disclose_no_more_than_views<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    if moment.steps().is_empty() {
        starts_disclose_no_more_than_views(moment)?;
    }
    let (here, now) = (moment.game(), moment.chance());
    let elsewhere = MatchRng::new(match_seed(u64::MAX - moment.play.seed));
    let mut dice = moment.dice(b'u');
    let steps = next_steps(moment, 1, b't');
    let taken: Vec<_> = steps
        .iter()
        .filter_map(|step| Some((step, Received::<S>::of(here, step, now)?)))
        .collect();
    for viewer in asked(moment) {
        let dealt = S::redeal(here, viewer, &mut dice);
        for (step, one) in &taken {
            no_more(viewer, one, Received::of(here, step, &elsewhere))?;
            for there in [Some(here), dealt.as_ref()].into_iter().flatten() {
                no_more(viewer, one, Received::of(there, step, now))?;
                let other = another::<S>(there, viewer, step, &mut dice);
                no_more(viewer, one, other.and_then(|step| Received::of(there, &step, now)))?;
            }
        }
    }
    Ok(())
}

/// Number of other starts that are compared with the match's own.
const STARTS: u64 = 4;

fn starts_disclose_no_more_than_views<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let Some(events) = moment.play.events.first() else {
        return Ok(());
    };
    let own = Received::<S> {
        step: None,
        world: moment.game().clone(),
        events: events.clone(),
    };
    for other in 1..=STARTS {
        let mut chance = MatchRng::new(match_seed(u64::MAX - moment.play.seed - other));
        let (world, events) = S::Game::start(moment.config(), &mut chance);
        let other = Received {
            step: None,
            world,
            events,
        };
        moment.viewers().try_for_each(|viewer| compare(viewer, &own, &other))?;
    }
    Ok(())
}

/// Another real action of the same seat, if it is not the viewer's own.
fn another<S: Subject>(
    there: &S::Game,
    viewer: Viewer,
    step: &Step<Action<S>>,
    dice: &mut Dice,
) -> Option<Step<Action<S>>> {
    match step {
        Step::Act(seat, _) if !viewer.is(*seat) => there
            .any_action(Viewer::Seat(*seat), dice)
            .map(|action| Step::Act(*seat, action)),
        Step::Act(..) | Step::Absent(_) => None,
    }
}

/// A change: the step, if it is not the start, the world that it led to, and its events.
struct Received<S: Subject> {
    step: Option<Step<Action<S>>>,
    world: S::Game,
    events: Events<Event<S>>,
}

impl<S: Subject> Received<S> {
    fn of(game: &S::Game, step: &Step<Action<S>>, chance: &(impl Chance + Clone)) -> Option<Self> {
        let (world, events) = after::<S>(game, step, &mut chance.clone())?;
        Some(Self {
            step: Some(step.clone()),
            world,
            events,
        })
    }

    fn seen_by(&self, viewer: Viewer) -> Vec<&Event<S>> {
        self.events
            .seen_by(viewer)
            .filter(|event| !S::fleeting(event))
            .collect()
    }
}

fn no_more<S: Subject>(viewer: Viewer, one: &Received<S>, two: Option<Received<S>>) -> Verdict {
    two.map_or(Ok(()), |two| compare(viewer, one, &two))
}

/// Fails if the viewer's events differ and the worlds after them look equal to it.
fn compare<S: Subject>(viewer: Viewer, one: &Received<S>, two: &Received<S>) -> Verdict {
    let (first, second) = (one.seen_by(viewer), two.seen_by(viewer));
    if first == second && format!("{first:?}") == format!("{second:?}") {
        return Ok(());
    }
    let shown = one.world.view(viewer, SeatSet::EMPTY) != two.world.view(viewer, SeatSet::EMPTY)
        || one.world.legal(viewer) != two.world.legal(viewer)
        || one.world.pending_decisions(viewer) != two.world.pending_decisions(viewer)
        || one.world.outcome(SeatSet::EMPTY) != two.world.outcome(SeatSet::EMPTY);
    hold!(
        shown,
        "{viewer} receives a secret that its view does not show:\n  of {:?}: {first:?}\n  of {:?}: {second:?}",
        one.step,
        two.step
    );
    Ok(())
}
