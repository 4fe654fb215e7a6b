//! Reads and writes in real-time order: no result is older than what any client knew when the call began.

use std::collections::BTreeMap;

use crate::{
    check::{Finding, MatchHistory, Promise},
    history::{Call, Outcome, Received, Request},
};

/// The time that a message of a watch may take to its client through slow and cut connections, in microseconds.
const DELIVERY: u64 = 10_000_000;

/// When the first attempt of each request began.
pub(super) type Begun<'a> = BTreeMap<&'a str, u64>;

/// When each request began, by its calls for all matches: an attempt of a quick match without response names no match.
pub(super) fn begun<'a>(calls: impl IntoIterator<Item = &'a Call>) -> Begun<'a> {
    let mut begun = Begun::new();
    for call in calls {
        if let Some(request_id) = call.request.id() {
            let first = begun.entry(request_id).or_insert(call.begin);
            *first = call.begin.min(*first);
        }
    }
    begun
}

/// A result with a revision.
struct Observed {
    begin: u64,
    end: u64,
    revision: u64,
    /// Whether the match had a later revision than all those known at the beginning.
    is_write: bool,
    what: String,
}

pub(super) fn check(history: &MatchHistory<'_>, begun: &Begun<'_>, findings: &mut Vec<Finding>) {
    let (observed, known) = (observations(history, begun), known(history));
    for seen in &observed {
        let before = known.partition_point(|(at, _)| *at < seen.begin);
        let Some((_, newest)) = before.checked_sub(1).and_then(|index| known.get(index)) else {
            continue;
        };
        let stale = seen.revision < *newest || (seen.is_write && seen.revision == *newest);
        if stale && seen.revision < history.certain && (seen.is_write || !history.may_be_old(seen.begin, seen.end)) {
            let what = format!(
                "{} began at {} µs and returned revision {}, although {newest} was known",
                seen.what, seen.begin, seen.revision
            );
            findings.push(history.finding(Promise::FreshReads, what));
        }
    }
}

/// The newest revision that all clients together knew, by the times since which they knew it, in ascending order.
pub(super) fn known(history: &MatchHistory<'_>) -> Vec<(u64, u64)> {
    let mut ends: Vec<(u64, u64)> = observations(history, &Begun::new())
        .iter()
        .map(|seen| (seen.end, seen.revision))
        .collect();
    ends.sort_unstable();
    let mut newest = 0;
    for (_, revision) in &mut ends {
        newest = newest.max(*revision);
        *revision = newest;
    }
    ends
}

/// All results with a revision. Of a request that was sent several times, the first attempt is its beginning: a retry
/// returns the first response.
fn observations(history: &MatchHistory<'_>, begun: &Begun<'_>) -> Vec<Observed> {
    let mut observed = Vec::new();
    for call in &history.calls {
        let (revision, is_write) = match &call.outcome {
            Outcome::Done { revision, .. } => (*revision, true),
            Outcome::State(state) => (state.revision, false),
            Outcome::Refused(_) | Outcome::Unknown(_) => continue,
        };
        let first = call.request.id().and_then(|id| begun.get(id).copied());
        observed.push(Observed {
            begin: first.unwrap_or(call.begin),
            end: call.end,
            revision,
            is_write: is_write && matches!(call.request, Request::Submit { .. }),
            what: format!("{:?}", call.request),
        });
    }
    for messages in history.watches.values() {
        let mut opened = None;
        for message in messages {
            let (revision, begin) = match &message.message {
                Received::Opened { resumes } => {
                    opened = (!resumes).then_some(message.at);
                    continue;
                }
                // A new watch begins with the newest state.
                Received::Snapshot(state) => (state.revision, opened.unwrap_or(0)),
                Received::Update { revision, .. } => (*revision, 0),
                // It confirms that nothing was missed when the server sent it.
                Received::Heartbeat(revision) => (*revision, message.at.saturating_sub(DELIVERY)),
                Received::Ended | Received::Refused(_) => continue,
            };
            observed.push(Observed {
                begin,
                end: message.at,
                revision,
                is_write: false,
                what: format!("watch {}", message.watcher),
            });
        }
    }
    observed
}
