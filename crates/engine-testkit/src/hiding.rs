//! Laws about what viewers may know.
//!
//! A second world replaces everything that a viewer may not know. In both worlds, everything that leaves the server for
//! that viewer must be equal, byte for byte.

use std::fmt::Debug;

use tinsel_engine::{Audience, Chance, Events, GameEngine, RejectCode, SeatSet, Viewer};

use crate::{
    ask::{candidates, hold},
    play::{Moment, Verdict},
    subject::Subject,
};

/// Another world for each of the viewers that this moment checks.
pub(crate) fn worlds<'a, S: Subject>(moment: &'a Moment<'_, S>) -> impl Iterator<Item = (Viewer, S::Game)> + 'a {
    let mut dice = moment.dice(b'd');
    asked(moment).into_iter().filter_map(move |viewer| {
        let other = S::redeal(moment.game(), viewer, &mut dice)?;
        Some((viewer, other))
    })
}

/// Maximum number of viewers that are checked at one moment. Worlds are expensive, and there are many moments.
const VIEWERS_ASKED: usize = 2;

/// The viewers that this moment checks; the choice varies from moment to moment.
pub(crate) fn asked<S: Subject>(moment: &Moment<'_, S>) -> Vec<Viewer> {
    let mut viewers: Vec<_> = moment.viewers().collect();
    <dyn Chance>::shuffle(&mut moment.dice(b'v'), "viewers to ask", &mut viewers);
    viewers.truncate(VIEWERS_ASKED);
    viewers
}

/// A viewer gets the same view, legal actions, pending decisions, refusals and outcome in another world that differs
/// only in facts hidden from it: equal values, of equal printed form.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn no_viewer_can_distinguish_hidden_worlds<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let here = moment.game();
    for (viewer, there) in worlds(moment) {
        same(
            viewer,
            "view",
            &here.view(viewer, SeatSet::EMPTY),
            &there.view(viewer, SeatSet::EMPTY),
        )?;
        same(viewer, "legal actions", &here.legal(viewer), &there.legal(viewer))?;
        same(
            viewer,
            "decisions waited for",
            &here.pending_decisions(viewer),
            &there.pending_decisions(viewer),
        )?;
        same(
            viewer,
            "outcome",
            &here.outcome(SeatSet::EMPTY),
            &there.outcome(SeatSet::EMPTY),
        )?;
        same_refusals(moment, viewer, &there)?;
    }
    Ok(())
}

/// Fails unless both values are equal and print equally.
fn same<T: PartialEq + Debug>(viewer: Viewer, what: &str, here: &T, there: &T) -> Verdict {
    let alike = here == there && format!("{here:?}") == format!("{there:?}");
    hold!(
        alike,
        "{viewer} can distinguish hidden worlds by its {what}:\n  {here:?}\n  {there:?}"
    );
    Ok(())
}

/// For every action, a seat gets the same answer in both worlds.
fn same_refusals<S: Subject>(moment: &Moment<'_, S>, viewer: Viewer, there: &S::Game) -> Verdict {
    let Viewer::Seat(seat) = viewer else { return Ok(()) };
    for action in candidates(moment, seat, &mut moment.dice(b'q'))? {
        let disclosed = |game: &S::Game| {
            let refusal = game.resolve(seat, &action).err()?;
            Some((
                refusal.code(),
                refusal.rule(),
                refusal.fault(),
                refusal.to_string(),
                format!("{refusal:?}"),
            ))
        };
        let (one, two) = (disclosed(moment.game()), disclosed(there));
        hold!(
            one == two,
            "{seat} can distinguish hidden worlds by submitting {action:?}:\n  {one:?}\n  {two:?}"
        );
    }
    let absent = |game: &S::Game| game.absent(seat).err().map(|refusal| refusal.to_string());
    same(viewer, "refused default", &absent(moment.game()), &absent(there))
}

/// A spectator receives every event that every seat receives. Every event has a recipient, and no recipient is a seat
/// that the match does not have. Where a seat cannot distinguish two worlds, a spectator cannot either.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_spectator_sees_what_every_seat_sees<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let all = moment.seats().all();
    for addressed in moment.play.events.last().into_iter().flat_map(Events::iter) {
        let Audience::Only(seats) = addressed.to else { continue };
        let event = &addressed.event;
        hold!(seats != SeatSet::EMPTY, "{event:?} has no recipients");
        hold!(
            seats.iter().all(|seat| all.contains(seat)),
            "an unknown seat receives {event:?}: {seats:?}"
        );
        hold!(
            seats != all || all.len() == 1,
            "every seat receives {event:?}, and a spectator does not"
        );
    }
    for (viewer, other) in worlds(moment) {
        let (here, there) = (
            moment.game().view(Viewer::Spectator, SeatSet::EMPTY),
            other.view(Viewer::Spectator, SeatSet::EMPTY),
        );
        hold!(
            here == there,
            "a spectator sees what {viewer} does not:\n  {here:?}\n  {there:?}"
        );
        let (here, there) = (
            moment.game().pending_decisions(Viewer::Spectator),
            other.pending_decisions(Viewer::Spectator),
        );
        hold!(
            here == there,
            "a spectator waits for what {viewer} does not know:\n  {here:?}\n  {there:?}"
        );
    }
    Ok(())
}
