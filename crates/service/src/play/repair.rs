//! Repairs of a match by an operator.
//!
//! Each repair is a revision of its own, with an event for everyone; its effects are the next revisions, in the same
//! write. A repair has no effect that a timeout or the host could not cause as well.

use tinsel_engine::{Hides, SeatSet};
use tinsel_proto::v1::{OperatorActed, OperatorAction, match_event};
use tinsel_store::{Revision, UnixMillis};

use super::{
    abort, automatic,
    decided::take_default,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{Decider, MatchRecord, Play, Setup, clocks::TimeControl, log_entry::LogEntry, time},
};

/// The name of the operator and the reason, for the audit log.
#[derive(Debug, Clone)]
pub(crate) struct Audit {
    pub(crate) operator: String,
    pub(crate) reason: String,
}

/// A repair.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Repair {
    /// Takes the defaults of all seats with a pending decision, or of the seat with this number.
    TakeDefaults(Option<u32>),
    /// Extends the deadlines of all pending decisions by this number of milliseconds.
    ExtendDeadlines(u64),
    /// Ends the match.
    Abort,
}

impl Repair {
    const fn action(self) -> OperatorAction {
        match self {
            Self::TakeDefaults(_) => OperatorAction::TakeDefaults,
            Self::ExtendDeadlines(_) => OperatorAction::ExtendDeadlines,
            Self::Abort => OperatorAction::Abort,
        }
    }

    /// The event for everyone. It names no seat while the seats of defaults are secret.
    fn told(self, record: &MatchRecord, audit: &Audit) -> OperatorActed {
        let play = record.play.as_ref();
        let is_secret = play.is_some_and(|play| play.secrecy().hides(Hides::Defaults));
        let (seat, extension) = match self {
            Self::TakeDefaults(seat) => (seat.filter(|_| !is_secret), None),
            Self::ExtendDeadlines(ms) => (None, Some(time::duration(ms))),
            Self::Abort => (None, None),
        };
        OperatorActed {
            action: self.action().into(),
            reason: audit.reason.clone(),
            seat,
            extension,
        }
    }
}

/// Repairs a match.
///
/// # Errors
///
/// If the match is at another revision than `expected`, or the repair is impossible in the match's current state.
pub(super) fn repair(
    record: &MatchRecord,
    now: UnixMillis,
    repair: Repair,
    audit: &Audit,
    expected: Option<Revision>,
) -> Result<Transition, RpcError> {
    record.require_revision(expected)?;
    let mut transition = match repair {
        Repair::TakeDefaults(seat) => take_defaults(record, now, seat)?,
        Repair::ExtendDeadlines(by_ms) => extend_deadlines(record, by_ms)?,
        Repair::Abort => abort::abort(record, now)?,
    };
    let acted = entry(record, now, audit, repair.told(record, audit));
    transition.entries.insert(0, acted);
    Ok(transition)
}

/// Logs that an operator views hidden information of a match.
///
/// # Errors
///
/// If the match is not in play, so that it hides nothing yet or any more.
pub(super) fn reveal(record: &MatchRecord, now: UnixMillis, audit: &Audit) -> Result<Transition, RpcError> {
    record.playing()?;
    let told = OperatorActed {
        action: OperatorAction::Reveal.into(),
        reason: audit.reason.clone(),
        ..OperatorActed::default()
    };
    Ok(Transition::new(record.clone(), vec![entry(record, now, audit, told)]))
}

/// The entry about an operator's action. It does not change the game state.
fn entry(record: &MatchRecord, now: UnixMillis, audit: &Audit, told: OperatorActed) -> PendingEntry {
    let mut entry = LogEntry::new(now);
    entry.operator.clone_from(&audit.operator);
    entry.tell(match_event::Event::OperatorActed(told));
    PendingEntry::new(entry, record.play.as_ref())
}

fn take_defaults(record: &MatchRecord, now: UnixMillis, seat: Option<u32>) -> Result<Transition, RpcError> {
    let play = record.playing()?;
    let awaited = play.awaited();
    let seats = match seat.map(|number| record.setup.seat(number)).transpose()? {
        None => awaited,
        Some(seat) if awaited.contains(seat) => SeatSet::only(seat),
        Some(_) => return Err(RpcError::NoPendingDecision),
    };
    let (play, mut entries) = defaults(&record.setup, play, now, seats);
    let (play, moves) = automatic::decide(&record.setup, play, now);
    entries.extend(moves);
    Ok(Transition::new(record.with_play(play), entries))
}

/// Takes one default of each of `seats`, which have a pending decision, as long as all of them are pending in the same
/// step.
///
/// Where it is secret which seats have decided, each seat that has decided gets a revision as well, before those of the
/// others. So the number of revisions does not reveal how many have decided.
fn defaults(setup: &Setup, play: &Play, now: UnixMillis, seats: SeatSet) -> (Play, Vec<PendingEntry>) {
    let mut owing = play.game.owing();
    let decided = seats.iter().filter(|seat| !owing.contains(*seat));
    let mut entries: Vec<_> = decided
        .map(|_| PendingEntry::new(LogEntry::new(now), Some(play)))
        .collect();
    let mut play = play.clone();
    for seat in seats.iter().filter(|seat| owing.contains(*seat)).collect::<Vec<_>>() {
        // After a new window has begun, the pending decisions are different ones.
        if play.game.owing() != owing {
            break;
        }
        if setup.decider(seat) != Decider::Player {
            continue;
        }
        let Some((after, entry)) = take_default(setup, &play, now, seat) else {
            break;
        };
        play = after;
        entries.push(entry);
        owing = owing.without(seat);
    }
    (play, entries)
}

fn extend_deadlines(record: &MatchRecord, by_ms: u64) -> Result<Transition, RpcError> {
    let play = record.playing()?;
    if record.setup.time_control == TimeControl::Unlimited {
        return Err(RpcError::NoDeadline);
    }
    let clocks = play.clocks.extended(play.awaited(), by_ms);
    Ok(Transition::new(record.with_play(play.with_clocks(clocks)), Vec::new()))
}

#[cfg(test)]
mod tests;
