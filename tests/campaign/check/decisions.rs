//! Acknowledged commands took effect once; refused ones never.

use std::collections::BTreeMap;

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Digest, Final, Outcome, Request},
};

/// All attempts of one request.
#[derive(Default)]
struct Attempts {
    /// The revisions, and when the attempts began.
    acknowledged: Vec<(u64, u64)>,
    /// When the first acknowledgement arrived.
    known_at: Option<u64>,
    /// The last refusal, and when its attempt began.
    refused: Option<(String, u64)>,
    unknown: bool,
}

pub(super) fn check(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    let mut requests: BTreeMap<(u32, &str, Digest), Attempts> = BTreeMap::new();
    for call in &history.calls {
        let Request::Submit {
            seat,
            request_id,
            action,
        } = &call.request
        else {
            continue;
        };
        let attempts = requests.entry((*seat, request_id, *action)).or_default();
        match &call.outcome {
            Outcome::Done { revision, .. } => {
                attempts.acknowledged.push((*revision, call.begin));
                attempts.known_at = Some(attempts.known_at.map_or(call.end, |at| at.min(call.end)));
            }
            Outcome::Refused(reason) if attempts.refused.as_ref().is_none_or(|(_, at)| *at < call.begin) => {
                attempts.refused = Some((reason.clone(), call.begin));
            }
            Outcome::Refused(_) => {}
            Outcome::Unknown(_) => attempts.unknown = true,
            Outcome::State(_) => {}
        }
    }
    for ((seat, request_id, _), attempts) in &requests {
        let has_certain = attempts
            .acknowledged
            .iter()
            .any(|(revision, begin)| !history.may_be_lost(*revision, *begin));
        if has_certain && !history.finals.contains_key(&Some(*seat)) {
            let what = format!("seat {seat}, request {request_id}: its player could not read the match after the run");
            findings.push(history.finding(Promise::AcknowledgedOnce, what));
        }
        // A copy can be refused before another one is accepted, because the match has changed meanwhile.
        if let (Some((reason, begin)), Some(known_at)) = (&attempts.refused, attempts.known_at)
            && *begin > known_at
            && !attempts
                .acknowledged
                .iter()
                .any(|(revision, begin)| history.may_be_lost(*revision, *begin))
        {
            let what =
                format!("seat {seat}, request {request_id}: acknowledged, and a later copy refused with {reason}");
            findings.push(history.finding(Promise::AcknowledgedOnce, what));
        }
        for (revision, begin) in &attempts.acknowledged {
            let (first, first_begin) = attempts.acknowledged[0];
            let is_certain = !history.may_be_lost(*revision, *begin);
            if *revision != first && is_certain && !history.may_be_lost(first, first_begin) {
                let what = format!("seat {seat}, request {request_id}: acknowledged at {first} and at {revision}");
                findings.push(history.finding(Promise::AcknowledgedOnce, what));
            }
        }
    }
    against_history(history, &requests, findings);
    controls(history, findings);
}

/// Acknowledged forfeits and substitutions change the control of a seat at their revisions.
fn controls(history: &MatchHistory<'_>, findings: &mut Vec<Finding>) {
    let Some(last) = history.finals.get(&None) else { return };
    for call in &history.calls {
        let (Request::Command { method, request_id }, Outcome::Done { revision, .. }) = (&call.request, &call.outcome)
        else {
            continue;
        };
        if !["ForfeitMatch", "SubstituteSeat"].contains(&method.as_str()) || history.may_be_lost(*revision, call.begin)
        {
            continue;
        }
        let index = usize::try_from(revision.saturating_sub(1)).expect("a revision");
        if last.entries.get(index).and_then(|entry| entry.control).is_none() {
            let what = format!("{method}, request {request_id}: not in the history at revision {revision}");
            findings.push(history.finding(Promise::AcknowledgedOnce, what));
        }
    }
}

/// The requests of a seat, by their IDs and actions.
type Own<'a> = Vec<(&'a str, Digest, &'a Attempts)>;

/// Compares the requests of each seat with the decisions in the history of that seat.
fn against_history(
    history: &MatchHistory<'_>,
    requests: &BTreeMap<(u32, &str, Digest), Attempts>,
    findings: &mut Vec<Finding>,
) {
    for (viewer, last) in &history.finals {
        let Some(seat) = *viewer else { continue };
        let own = requests.iter().filter(|((by, ..), _)| *by == seat);
        let own: Own<'_> = own
            .map(|((_, id, action), attempts)| (*id, *action, attempts))
            .collect();
        let mut unexplained = decisions(last, seat);
        for (request_id, action, attempts) in &own {
            for (revision, begin) in &attempts.acknowledged {
                let index = usize::try_from(revision.saturating_sub(1)).expect("a revision");
                let decision = last.entries.get(index).and_then(|entry| entry.decision);
                unexplained.remove(revision);
                if decision != Some((seat, Some(*action))) && !history.may_be_lost(*revision, *begin) {
                    let what = format!("seat {seat}, request {request_id}: not in the history at revision {revision}");
                    findings.push(history.finding(Promise::AcknowledgedOnce, what));
                }
            }
        }
        explain(history, seat, &own, unexplained, findings);
    }
}

/// The decisions of a player by their revisions, until the control of the seat changes: from then on, a bot or the
/// server may decide for it, too.
fn decisions(last: &Final, seat: u32) -> BTreeMap<u64, Digest> {
    let own = last
        .entries
        .iter()
        .zip(1..)
        .take_while(|(entry, _)| entry.control != Some(seat));
    own.filter_map(|(entry, revision)| match entry.decision {
        Some((by, Some(action))) if by == seat => Some((revision, action)),
        _ => None,
    })
    .collect()
}

/// Requests without a known result explain the decisions that were not acknowledged, each at most once.
fn explain(
    history: &MatchHistory<'_>,
    seat: u32,
    own: &Own<'_>,
    unexplained: BTreeMap<u64, Digest>,
    findings: &mut Vec<Finding>,
) {
    let open = own
        .iter()
        .filter(|(.., attempts)| attempts.acknowledged.is_empty() && attempts.unknown);
    let mut open: Vec<Digest> = open.map(|(_, action, _)| *action).collect();
    for (revision, action) in unexplained {
        if let Some(index) = open.iter().position(|open| *open == action) {
            open.swap_remove(index);
            continue;
        }
        // After a loss, an acknowledged request can take effect again, at another revision.
        if revision > history.certain {
            continue;
        }
        let refused = own.iter().filter(|(_, asked, _)| *asked == action);
        let mut refused = refused.filter_map(|(id, _, attempts)| Some((id, &attempts.refused.as_ref()?.0)));
        findings.push(match refused.next() {
            Some((id, reason)) => {
                let what =
                    format!("seat {seat}, request {id}: refused with {reason}, but in the history at {revision}");
                history.finding(Promise::RefusedNever, what)
            }
            None => {
                let what = format!("seat {seat}: no request explains the decision at revision {revision}");
                history.finding(Promise::AcknowledgedOnce, what)
            }
        });
    }
}
