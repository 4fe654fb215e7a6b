//! Streams without gap or repeat, with the same content for the same access.

use std::collections::BTreeMap;

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Digest, Outcome, Received, Request, State, Viewer, Watched},
};

pub(super) fn check(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    for messages in history.watches.values() {
        in_order(history, messages, findings);
    }
    contents(history, findings);
}

fn in_order(history: &MatchHistory<'_>, messages: &[&Watched], findings: &mut Vec<Finding>) {
    let mut last: Option<u64> = None;
    let mut resumes = false;
    for watched in messages {
        let wrong = match &watched.message {
            Received::Opened { resumes: position } => {
                resumes = *position;
                None
            }
            Received::Snapshot(state) => {
                let before = last.replace(state.revision);
                let excused = history.is_reported() || history.may_be_old(watched.at, watched.at);
                (resumes && !excused).then(|| {
                    format!(
                        "a snapshot of revision {} instead of the updates after {before:?}",
                        state.revision
                    )
                })
            }
            Received::Update { revision, .. } => {
                let before = last.replace(*revision);
                // Without a snapshot, a watch of a campaign begins at revision 0.
                let expected = before.unwrap_or(0) + 1;
                (*revision != expected).then(|| format!("revision {revision} instead of {expected}"))
            }
            Received::Heartbeat(revision) => {
                let reached = last.unwrap_or(0);
                (*revision != reached && (*revision).max(reached) <= history.certain)
                    .then(|| format!("a heartbeat of revision {revision} after {reached}"))
            }
            Received::Ended => {
                let (reached, end) = (last.unwrap_or(0), history.end());
                (reached < end && !history.is_reported()).then(|| format!("it ended after revision {reached} of {end}"))
            }
            Received::Refused(reason) => (!history.is_reported()).then(|| format!("it was refused with {reason}")),
        };
        if let Some(wrong) = wrong {
            let what = format!("watch {} of viewer {:?}: {wrong}", watched.watcher, watched.viewer);
            findings.push(history.finding(Promise::GaplessStreams, what));
        }
    }
}

/// The first content of each revision for each viewer, and everything that differs from it.
#[derive(Default)]
struct Contents {
    events: BTreeMap<(Viewer, u64), Digest>,
    states: BTreeMap<(Viewer, u64), Digest>,
}

fn contents(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    let mut seen = Contents::default();
    for (viewer, last) in &history.finals {
        for (entry, revision) in last.entries.iter().zip(1..) {
            seen.events.insert((*viewer, revision), entry.events);
        }
    }
    let mut differing = Vec::new();
    let mut compare = |known: &mut BTreeMap<(Viewer, u64), Digest>, of: Viewer, revision, content, what: &str| {
        let first = known.entry((of, revision)).or_insert(content);
        if *first != content && revision <= history.certain {
            differing.push(format!(
                "viewer {of:?} received other {what} of revision {revision} elsewhere"
            ));
        }
    };
    let mut state = |seen: &mut Contents, viewer, state: &State| {
        compare(&mut seen.states, viewer, state.revision, state.content, "states");
    };
    for call in &history.calls {
        if let (Request::Read(viewer), Outcome::State(read)) = (&call.request, &call.outcome) {
            state(&mut seen, *viewer, read);
        }
    }
    for watched in history.watches.values().flatten() {
        match &watched.message {
            Received::Snapshot(shown) => state(&mut seen, watched.viewer, shown),
            Received::Update { state: Some(shown), .. } => state(&mut seen, watched.viewer, shown),
            _ => {}
        }
    }
    for watched in history.watches.values().flatten() {
        if let Received::Update { revision, events, .. } = &watched.message {
            compare(&mut seen.events, watched.viewer, *revision, *events, "events");
        }
    }
    findings.extend(
        differing
            .into_iter()
            .map(|what| history.finding(Promise::SameForAll, what)),
    );
}
