//! When the store deletes a match.
//!
//! An active match outlives its deadlines: each write compares the expiry with the latest deadline that all viewers see, so
//! the expiry discloses nothing else. Most writes leave it unchanged.

use tinsel_store::{Change, MatchStore, UnixMillis};

use crate::{deps::Deps, play::Transition, record::MatchRecord};

/// The minimum time for which a match outlives a deadline, in milliseconds. The sweep can be late by that time, for example
/// because no server is running.
const SWEEP_MS: u64 = 24 * 60 * 60 * 1_000;

/// The change of a match's expiry by a transition from `before`.
///
/// A new expiry is later than necessary, so that the next writes can leave it unchanged: by a day, or by half of the
/// retention.
pub(super) fn change<S: MatchStore>(
    deps: &Deps<S>,
    before: Option<&MatchRecord>,
    transition: &Transition,
    by_operator: bool,
) -> Change<UnixMillis> {
    let (retention, after) = (&deps.settings.retention, &transition.record);
    if after.is_over() {
        return match deps.archive {
            // The match stays until it is archived.
            Some(_) => Change::Clear,
            None => Change::Set(after.end_of(retention.finished)),
        };
    }
    if after.play.is_none() {
        return match after.expires {
            Some(_) if transition.seated.is_none() => Change::Keep,
            Some(_) | None => Change::Set(after.end_of(retention.lobby)),
        };
    }
    let outlives = |days: u64| {
        let deadline = latest_deadline(after)?;
        Some(UnixMillis(deadline.0.saturating_add(SWEEP_MS.saturating_mul(days))))
    };
    let needed = outlives(1).max(Some(after.end_of(retention.active / 2)));
    let begins = before.is_some_and(|before| before.play.is_none());
    if after.expires >= needed && !begins && !by_operator {
        return Change::Keep;
    }
    let active = after.end_of(retention.active);
    Change::Set(outlives(2).map_or(active, |outlives| outlives.max(active)))
}

/// The latest deadline of the pending decisions, as all viewers see them; `None` without one.
fn latest_deadline(record: &MatchRecord) -> Option<UnixMillis> {
    let (play, players) = (record.playing().ok()?, record.setup.players());
    let awaited = play.awaited().iter().filter(|seat| players.contains(*seat));
    awaited.filter_map(|seat| play.deadline(&record.setup, seat)).max()
}

#[cfg(test)]
mod tests;
