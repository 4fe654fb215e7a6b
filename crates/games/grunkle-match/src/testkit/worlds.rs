//! Worlds that a viewer cannot tell apart, and the same match seen from the next seat.
//!
//! Nearly everything that is hidden in Grunkle Match follows from what was submitted: others' bids, names, targets and
//! default marks, and through them their garnets. So another world is another course of the match: submissions of
//! others are changed a little, the match is played again with them, and the change stays if nothing changes for the
//! viewer. What the viewer knows is written down in `known.rs` after the table of visibility, apart from the view.

mod course;
mod edits;
mod known;
mod rotation;

use tinsel_engine::{Chance, GameEngine, SeatIndex, Viewer};

pub use rotation::{rotated, rotated_action};

use self::{course::Course, known::Known};
use crate::{
    bot::{self, below, once_in},
    components::SEAT_COUNT,
    config::DeathMatchInfo,
    score,
    state::{GrunkleMatch, Stage},
    submission::{Ballot, Made, Submission},
    testkit::again,
};

/// How often the hidden past is changed a little.
const CHANGES: u32 = 24;

/// A match that `viewer` cannot tell from `game`, with everything hidden from it dealt anew.
///
/// Anew are: what others submitted in the open round; what they submitted in resolved rounds, as far as that leaves
/// what the viewer knows as it is; what follows from it, such as their garnets before the scoring; votes that are not
/// counted; and the text about the Death Match unless the viewer was told it.
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
    // Small changes are what a round may resolve to the same from, as far as the viewer sees.
    let a_little = once_in(chance, 2);
    for seat in others {
        seal_anew(&mut world, seat, a_little, chance);
    }
    Some(world)
}

/// A text of any length.
fn text(chance: &mut dyn Chance) -> DeathMatchInfo {
    let length = chance.pick("worlds: text", &[0, 1, 9, 60, 2000]).copied();
    DeathMatchInfo::new("ø".repeat(length.unwrap_or(0)))
}

/// Something else in the seat's envelope, if there is something; something else on its ballot.
fn seal_anew(world: &mut GrunkleMatch, seat: SeatIndex, a_little: bool, chance: &mut dyn Chance) {
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
        .filter(|_| !once_in(chance, 4))
        .map_or(Ballot::Abstained, Ballot::For);
    if let Stage::TieBreak { ballots } = &mut world.stage {
        *ballots.at_mut(seat) = Some(ballot);
    }
}

/// A submission like `own`, if there is a legal one at hand; `own` itself now and then.
fn changed_a_little(
    game: &GrunkleMatch,
    seat: SeatIndex,
    own: &Submission,
    chance: &mut dyn Chance,
) -> Option<Submission> {
    let edited = edits::edited(own, game, seat, chance);
    let edited = Some(edited).filter(|_| once_in(chance, 2));
    let judged = |submission: Submission| match again(game, seat, &submission).ok()?.made {
        Made::Submitted(submission) => Some(submission),
        Made::Voted(_) => None,
    };
    edited.into_iter().chain([*own]).find_map(judged)
}

/// Anything that `seat`, which owes a submission, could submit; now and then its default.
fn any_submission(game: &GrunkleMatch, seat: SeatIndex, chance: &mut dyn Chance) -> Option<Submission> {
    let action = if below(chance, 4) == 0 {
        None
    } else {
        bot::random(&game.legal(Viewer::Seat(seat)), chance)
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
