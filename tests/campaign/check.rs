//! Checks a history against the promises of the API.
//!
//! The checks know the protos and the history, not the servers. A failover may lose acknowledged writes, but only those
//! that a server reported, in its log or by a snapshot to a watch that resumes. [`MatchHistory::may_be_lost`] returns which.

mod copies;
mod deadlines;
mod decisions;
mod reads;
mod seats;
mod streams;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt};

use crate::{
    history::{Call, Fault, Final, Line, Outcome, Received, Viewer, Watched},
    redis::{FAILOVER, LEFT_BEHIND},
};

/// The time after a failover in which servers can still talk to the old master, in microseconds.
const SETTLED: u64 = 5_000_000;

/// A promise that a history breaks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The promise.
    pub promise: Promise,
    /// The match.
    pub match_id: String,
    /// What happened.
    pub what: String,
}

/// A promise of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promise {
    /// An acknowledged command took effect exactly once, at its revision, with its content.
    AcknowledgedOnce,
    /// A refused command never took effect.
    RefusedNever,
    /// Reads are linearizable: they are never older than what was known when they began.
    FreshReads,
    /// The updates of a watch have no gap and no repeat.
    GaplessStreams,
    /// All viewers with the same access receive the same, and nothing that the history hides from them.
    SameForAll,
    /// A default action is taken at its deadline: never before, and at most a second later.
    OnTime,
    /// The time in which no server runs is not charged to players.
    NoTimeLost,
    /// Each seat is assigned to one player.
    OneSeatEach,
    /// A match that ends verifies from its history alone.
    Verifies,
    /// Every match that was played to its end is archived once.
    ArchivedOnce,
    /// Every match ends once its players decide and the faults are over.
    Ends,
    /// A server never panics.
    NoPanic,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}: {}", self.promise, self.match_id, self.what)
    }
}

/// The lines of one match.
#[derive(Debug, Default)]
struct MatchHistory<'a> {
    match_id: &'a str,
    calls: Vec<&'a Call>,
    /// The messages of each watch, in order.
    watches: BTreeMap<u64, Vec<&'a Watched>>,
    finals: BTreeMap<Viewer, &'a Final>,
    /// Whether a server logged a loss.
    has_loss: bool,
    /// The last revision that was known before the first failover of a reported loss.
    certain: u64,
    /// The time since which no failover of a reported loss can take a write, in microseconds since the start of the run.
    settled: u64,
    /// The times in which a master that was left behind could answer reads: begin and end in microseconds.
    left_behind: Vec<(u64, u64)>,
}

impl MatchHistory<'_> {
    /// Whether a master that was left behind can have answered a read at these times.
    fn may_be_old(&self, begun: u64, ended: u64) -> bool {
        let mut times = self.left_behind.iter();
        times.any(|(begin, end)| begun < *end && ended >= *begin)
    }

    /// Whether a failover can have taken writes from the match, and a server reported it.
    const fn is_reported(&self) -> bool {
        self.certain < u64::MAX
    }

    /// Whether a failover can have taken a write of this revision that began at this time.
    const fn may_be_lost(&self, revision: u64, begin: u64) -> bool {
        revision > self.certain && begin < self.settled
    }

    /// Sets `certain` and `settled`, for these failovers in ascending order.
    fn judge_losses(&mut self, failovers: &[&Fault]) {
        self.certain = u64::MAX;
        let resumed_by_snapshot = |messages: &Vec<&Watched>| {
            let snapshot = |watched: &&&Watched| matches!(watched.message, Received::Snapshot(_));
            let first = messages
                .iter()
                .position(|watched| !matches!(watched.message, Received::Opened { .. }))?;
            let last = messages[first + 1..].iter().rfind(snapshot)?;
            Some(last.at)
        };
        let reported_at = match self.has_loss {
            true => Some(u64::MAX),
            false => self.watches.values().filter_map(resumed_by_snapshot).max(),
        };
        let Some(reported_at) = reported_at else { return };
        let known = reads::known(self);
        let Some((begun, _)) = known.first() else { return };
        if let Some(failover) = failovers
            .iter()
            .find(|failover| failover.end > *begun && failover.begin < reported_at)
        {
            let before = known.partition_point(|(at, _)| *at < failover.begin);
            self.certain = before.checked_sub(1).map_or(0, |last| known[last].1);
            self.settled = failovers.last().map_or(0, |last| last.end + SETTLED);
        }
    }

    /// The last revision after the run; 0 if its host could not read the match.
    fn end(&self) -> u64 {
        self.finals.get(&None).map_or(0, |last| last.entries.len() as u64)
    }

    fn finding(&self, promise: Promise, what: impl Into<String>) -> Finding {
        Finding {
            promise,
            match_id: self.match_id.to_owned(),
            what: what.into(),
        }
    }
}

