//! Worlds that a viewer cannot distinguish.
//!
//! Nearly all hidden facts of Grunkle Match follow from the submissions: the bids, names, targets and default marks of
//! others, and from them their garnets. Another world is therefore another course of the match: it changes submissions
//! of others slightly and replays the match. The change stays if it changes nothing for the viewer. `known.rs` lists
//! the facts that the viewer knows, from the table of visibility and independent of the view.

mod course;
mod edits;
mod known;

use tinsel_engine::{Chance, GameEngine, SeatIndex, Viewer, present::Present};

use self::{course::Course, known::Known};
use crate::{
    components::SEAT_COUNT,
    config::DeathMatchInfo,
    score,
    state::{GrunkleMatch, Stage},
    submission::{Ballot, Made, Submission},
    testkit::again,
};

/// Number of small changes of the hidden past.
const CHANGES: u32 = 24;

/// A match that `viewer` cannot distinguish from `game`, with everything replaced that is hidden from it.
///
/// It replaces the others' submissions in the open round, and in resolved rounds if the viewer's knowledge stays equal.
/// Consequences of these change too, such as garnets before the scoring. It also replaces votes that are not counted,
/// and the text about the Death Match unless the viewer received it.
#[must_use]
pub fn redeal(game: &GrunkleMatch, viewer: Viewer, chance: &mut dyn Chance) -> Option<GrunkleMatch> {
    let others: Vec<SeatIndex> = SEAT_COUNT.iter().filter(|seat| !viewer.is(*seat)).collect();
    let known = Known::of(game, viewer);
    let mut course = Course::of(game)?;
    for _ in 0..CHANGES {
        let Some(changed) = course.changed(&others, chance) else {
            continue;
        };
        if Known::of(&changed.world(game), viewer) == known {
            course = changed;
        }
    }
    let mut world = course.world(game);
    if known.death_match_info.is_none() {
        world.config.death_match_info = text(chance);
    }
    // After small changes, the round can still resolve to the same visible result.
    let a_little = chance.once_in("redeal", 2);
    for seat in others {
        replace_sealed(&mut world, seat, a_little, chance);
    }
    Some(world)
}

/// A text of random length.
fn text(chance: &mut dyn Chance) -> DeathMatchInfo {
    let length = chance.pick("worlds: text", &[0, 1, 9, 60, 2000]).copied();
    DeathMatchInfo::new("ø".repeat(length.unwrap_or(0)))
}

/// Replaces the seat's sealed submission and its ballot, if there are any.
fn replace_sealed(world: &mut GrunkleMatch, seat: SeatIndex, a_little: bool, chance: &mut dyn Chance) {
    if !world.acted().contains(seat) {
        return;
    }
    let candidates = match &mut world.stage {
        Stage::Bidding { sealed, .. } => {
            let own = sealed.at_mut(seat).take().filter(|_| a_little);
            let changed = own.and_then(|own| changed_a_little(world, seat, &own, chance));
            let submission = changed.or_else(|| any_submission(world, seat, chance));
            if let Stage::Bidding { sealed, .. } = &mut world.stage {
                *sealed.at_mut(seat) = submission;
            }
            return;
        }
        Stage::TieBreak { .. } => score::scoring(&world.table).candidates,
        Stage::Ended { .. } => return,
    };
    let candidates: Vec<SeatIndex> = candidates.iter().collect();
    let voted = chance.pick("worlds: vote", &candidates).copied();
    let ballot = voted
        .filter(|_| !chance.once_in("redeal", 4))
        .map_or(Ballot::Abstained, Ballot::For);
    if let Stage::TieBreak { ballots } = &mut world.stage {
        *ballots.at_mut(seat) = Some(ballot);
    }
}

/// A legal submission similar to `own`, if one is found; sometimes `own` itself.
fn changed_a_little(
    game: &GrunkleMatch,
    seat: SeatIndex,
    own: &Submission,
    chance: &mut dyn Chance,
) -> Option<Submission> {
    let edited = edits::edited(own, game, seat, chance);
    let edited = Some(edited).filter(|_| chance.once_in("redeal", 2));
    let judged = |submission: Submission| match again(game, seat, &submission).ok()?.made {
        Made::Submitted(submission) => Some(submission),
        Made::Voted(_) => None,
    };
    edited.into_iter().chain([*own]).find_map(judged)
}

/// A random legal submission of `seat`, which owes one; sometimes its default.
fn any_submission(game: &GrunkleMatch, seat: SeatIndex, chance: &mut dyn Chance) -> Option<Submission> {
    let action = if chance.number("redeal", 4) == 0 {
        None
    } else {
        game.any_action(Viewer::Seat(seat), chance)
    };
    let made = match action {
        Some(action) => game.resolve(seat, &action),
        None => game.absent(seat),
    };
    match made {
        Ok(made) => match made.made {
            Made::Submitted(submission) => Some(submission),
            Made::Voted(_) => None,
        },
        Err(rejected) => panic!("{seat} cannot submit again: {rejected}"),
    }
}
