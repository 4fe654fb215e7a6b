//! GM-I10 to GM-I12: submissions and rounds.

use tinsel_engine::{GameEngine, SeatIndex, SeatSet, Viewer};
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::SEAT_COUNT,
    state::{GrunkleMatch, Stage},
};

// GM-I10
/// GM-I10: rounds go forwards, one at a time, to the seventh; in an open round, each of the seven seats owes a
/// submission or has submitted.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn rounds_go_forwards_and_all_seven_submit(change: Change<'_, GrunkleMatch>) -> Verdict {
    let after = change.after;
    let number = after.round().number();
    let steps = change
        .before
        .map_or(0, |before| number.saturating_sub(before.round().number()));
    let back = change.before.is_some_and(|before| before.round() > after.round());
    hold(!back && steps <= 1 && number <= 7, || {
        format!("it is {} now", after.round())
    })?;
    match &after.stage {
        Stage::Bidding { .. } => {
            let both: Vec<SeatIndex> = after.owing().iter().chain(after.acted().iter()).collect();
            equal("awaited and submitted", &both.len(), &7)?;
            equal("seats", &both.into_iter().collect::<SeatSet>(), &SEAT_COUNT.all())?;
            equal(
                "resolved rounds",
                &after.table.past.len(),
                &usize::from(number.saturating_sub(1)),
            )
        }
        Stage::TieBreak { .. } | Stage::Ended { .. } => equal("resolved rounds", &after.table.past.len(), &7),
    }
}

// GM-I11
/// GM-I11: a match is over after 49 submissions and 0, 3 or 4 votes.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn it_ends_after_49_submissions_and_the_votes(game: &GrunkleMatch) -> Verdict {
    let resolved = game.table.past.iter().map(|past| past.submissions.iter().len());
    let submitted = resolved.sum::<usize>();
    match &game.stage {
        Stage::Bidding { sealed, .. } => {
            let open = sealed.iter().flatten().count();
            hold(submitted.saturating_add(open) < 49, || {
                format!("{submitted} and {open} are in")
            })
        }
        Stage::TieBreak { ballots } => {
            equal("submissions", &submitted, &49)?;
            let (voted, awaited) = (ballots.iter().flatten().count(), game.owing().iter().count());
            let voters = voted.saturating_add(awaited);
            hold([3, 4].contains(&voters) && awaited > 0, || {
                format!("{voted} voted, {awaited} are awaited")
            })
        }
        Stage::Ended { verdict } => {
            equal("submissions", &submitted, &49)?;
            let votes = verdict.ballots.iter().flatten().count();
            hold([0, 3, 4].contains(&votes), || format!("{votes} votes"))
        }
    }
}

// GM-I12
/// GM-I12: every seat that owes a submission has a legal one, and its default is legal.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn every_awaited_seat_has_a_legal_submission(game: &GrunkleMatch) -> Verdict {
    let Stage::Bidding { .. } = &game.stage else {
        return Ok(());
    };
    for seat in game.owing().iter() {
        let viewer = Viewer::Seat(seat);
        let waiting = game
            .pending_decisions(viewer)
            .into_iter()
            .find(|decision| decision.seat == seat);
        let default = waiting.and_then(|decision| decision.default.action);
        let Some(default) = default else {
            return Err(format!("{seat} does not see its default"));
        };
        let answer = game.resolve(seat, &default);
        hold(answer.is_ok(), || {
            format!("the default of {seat} is refused: {answer:?}")
        })?;
        hold(game.absent(seat).is_ok(), || format!("{seat} has no default"))?;
    }
    Ok(())
}