/// The result of a check.
#[derive(Debug)]
pub struct Checked {
    /// All broken promises, without duplicates.
    pub findings: Vec<Finding>,
    /// The number of default actions that no fault excuses from being on time.
    pub unexcused_defaults: usize,
}

/// Checks a history.
pub fn check(lines: &[Line]) -> Checked {
    let mut histories: BTreeMap<&str, MatchHistory<'_>> = BTreeMap::new();
    let mut faults: Vec<&Fault> = Vec::new();
    let (mut archived, mut findings) = (None, Vec::new());
    for line in lines {
        match line {
            Line::Run(_) => {}
            Line::Call(call) => histories.entry(&call.match_id).or_default().calls.push(call),
            Line::Watched(watched) => {
                let history = histories.entry(&watched.match_id).or_default();
                history.watches.entry(watched.watcher).or_default().push(watched);
            }
            Line::Fault(fault) => faults.push(fault),
            Line::Loss(loss) => {
                histories.entry(&loss.match_id).or_default().has_loss = true;
            }
            Line::Final(last) => {
                histories
                    .entry(&last.match_id)
                    .or_default()
                    .finals
                    .insert(last.viewer, last);
            }
            Line::Archived(ids) => archived = Some(ids),
            Line::Panic(line) => findings.push(Finding {
                promise: Promise::NoPanic,
                match_id: String::new(),
                what: line.clone(),
            }),
        }
    }
    let started = lines.iter().find_map(|line| match line {
        Line::Run(run) => Some(run.unix_millis),
        _ => None,
    });
    findings.extend(idle(lines));
    let is_failover = |fault: &&Fault| fault.what.starts_with(FAILOVER);
    let mut failovers: Vec<_> = faults.iter().copied().filter(is_failover).collect();
    failovers.sort_by_key(|fault| fault.begin);
    let outages = deadlines::Outages::of(&faults, started.unwrap_or(0));
    let begun = reads::begun(calls(lines));
    let mut unexcused_defaults = 0;
    for (match_id, history) in &mut histories {
        history.match_id = match_id;
        history.left_behind = left_behind(&faults);
        history.judge_losses(&failovers);
        decisions::check(history, &mut findings);
        reads::check(history, &begun, &mut findings);
        streams::check(history, &mut findings);
        unexcused_defaults += deadlines::check(history, &outages, &mut findings);
        seats::check(history, &mut findings);
        ended(history, archived, &mut findings);
        lost(history, &mut findings);
    }
    copies::check(calls(lines), &histories, &mut findings);
    findings.sort();
    findings.dedup();
    Checked {
        findings,
        unexcused_defaults,
    }
}

/// The times in which a master that was left behind could answer reads.
fn left_behind(faults: &[&Fault]) -> Vec<(u64, u64)> {
    let left_behind = faults.iter().filter(|fault| fault.what == LEFT_BEHIND);
    left_behind.map(|fault| (fault.begin, fault.end + SETTLED)).collect()
}

fn calls(lines: &[Line]) -> impl Iterator<Item = &Call> {
    lines.iter().filter_map(|line| match line {
        Line::Call(call) => Some(call),
        _ => None,
    })
}

/// A run without a finished match proves nothing.
fn idle(lines: &[Line]) -> Option<Finding> {
    let is_end = |line: &Line| matches!(line, Line::Final(last) if last.finished);
    let finding = Finding {
        promise: Promise::Ends,
        match_id: String::new(),
        what: "no match was played to its end".to_owned(),
    };
    (!lines.iter().any(is_end)).then_some(finding)
}

/// A match with acknowledged commands can be read after the run, and servers report losses only after failovers.
fn lost(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    if history.has_loss && !history.is_reported() {
        findings.push(history.finding(Promise::AcknowledgedOnce, "a server reported a loss without a failover"));
    }
    let is_known = history
        .calls
        .iter()
        .any(|call| matches!(call.outcome, Outcome::Done { .. }));
    // A failover may have taken the match as a whole.
    if is_known && !history.finals.contains_key(&None) && history.certain > 0 {
        findings.push(history.finding(Promise::AcknowledgedOnce, "it could not be read after the run"));
    }
}

/// A match that was played to its end verifies, and is archived once.
fn ended(history: &MatchHistory<'_>, archived: Option<&Vec<String>>, findings: &mut Vec<Finding>) {
    let Some(host) = history.finals.get(&None) else { return };
    if let Some(why) = &host.unverified {
        findings.push(history.finding(Promise::Verifies, why));
    }
    // After a loss, the players of a match may be gone: they had seen its end.
    if host.stuck && !history.is_reported() {
        findings.push(history.finding(Promise::Ends, "it did not end, and its host had to abort it"));
    }
    if let Some(archived) = archived.filter(|_| host.finished) {
        let copies = archived.iter().filter(|id| *id == history.match_id).count();
        if copies != 1 {
            findings.push(history.finding(Promise::ArchivedOnce, format!("the archive has {copies} copies")));
        }
    }
}
