//! Each revision belongs to one command, and copies and retries of a command return its first response.
//!
//! Copies of actions are checked elsewhere, with their contents.

use std::collections::BTreeMap;

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Call, Outcome, Request},
};

/// Checks the calls of all matches: an attempt without a response may not name its match.
pub(super) fn check<'a>(
    calls: impl Iterator<Item = &'a Call>,
    histories: &BTreeMap<&str, MatchHistory<'_>>,
    findings: &mut Vec<Finding>,
) {
    let mut acknowledged: BTreeMap<&str, &Call> = BTreeMap::new();
    let mut owners: BTreeMap<(&str, u64), &str> = BTreeMap::new();
    for call in calls {
        let Some(request_id) = call.request.id() else {
            continue;
        };
        if let Outcome::Done { revision, .. } = call.outcome {
            acknowledged.entry(request_id).or_insert(call);
            let owner = owners.entry((&call.match_id, revision)).or_insert(request_id);
            if *owner != request_id && !is_lost(histories, call) {
                let what = format!("revision {revision} was acknowledged to {owner} and to {request_id}");
                findings.push(histories[call.match_id.as_str()].finding(Promise::AcknowledgedOnce, what));
            }
        }
        if let Some(first) = acknowledged.get(request_id)
            && let Some(promise) = broken(first, call)
            && !is_lost(histories, first)
            && !is_lost(histories, call)
        {
            let what = format!("{:?}: first {:?}, then {:?}", call.request, first.outcome, call.outcome);
            findings.push(histories[first.match_id.as_str()].finding(promise, what));
        }
    }
}

/// Whether a failover can have taken the write of a call.
fn is_lost(histories: &BTreeMap<&str, MatchHistory<'_>>, call: &Call) -> bool {
    let history = &histories[call.match_id.as_str()];
    matches!(call.outcome, Outcome::Done { revision, .. } if history.may_be_lost(revision, call.begin))
}

/// The promise that a copy of an acknowledged command breaks, if its result differs.
fn broken(first: &Call, copy: &Call) -> Option<Promise> {
    if matches!(copy.request, Request::Submit { .. }) {
        return None;
    }
    match (&first.outcome, &copy.outcome) {
        (_, Outcome::Refused(_)) if copy.begin > first.end => Some(Promise::AcknowledgedOnce),
        (Outcome::Done { seat: first, .. }, Outcome::Done { seat, .. }) if seat != first => Some(Promise::OneSeatEach),
        (done, Outcome::Done { .. }) if (&first.match_id, done) != (&copy.match_id, &copy.outcome) => {
            Some(Promise::AcknowledgedOnce)
        }
        _ => None,
    }
}
