//! Decisions of players. Submitting and dry runs validate them in the same order.

use std::borrow::Cow;

use tinsel_catalog::{Action, NotActed, NotAnswered};
use tinsel_engine::SeatIndex;
use tinsel_store::UnixMillis;

use super::{
    automatic,
    command::{Expected, Submission},
    decided::decided,
    transition::Transition,
};
use crate::{
    error::{RpcError, Violation},
    record::{Decider, MatchRecord, Play, SeatGrant},
    views::show,
};

/// Takes a player's decision, and then those of bots that follow from it.
///
/// # Errors
///
/// As [`judge`].
pub(crate) fn submit(
    record: &MatchRecord,
    now: UnixMillis,
    grant: SeatGrant,
    submission: &Submission,
    expected: Expected,
) -> Result<Transition, RpcError> {
    let (play, seat) = deciding(record, grant, expected)?;
    let action = action_of(record, play, seat, submission)?;
    let acted = play.game.act(seat, &action, record.setup.forfeited());
    let acted = acted.map_err(|not| refused(record, play, not))?;
    let (play, entry) = decided(&record.setup, play, now, seat, Some(&*action), acted);
    let (play, moves) = automatic::decide(&record.setup, play, now);
    let entries = std::iter::once(entry).chain(moves).collect();
    Ok(Transition::new(record.with_play(play), entries))
}

/// Validates a player's decision without taking it.
///
/// # Errors
///
/// In this order: if the seat's grant was revoked, the match was aborted, no player decides for the seat, the expected
/// revision differs, the match has not begun, the expected decision differs, or the game refuses the action.
pub(crate) fn judge(
    record: &MatchRecord,
    grant: SeatGrant,
    submission: &Submission,
    expected: Expected,
) -> Result<(), RpcError> {
    let (play, seat) = deciding(record, grant, expected)?;
    let judged = play.game.judge(seat, &*action_of(record, play, seat, submission)?);
    judged.map_err(|not| refused(record, play, not))
}

/// The play that validates a decision. For a match that is over, the rules of its game give the refusal.
fn deciding(record: &MatchRecord, grant: SeatGrant, expected: Expected) -> Result<(&Play, SeatIndex), RpcError> {
    let seat = record.seat_of(grant)?;
    if record.setup.aborted {
        return Err(RpcError::MatchOver);
    }
    if record.is_active() && record.setup.decider(seat) != Decider::Player {
        let control = show::control(record.setup.seats.at(seat).control());
        return Err(RpcError::SeatNotPlayerControlled { control });
    }
    record.require_revision(expected.revision)?;
    let play = record.play.as_ref().ok_or(RpcError::MatchNotStarted)?;
    let decision = *play.numbers.at(seat);
    if record.is_active() && expected.decision.is_some_and(|expected| expected != decision) {
        return Err(RpcError::DecisionMismatch { decision });
    }
    Ok((play, seat))
}

/// The submitted action. An answer is read as an action of this state.
fn action_of<'a>(
    record: &MatchRecord,
    play: &Play,
    seat: SeatIndex,
    submission: &'a Submission,
) -> Result<Cow<'a, Action>, RpcError> {
    let (decision, answer) = match submission {
        Submission::Action(action) => return Ok(Cow::Borrowed(action)),
        Submission::Answer { decision, answer } => (decision, answer),
    };
    let read = play.game.read_answer(seat, decision, answer, record.setup.forfeited());
    read.map(Cow::Owned).map_err(|not| match not {
        NotAnswered::Malformed(misfit) => RpcError::Malformed(vec![Violation {
            field: format!("answer.{}", misfit.path),
            description: misfit.sentence,
        }]),
        NotAnswered::NotInForm(misfit) => RpcError::AnswerNotInForm {
            field: format!("answer.{}", misfit.path),
            sentence: misfit.sentence,
        },
        NotAnswered::Refused(refusal) => refused(record, play, NotActed::Refused(refusal)),
    })
}

fn refused(record: &MatchRecord, play: &Play, not: NotActed) -> RpcError {
    match not {
        NotActed::OtherGame => RpcError::WrongGame {
            game: play.game.facts().id,
        },
        NotActed::Refused(refusal) => RpcError::Refused {
            refusal: Box::new(refusal),
            revision: Some(record.version.revision),
        },
    }
}
