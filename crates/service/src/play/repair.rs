//! Repairs of a match by an operator.
//!
//! Each is a revision of its own, with an event for everyone; its effects are the next revisions, in the same write. A
//! repair does nothing that a timeout or the host could not do.

use std::sync::Arc;

use tinsel_engine::{Hides, SeatSet};
use tinsel_proto::v1::{OperatorActed, OperatorDeed, match_event};
use tinsel_store::{Revision, UnixMillis};

use super::{
    abort, automatic,
    decided::take_default,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{Decider, MatchRecord, Play, Setup, clocks::TimeControl, log_entry::LogEntry, show},
};

/// The operator and the reason, for the audit.
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
    /// Extends the deadlines of all pending decisions by so many milliseconds.
    ExtendDeadlines(u64),
    /// Ends the match.
    Abort,
}

impl Repair {
    const fn deed(self) -> OperatorDeed {
        match self {
            Self::TakeDefaults(_) => OperatorDeed::TakeDefaults,
            Self::ExtendDeadlines(_) => OperatorDeed::ExtendDeadlines,
            Self::Abort => OperatorDeed::Abort,
        }
    }

    /// The event for everyone. It does not name a seat while it is secret which decisions are defaults.
    fn told(self, record: &MatchRecord, audit: &Audit) -> OperatorActed {
        let play = record.play.as_ref();
        let is_secret = play.is_some_and(|play| play.secrecy(&record.setup).hides(Hides::Defaults));
        let (seat, extension) = match self {
            Self::TakeDefaults(seat) => (seat.filter(|_| !is_secret), None),
            Self::ExtendDeadlines(ms) => (None, Some(show::duration(ms))),
            Self::Abort => (None, None),
        };
        OperatorActed {
            deed: self.deed().into(),
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
/// If the match is at another revision than `expected`, or the repair does not fit how it stands.
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

/// Logs that an operator sees what is hidden in a match.
///
/// # Errors
///
/// If nothing is hidden any more or yet, because the match is not being played.
pub(super) fn reveal(record: &MatchRecord, now: UnixMillis, audit: &Audit) -> Result<Transition, RpcError> {
    record.playing()?;
    let told = OperatorActed {
        deed: OperatorDeed::Reveal.into(),
        reason: audit.reason.clone(),
        ..OperatorActed::default()
    };
    Ok(Transition::new(record.clone(), vec![entry(record, now, audit, told)]))
}

/// The entry about an operator's action, which changes nothing.
fn entry(record: &MatchRecord, now: UnixMillis, audit: &Audit, told: OperatorActed) -> PendingEntry {
    let mut entry = LogEntry::new(now);
    entry.operator.clone_from(&audit.operator);
    entry.tell(match_event::Event::OperatorActed(told));
    PendingEntry::new(entry, record.play.as_ref())
}

fn take_defaults(record: &MatchRecord, now: UnixMillis, seat: Option<u32>) -> Result<Transition, RpcError> {
    let play = record.playing()?;
    let awaited = play.awaited(&record.setup);
    let seats = match seat.map(|number| record.setup.seat(number)).transpose()? {
        None => awaited,
        Some(seat) if awaited.contains(seat) => SeatSet::only(seat),
        Some(_) => return Err(RpcError::NotWaitedFor),
    };
    let (play, mut entries) = defaults(&record.setup, play, now, seats);
    let (play, moves) = automatic::decide(&record.setup, play, now);
    entries.extend(moves);
    Ok(Transition::new(record.with_play(play), entries))
}

/// Takes one default of each of `seats`, which have a pending decision, while they are pending together.
///
/// Where it is secret which seats have decided, each of those gets a revision as well, before those of the others: so the
/// number of revisions does not depend on it.
fn defaults(setup: &Setup, play: &Play, now: UnixMillis, seats: SeatSet) -> (Play, Vec<PendingEntry>) {
    let mut owing = play.game.owing();
    let decided = seats.iter().filter(|seat| !owing.contains(*seat));
    let mut entries: Vec<_> = decided
        .map(|_| PendingEntry::new(LogEntry::new(now), Some(play)))
        .collect();
    let mut play = play.clone();
    for seat in seats.iter().filter(|seat| owing.contains(*seat)).collect::<Vec<_>>() {
        // With another window begun, these are other decisions.
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
    let clocks = play.clocks.extended(play.awaited(&record.setup), by_ms);
    let game = Arc::clone(&play.game);
    Ok(Transition::new(record.with_play(Play { game, clocks }), Vec::new()))
}

#[cfg(test)]
mod tests;
