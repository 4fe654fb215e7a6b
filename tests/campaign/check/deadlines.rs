//! Default actions at their deadlines, by the clock of the store.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Affects, Fault, Outcome, Received, State},
};

/// The time within which a server takes a default action, in milliseconds.
const PROMISED: u64 = 1000;

/// The imprecision of the recorded times without a server, in milliseconds.
const PRECISION: u64 = 50;

/// The time after a fault in which its consequences last: servers reconnect, or notice that another one is gone.
const RECOVERY: u64 = 5000;

/// The times of faults and stalls, in milliseconds since 1970.
pub(super) struct Outages {
    /// The start of the run.
    started: u64,
    times: Vec<(u64, u64)>,
    /// The times in which no server ran.
    unserved: Vec<(u64, u64)>,
}

impl Outages {
    pub(super) fn of(faults: &[&Fault], started: u64) -> Self {
        let mut outages = Self {
            started,
            times: Vec::new(),
            unserved: Vec::new(),
        };
        let times = faults.iter().filter_map(|fault| {
            let recovery = match fault.affects {
                Affects::Clients => return None,
                Affects::Machine => 0,
                Affects::Servers | Affects::Fleet => RECOVERY,
            };
            Some((
                outages.unix_millis(fault.begin),
                outages.unix_millis(fault.end) + recovery,
            ))
        });
        outages.times = times.collect();
        let unserved = faults.iter().filter(|fault| fault.affects == Affects::Fleet);
        let unserved = unserved.map(|fault| (outages.unix_millis(fault.begin), outages.unix_millis(fault.end)));
        outages.unserved = unserved.collect();
        outages
    }

    /// The time without a server, of the one that began between these moments and ended before the second; 0 if there was
    /// none.
    fn unserved(&self, from: u64, to: u64) -> u64 {
        let between = self.unserved.iter().filter(|(begin, end)| from < *begin && *end <= to);
        between.map(|(begin, end)| end - begin).sum()
    }

    /// A time of the history, in milliseconds since 1970. Rounded up: a client may have read its clock a little earlier.
    fn unix_millis(&self, micros: u64) -> u64 {
        self.started + micros / 1000 + 2
    }

    /// The time between these moments during which faults lasted.
    fn total(&self, from: u64, to: u64) -> u64 {
        let mut parts: Vec<_> = self
            .times
            .iter()
            .map(|(begin, end)| ((*begin).max(from), (*end).min(to)))
            .filter(|(begin, end)| begin < end)
            .collect();
        parts.sort_unstable();
        let (mut total, mut reached) = (0, from);
        for (begin, end) in parts {
            total += end.saturating_sub(begin.max(reached));
            reached = reached.max(end);
        }
        total
    }
}

/// Returns the number of default actions without any excuse.
pub(super) fn check(history: &MatchHistory<'_>, outages: &Outages, findings: &mut Vec<Finding>) -> usize {
    let Some(last) = history.finals.get(&None) else {
        return 0;
    };
    let mut unexcused = 0;
    let (states, seen) = (states(history), seen(history));
    if let Some(state) = states.get(&history.end()).filter(|_| history.end() <= history.certain) {
        missing(history, state, (outages, outages.unix_millis(last.read_at)), findings);
    }
    for (entry, revision) in last.entries.iter().zip(1..) {
        let Some((seat, None)) = entry.decision else { continue };
        if revision > history.certain {
            return unexcused;
        }
        // A seat whose control changed decides by default without a deadline; all seats do if at most one is left.
        let index = usize::try_from(revision - 1).expect("a revision");
        let changed: BTreeSet<_> = last.entries[..index].iter().filter_map(|entry| entry.control).collect();
        if changed.contains(&seat) || (!changed.is_empty() && changed.len() + 1 >= last.seats) {
            continue;
        }
        let Some((known_at, state)) = states.range(..revision).next_back() else {
            continue;
        };
        let Some((_, deadline)) = state.deadlines.iter().find(|(owing, _)| *owing == seat) else {
            continue;
        };
        let known_at = usize::try_from(*known_at).expect("a revision");
        let seen = outages.unix_millis(seen.get(&revision).copied().unwrap_or(u64::MAX));
        let at = entry.unix_millis.min(seen);
        if at < *deadline {
            let what = format!("revision {revision}: default of seat {seat} at {at}, before its deadline {deadline}");
            findings.push(history.finding(Promise::OnTime, what));
        }
        let since = &last.entries[known_at..=index];
        // Nothing has happened since the state but the default, so its deadline was that of the whole time.
        if let ([_], Some(before)) = (since, known_at.checked_sub(1)) {
            let unserved = outages.unserved(last.entries[before].unix_millis, entry.unix_millis);
            if *deadline + unserved > entry.unix_millis + PRECISION {
                let what = format!("revision {revision}: seat {seat} lost some of {unserved} ms without a server");
                findings.push(history.finding(Promise::NoTimeLost, what));
            }
        }
        let moved = since.iter().any(|entry| entry.credited);
        // Of updates that arrive together, only the last one has a state: the seat may have a newer deadline.
        let decided = since[..since.len() - 1]
            .iter()
            .any(|entry| entry.decision.is_some_and(|(by, _)| by == seat));
        unexcused += usize::from(outages.total(*deadline, *deadline + PROMISED) == 0);
        let late = entry.unix_millis.saturating_sub(*deadline);
        let allowed = PROMISED + outages.total(*deadline, entry.unix_millis);
        if late > allowed && !moved && !decided {
            let what = format!("revision {revision}: default of seat {seat} {late} ms after its deadline");
            findings.push(history.finding(Promise::OnTime, what));
        }
    }
    unexcused
}

/// Deadlines of the last revision that have passed when the match is read.
fn missing(
    history: &MatchHistory<'_>,
    state: &State,
    (outages, read_at): (&Outages, u64),
    findings: &mut Vec<Finding>,
) {
    for (seat, deadline) in &state.deadlines {
        let late = read_at.saturating_sub(*deadline);
        if late > PROMISED + outages.total(*deadline, read_at) {
            let what = format!("no default of seat {seat} {late} ms after its deadline");
            findings.push(history.finding(Promise::OnTime, what));
        }
    }
}

/// When the first client had the update of each revision, in microseconds since the start of the run. All run on one
/// machine, so that a server whose clock is wrong is noticed, too.
fn seen(history: &MatchHistory<'_>) -> BTreeMap<u64, u64> {
    let mut seen = BTreeMap::new();
    for watched in history.watches.values().flatten() {
        if let Received::Update { revision, .. } = &watched.message {
            let first = seen.entry(*revision).or_insert(watched.at);
            *first = watched.at.min(*first);
        }
    }
    seen
}

/// The received states by their revisions.
fn states<'a>(history: &'a MatchHistory<'_>) -> BTreeMap<u64, &'a State> {
    let read = history.calls.iter().filter_map(|call| match &call.outcome {
        Outcome::State(state) => Some(state),
        _ => None,
    });
    let watched = history.watches.values().flatten();
    let watched = watched.filter_map(|watched| match &watched.message {
        Received::Snapshot(state) | Received::Update { state: Some(state), .. } => Some(state),
        _ => None,
    });
    read.chain(watched).map(|state| (state.revision, state)).collect()
}
