//! What an operator does about a match.
//!
//! A deed is a revision of its own, which everyone is told; what it brings are the revisions behind it, in the same
//! write. Nothing is done here that could not have come about by time passing or by the host.

mod examine;
mod token;

use std::sync::Arc;

use tinsel_engine::{Hides, SeatSet};
use tinsel_proto::v1::{OperatorActed, OperatorDeed, match_event};
use tinsel_store::{Revision, UnixMillis};

use crate::{
    abort, bots,
    change::Next,
    error::RpcError,
    history::Step,
    log::Entry,
    show,
    table::{Decider, Play, Setup, Table},
    time_control::TimeControl,
    time_out,
};

pub(crate) use examine::{examine, recent_in_full};
pub use token::OperatorToken;
pub(crate) use token::require;

/// Who acts, and why.
#[derive(Debug, Clone)]
pub(crate) struct Audit {
    pub(crate) operator: String,
    pub(crate) reason: String,
}

/// What is done about a match.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Repair {
    /// The defaults of those who are waited for, or of the seat with this number.
    TakeDefaults(Option<u32>),
    /// So many milliseconds more for everyone who is waited for.
    ExtendDeadlines(u64),
    /// Its end.
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
    fn told(self, table: &Table, audit: &Audit) -> OperatorActed {
        let play = table.play.as_ref();
        let is_secret = play.is_some_and(|play| play.secrecy(&table.setup).hides(Hides::Defaults));
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
/// If the repair does not fit how the match stands.
pub(crate) fn repair<R>(
    table: &Table,
    now: UnixMillis,
    (repair, audit): (Repair, &Audit),
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    let mut next = match repair {
        Repair::TakeDefaults(seat) => take_defaults(table, now, seat, answer)?,
        Repair::ExtendDeadlines(by_ms) => extend_deadlines(table, by_ms, answer)?,
        Repair::Abort => abort::abort(table, now, answer)?,
    };
    next.steps.insert(0, step(table, now, audit, repair.told(table, audit)));
    Ok(next)
}

/// Notes with a match that an operator sees what is hidden in it.
///
/// # Errors
///
/// If nothing is hidden any more or yet, because the match is not being played.
pub(crate) fn reveal<R>(
    table: &Table,
    now: UnixMillis,
    audit: &Audit,
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    table.playing()?;
    let told = OperatorActed {
        deed: OperatorDeed::Reveal.into(),
        reason: audit.reason.clone(),
        ..OperatorActed::default()
    };
    Ok(Next {
        table: table.clone(),
        steps: vec![step(table, now, audit, told)],
        answer: answer(table.version.revision.plus(1)),
    })
}

/// The revision that tells of a deed, which changes nothing.
fn step(table: &Table, now: UnixMillis, audit: &Audit, told: OperatorActed) -> Step {
    let mut entry = Entry::new(now);
    entry.operator.clone_from(&audit.operator);
    entry.tell(match_event::Event::OperatorActed(told));
    match &table.play {
        None => Step::of_lobby(entry),
        Some(play) => Step::of_game(entry, &play.game),
    }
}

fn take_defaults<R>(
    table: &Table,
    now: UnixMillis,
    seat: Option<u32>,
    answer: impl Fn(Revision) -> R,
) -> Result<Next<R>, RpcError> {
    let play = table.playing()?;
    let awaited = play.awaited(&table.setup);
    let seats = match seat.map(|number| table.setup.seat(number)).transpose()? {
        None => awaited,
        Some(seat) if awaited.contains(seat) => SeatSet::only(seat),
        Some(_) => return Err(RpcError::NotWaitedFor),
    };
    let (play, mut steps) = defaults(&table.setup, play, now, seats);
    let (play, moved) = bots::play(&table.setup, play, now);
    steps.extend(moved);
    Ok(Next {
        table: table.with_play(play),
        steps,
        answer: answer(table.version.revision.plus(1)),
    })
}

/// Takes one default of each of `seats`, who are waited for, as long as they are all waited for together.
///
/// Where it is a secret who has decided, whoever has is a revision as well, before those of the others, the last of which
/// shows what they decided: how many revisions there are tells nothing.
fn defaults(setup: &Setup, play: &Play, now: UnixMillis, seats: SeatSet) -> (Play, Vec<Step>) {
    let mut owing = play.game.owing();
    let decided = seats.iter().filter(|seat| !owing.contains(*seat));
    let mut steps: Vec<_> = decided.map(|_| Step::of_game(Entry::new(now), &play.game)).collect();
    let mut play = play.clone();
    for seat in seats.iter().filter(|seat| owing.contains(*seat)).collect::<Vec<_>>() {
        // With another window begun, these are other decisions.
        if play.game.owing() != owing {
            break;
        }
        if setup.decider(seat) != Decider::Player {
            continue;
        }
        let Some((after, step)) = time_out::default_of(setup, &play, now, seat) else {
            break;
        };
        play = after;
        steps.push(step);
        owing = owing.without(seat);
    }
    (play, steps)
}

fn extend_deadlines<R>(table: &Table, by_ms: u64, answer: impl Fn(Revision) -> R) -> Result<Next<R>, RpcError> {
    let play = table.playing()?;
    if table.setup.time_control == TimeControl::Unlimited {
        return Err(RpcError::NoDeadline);
    }
    let clocks = play.clocks.extended(play.awaited(&table.setup), by_ms);
    let game = Arc::clone(&play.game);
    Ok(Next {
        table: table.with_play(Play { game, clocks }),
        steps: Vec::new(),
        answer: answer(table.version.revision.plus(1)),
    })
}

#[cfg(test)]
mod tests;
