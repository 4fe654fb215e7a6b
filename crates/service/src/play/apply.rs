//! The functions that change a match.

use std::borrow::Cow;

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{TimeCredited, match_event};
use tinsel_store::UnixMillis;

use super::{
    abort, automatic,
    command::{Command, Duty, HostCommand},
    decision, erasure, host, lobby,
    not_applied::NotApplied,
    reissue, rematch, repair,
    seat_control::{self, Substituted},
    timeout,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{MatchRecord, SeatPresence, log_entry::LogEntry, outages::Outages, time},
};

/// Applies `command` to a match.
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
) -> Result<Transition, NotApplied> {
    let (credited, credit_ms) = credited(record, outages);
    let transition = applied(&credited, command, presence, now)?;
    let transition = seat_control::substitute_inactive(transition, now)?;
    Ok(finished(transition, record, now, credit_ms))
}

/// Does a duty of the server, as [`apply`] applies a command. `None` if there is nothing to do.
///
/// # Errors
///
/// If bots cannot take over from inactive players. The match is unchanged.
pub(crate) fn apply_duty(
    record: &MatchRecord,
    duty: Duty,
    outages: &Outages,
    now: UnixMillis,
) -> Result<Option<Transition>, RpcError> {
    let (credited, credit_ms) = credited(record, outages);
    let done = match duty {
        Duty::TakeDue => timeout::take_due(&credited, now),
        Duty::MoveBots => automatic::move_bots(&credited, now),
    };
    let transition = match done {
        Some(transition) => seat_control::substitute_inactive(transition, now)?,
        None if credit_ms == 0 => return Ok(None),
        None => Transition::new(credited.into_owned(), Vec::new()),
    };
    Ok(Some(finished(transition, record, now, credit_ms)))
}

/// The match with the time of outages credited, and this time in milliseconds.
fn credited<'a>(record: &'a MatchRecord, outages: &Outages) -> (Cow<'a, MatchRecord>, u64) {
    match record.credited(outages) {
        Some((credited, credit_ms)) => (Cow::Owned(credited), credit_ms),
        None => (Cow::Borrowed(record), 0),
    }
}

fn applied(
    record: &MatchRecord,
    command: &Command,
    presence: &SeatPresence,
    now: UnixMillis,
) -> Result<Transition, NotApplied> {
    Ok(match command {
        Command::Join { player, seat, by_code } => {
            lobby::join(record, now, (player.as_ref(), *seat, *by_code), presence)?
        }
        Command::JoinQuick(player) => lobby::join_quick(record, now, player, presence)?,
        Command::ByHost { caller, change } => {
            host::require(record, *caller)?;
            changed_by_host(record, change, presence, now)?
        }
        Command::Start(caller) => lobby::start(record, now, *caller)?,
        Command::Submit {
            grant,
            submission,
            expected,
        } => decision::submit(record, now, *grant, submission, *expected)?,
        Command::Leave(grant) => leave(record, now, record.seat_of(*grant)?)?,
        Command::Forfeit(grant) => seat_control::forfeit(record, now, record.seat_of(*grant)?)?,
        Command::Substitute(grant) => seat_control::substitute(record, now, Substituted::Own(*grant), presence)?,
        Command::Return(grant) => seat_control::give_back(record, now, record.seat_of(*grant)?)?,
        Command::Repair {
            repair,
            audit,
            expected,
        } => repair::repair(record, now, *repair, audit, *expected)?,
        Command::Reveal(audit) => repair::reveal(record, now, audit)?,
        Command::Reissue { player, request } => reissue::reissue(record, now, player, request.as_ref())?,
        Command::Claim { player, seat } => rematch::claim(record, now, player, *seat, presence)?,
        Command::NoteRematch(id) => rematch::note(record, now, *id)?,
        Command::Erase(erasure) => erasure::erase(record, now, erasure)?,
    })
}

/// Applies a change by the host.
fn changed_by_host(
    record: &MatchRecord,
    change: &HostCommand,
    presence: &SeatPresence,
    now: UnixMillis,
) -> Result<Transition, NotApplied> {
    Ok(match change {
        HostCommand::AddBot {
            name,
            is_permitted,
            seat,
        } => {
            lobby::permit_name(*is_permitted)?;
            lobby::add_bot(record, now, name.as_deref(), *seat, presence)?
        }
        HostCommand::Remove { seat } => lobby::remove(record, now, *seat)?,
        HostCommand::Substitute { seat } => {
            seat_control::substitute(record, now, Substituted::ByHost(*seat), presence)?
        }
        HostCommand::Transfer { seat } => host::transfer(record, now, *seat)?,
        HostCommand::Abort => abort::abort(record, now)?,
    })
}

/// A transition from `before`, with an event about credited time and with its time.
fn finished(transition: Transition, before: &MatchRecord, now: UnixMillis, credit_ms: u64) -> Transition {
    let mut transition = with_credit(transition, now, credit_ms);
    let written = now.max(before.written);
    // The retention of an ended match begins with its end.
    transition.record.written = if before.is_over() { before.written } else { written };
    // This adjusts only the times of entries: deadlines are computed from the current time of the clock.
    for pending in &mut transition.entries {
        pending.entry.at_ms = written.0;
    }
    transition
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
        let longest = Some(time::duration(credit_ms));
        entry.tell(match_event::Event::TimeCredited(TimeCredited { longest }));
        transition.entries.push(PendingEntry::new(entry, Some(play)));
    }
    transition
}
