//! The one function that changes a match.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{TimeCredited, match_event};
use tinsel_store::UnixMillis;

use super::{
    abort, automatic,
    command::Command,
    decision, lobby,
    not_applied::NotApplied,
    repair, seat_control, timeout,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{MatchRecord, SeatPresence, log_entry::LogEntry, outages::Outages, show},
};

/// Applies `command` to a match. Returns `None` if a command of the server itself has nothing to do.
///
/// Outages are credited first, so that no decision is due because of them. At last, bots take over from inactive
/// players, if the match has that option. The time of a log entry is never before that
/// of the previous entry, even if the clock goes back.
///
/// # Errors
///
/// If the command is refused, or depends on a presence that was not asked. The match is unchanged.
pub(crate) fn apply(
    record: &MatchRecord,
    command: &Command,
    outages: &Outages,
    presence: &SeatPresence,
    now: UnixMillis,
) -> Result<Option<Transition>, NotApplied> {
    let written = now.max(record.written);
    let credited = record.credited(outages);
    let (record, credit_ms) = match &credited {
        Some((record, credit_ms)) => (record, *credit_ms),
        None => (record, 0),
    };
    let applied = match command {
        Command::Join { player, seat, by_code } => {
            lobby::join(record, now, (player, *seat, *by_code), presence).map(Some)?
        }
        Command::JoinQuick {
            player,
            request,
            fingerprint,
        } => lobby::join_quick(record, now, (player, request, *fingerprint), presence).map(Some)?,
        Command::AddBot { name, seat } => lobby::add_bot(record, now, name.as_deref(), *seat, presence).map(Some)?,
        Command::Start => lobby::start(record, now).map(Some)?,
        Command::Submit {
            grant,
            submission,
            expected,
        } => decision::submit(record, now, *grant, submission, *expected).map(Some)?,
        Command::Leave(grant) => {
            let seat = record.seat_of(*grant)?;
            Some(leave(record, now, seat)?)
        }
        Command::Forfeit(grant) => {
            let seat = record.seat_of(*grant)?;
            seat_control::forfeit(record, now, seat).map(Some)?
        }
        Command::Substitute(substituted) => seat_control::substitute(record, now, *substituted, presence).map(Some)?,
        Command::Return(grant) => {
            let seat = record.seat_of(*grant)?;
            seat_control::give_back(record, now, seat).map(Some)?
        }
        Command::Abort => abort::abort(record, now).map(Some)?,
        Command::Repair {
            repair,
            audit,
            expected,
        } => repair::repair(record, now, *repair, audit, *expected).map(Some)?,
        Command::Reveal(audit) => repair::reveal(record, now, audit).map(Some)?,
        Command::TakeDue => timeout::take_due(record, now),
        Command::MoveBots => automatic::move_bots(record, now),
    };
    let transition = match applied {
        None if credit_ms == 0 => return Ok(None),
        None => Transition::new(record.clone(), Vec::new()),
        Some(transition) => seat_control::substitute_inactive(transition, now)?,
    };
    let mut transition = with_credit(transition, now, credit_ms);
    transition.record.written = written;
    // This adjusts only the times of entries: deadlines are computed from the current time of the clock.
    for pending in &mut transition.entries {
        pending.entry.at_ms = written.0;
    }
    Ok(Some(transition))
}

fn leave(record: &MatchRecord, now: UnixMillis, seat: SeatIndex) -> Result<Transition, RpcError> {
    if record.is_active() {
        seat_control::leave(record, now, seat)
    } else {
        lobby::leave(record, now, seat)
    }
}

/// Adds an event about credited time, if there is any and the match goes on.
fn with_credit(mut transition: Transition, now: UnixMillis, credit_ms: u64) -> Transition {
    if let (Ok(play), 1..) = (transition.record.playing(), credit_ms) {
        let mut entry = LogEntry::new(now);
        let longest = Some(show::duration(credit_ms));
        entry.tell(match_event::Event::TimeCredited(TimeCredited { longest }));
        transition.entries.push(PendingEntry::new(entry, Some(play)));
    }
    transition
}
