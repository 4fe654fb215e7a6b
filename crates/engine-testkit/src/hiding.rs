//! Laws about what viewers may know.
//!
//! Everything that a viewer may not know is dealt anew. In both worlds, everything that leaves the server for that
//! viewer must be the same, to the letter.

use std::fmt::Debug;

use tinsel_engine::{Audience, Chance, Events, GameEngine, RejectCode, SeatSet, Viewer};

use crate::{
    ask::{candidates, hold},
    play::{Moment, Verdict},
    subject::Subject,
};

/// Another world for each of the viewers asked about at this moment.
pub(crate) fn worlds<'a, S: Subject>(moment: &'a Moment<'_, S>) -> impl Iterator<Item = (Viewer, S::Game)> + 'a {
    let mut dice = moment.dice(b'd');
    asked(moment).into_iter().filter_map(move |viewer| {
        let other = S::redeal(moment.game(), viewer, &mut dice)?;
        Some((viewer, other))
    })
}

/// How many viewers are asked about at one moment, at most. Worlds are dear, and there are many moments.
const VIEWERS_ASKED: usize = 2;

/// The viewers asked about at this moment; other ones from moment to moment.
pub(crate) fn asked<S: Subject>(moment: &Moment<'_, S>) -> Vec<Viewer> {
    let mut viewers: Vec<_> = moment.viewers().collect();
    <dyn Chance>::shuffle(&mut moment.dice(b'v'), "viewers to ask", &mut viewers);
    viewers.truncate(VIEWERS_ASKED);
    viewers
}

/// In a world that a viewer cannot tell from this one, it has the same view, the same legal actions, the same
/// decisions to wait for, the same refusals, and the same outcome; equal values, and of equal length.
///
/// # Errors
///
/// What is wrong.
pub fn no_viewer_can_tell_hidden_worlds_apart<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let here = moment.game();
    for (viewer, there) in worlds(moment) {
        same(viewer, "view", &here.view(viewer), &there.view(viewer))?;
        same(viewer, "legal actions", &here.legal(viewer), &there.legal(viewer))?;
        same(
            viewer,
            "decisions waited for",
            &here.waiting(viewer),
            &there.waiting(viewer),
        )?;
        same(viewer, "outcome", &here.outcome(), &there.outcome())?;
        same_refusals(moment, viewer, &there)?;
    }
    Ok(())
}

/// Equal, and to the letter.
fn same<T: PartialEq + Debug>(viewer: Viewer, what: &str, here: &T, there: &T) -> Verdict {
    let alike = here == there && format!("{here:?}") == format!("{there:?}");
    hold!(
        alike,
        "{viewer} can tell hidden worlds apart by its {what}:\n  {here:?}\n  {there:?}"
    );
    Ok(())
}

/// Whatever a seat asks for, it gets the same answer in both worlds.
fn same_refusals<S: Subject>(moment: &Moment<'_, S>, viewer: Viewer, there: &S::Game) -> Verdict {
    let Viewer::Seat(seat) = viewer else { return Ok(()) };
    for action in candidates(moment, seat, &mut moment.dice(b'q'))? {
        let told = |game: &S::Game| {
            let refusal = game.resolve(seat, &action).err()?;
            Some((
                refusal.code(),
                refusal.rule(),
                refusal.fault(),
                refusal.to_string(),
                format!("{refusal:?}"),
            ))
        };
        let (one, two) = (told(moment.game()), told(there));
        hold!(
            one == two,
            "{seat} can tell hidden worlds apart by asking for {action:?}:\n  {one:?}\n  {two:?}"
        );
    }
    let absent = |game: &S::Game| game.absent(seat).err().map(|refusal| refusal.to_string());
    same(viewer, "refused default", &absent(moment.game()), &absent(there))
}

/// An event that every seat is told, a spectator is told, too; no event is for nobody or for a stranger. And where a
/// seat cannot tell two worlds apart, a spectator cannot.
///
/// # Errors
///
/// What is wrong.
pub fn a_spectator_sees_what_every_seat_sees<S: Subject>(moment: &Moment<'_, S>) -> Verdict {
    let all = moment.seats().all();
    for addressed in moment.play.told.last().into_iter().flat_map(Events::iter) {
        let Audience::Only(seats) = addressed.to else { continue };
        let event = &addressed.event;
        hold!(seats != SeatSet::EMPTY, "nobody is told {event:?}");
        hold!(
            seats.iter().all(|seat| all.contains(seat)),
            "a stranger is told {event:?}: {seats:?}"
        );
        hold!(
            seats != all || all.len() == 1,
            "every seat is told {event:?}, and a spectator is not"
        );
    }
    for (viewer, other) in worlds(moment) {
        let (here, there) = (moment.game().view(Viewer::Spectator), other.view(Viewer::Spectator));
        hold!(
            here == there,
            "a spectator sees what {viewer} does not:\n  {here:?}\n  {there:?}"
        );
        let (here, there) = (
            moment.game().waiting(Viewer::Spectator),
            other.waiting(Viewer::Spectator),
        );
        hold!(
            here == there,
            "a spectator waits for what {viewer} does not know:\n  {here:?}\n  {there:?}"
        );
    }
    Ok(())
}
