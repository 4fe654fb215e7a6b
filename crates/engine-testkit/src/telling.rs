//! The law about what viewers are told.
//!
//! An event may tell what a view shows afterwards, and nothing else. So two changes that come to the same for a viewer
//! are told to it alike: whichever world they start from, whatever others do in secret, and however chance falls.

use tinsel_engine::{Chance, Events, GameEngine, MatchRng, Viewer};

use crate::{
    ask::{after, hold, next_steps},
    dice::Dice,
    hiding::asked,
    play::{Moment, Verdict, match_seed},
    step::Step,
    subject::{Action, Event, Subject},
};

/// If a viewer cannot tell two worlds apart before a change nor after it, it cannot by what it is told of the change
/// either. What rules reveal, a view shows.
///
/// The worlds are this one and one in which everything the viewer may not know is dealt anew. The change is the same
/// decision in both, or another real one of the same seat in secret, or the same one with other draws; and, at the
/// beginning, the start with other draws.
///
/// # Errors
///
/// What is wrong.
pub fn events_tell_each_viewer_no_more_than_its_view<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    if moment.steps().is_empty() {
        starts_are_told_alike(moment)?;
    }
    let (here, now) = (moment.game(), moment.chance());
    let elsewhere = MatchRng::new(match_seed(u64::MAX - moment.play.seed));
    let mut dice = moment.dice(b'u');
    let steps = next_steps(moment, 1, b't');
    let taken: Vec<_> = steps
        .iter()
        .filter_map(|step| Some((step, Told::<S>::of(here, step, now)?)))
        .collect();
    for viewer in asked(moment) {
        let dealt = S::redeal(here, viewer, &mut dice);
        for (step, one) in &taken {
            no_more(viewer, one, Told::of(here, step, &elsewhere))?;
            for there in [Some(here), dealt.as_ref()].into_iter().flatten() {
                no_more(viewer, one, Told::of(there, step, now))?;
                let other = another::<S>(there, viewer, step, &mut dice);
                no_more(viewer, one, other.and_then(|step| Told::of(there, &step, now)))?;
            }
        }
    }
    Ok(())
}

/// How many other starts are compared with the match's own.
const STARTS: u64 = 4;

fn starts_are_told_alike<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let Some(events) = moment.play.told.first() else {
        return Ok(());
    };
    let own = Told::<S> {
        step: None,
        world: moment.game().clone(),
        events: events.clone(),
    };
    for other in 1..=STARTS {
        let mut chance = MatchRng::new(match_seed(u64::MAX - moment.play.seed - other));
        let (world, events) = S::Game::start(moment.config(), &mut chance);
        let other = Told {
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
        Step::Act(seat, _) if !viewer.is(*seat) => {
            S::random_action(&there.legal(Viewer::Seat(*seat)), dice).map(|action| Step::Act(*seat, action))
        }
        Step::Act(..) | Step::Absent(_) => None,
    }
}

/// A change: the step, if it is not the start, the world it led to, and what was told of it.
struct Told<S: Subject> {
    step: Option<Step<Action<S>>>,
    world: S::Game,
    events: Events<Event<S>>,
}

impl<S: Subject> Told<S> {
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

fn no_more<S: Subject>(viewer: Viewer, one: &Told<S>, two: Option<Told<S>>) -> Verdict {
    two.map_or(Ok(()), |two| compare(viewer, one, &two))
}

/// Told alike, or seen to be different.
fn compare<S: Subject>(viewer: Viewer, one: &Told<S>, two: &Told<S>) -> Verdict {
    let (first, second) = (one.seen_by(viewer), two.seen_by(viewer));
    if first == second && format!("{first:?}") == format!("{second:?}") {
        return Ok(());
    }
    let shown = one.world.view(viewer) != two.world.view(viewer)
        || one.world.legal(viewer) != two.world.legal(viewer)
        || one.world.waiting(viewer) != two.world.waiting(viewer)
        || one.world.outcome() != two.world.outcome();
    hold!(
        shown,
        "{viewer} is told a secret that its view does not show:\n  of {:?}: {first:?}\n  of {:?}: {second:?}",
        one.step,
        two.step
    );
    Ok(())
}
