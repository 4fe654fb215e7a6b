//! Copies and retries of a command return the response of the first one.
//!
//! The decisions of seats are checked elsewhere, with their contents.

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
    for call in calls {
        let (Request::Sit { request_id } | Request::Command { request_id, .. }) = &call.request else {
            continue;
        };
        if let Outcome::Done { .. } = call.outcome {
            acknowledged.entry(request_id).or_insert(call);
        }
        let Some(first) = acknowledged.get(request_id.as_str()) else {
            continue;
        };
        let Some(history) = histories.get(first.match_id.as_str()) else {
            continue;
        };
        let promise = match (&call.outcome, &first.outcome) {
            (Outcome::Refused(_), _) if call.begin > first.end => Promise::AcknowledgedOnce,
            (Outcome::Done { seat, .. }, Outcome::Done { seat: first, .. }) if seat != first => Promise::OneSeatEach,
            (Outcome::Done { .. }, first_outcome)
                if (&call.match_id, &call.outcome) != (&first.match_id, first_outcome) =>
            {
                Promise::AcknowledgedOnce
            }
            _ => continue,
        };
        if !history.is_reported() {
            let what = format!("{:?}: first {:?}, then {:?}", call.request, first.outcome, call.outcome);
            findings.push(history.finding(promise, what));
        }
    }
}
