//! One atomic write of the store: the record, its log entries, the response to the request and the indexes.

use std::{sync::Arc, time::Duration};

use tinsel_store::{
    Answer, Change, MatchId, MatchStore, Replaced, RequestId, Revision, StoreError, UnixMillis, Version, Write,
};
use tracing::{Instrument, Span, debug_span};

use super::{chain, listing, open_match_quota};
use crate::{
    deps::Deps,
    error::RpcError,
    play::Transition,
    record::{MatchRecord, log_entry::LogEntry, origin::Origin, show},
};

/// The maximum of attempts at a write that the store does not confirm.
const WRITES: u32 = 3;

/// A transition that was written.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) record: Arc<MatchRecord>,
    pub(super) entries: Vec<Arc<LogEntry>>,
}

impl Written {
    pub(super) fn new(transition: Transition, version: Version) -> Self {
        let entries = transition.entries.into_iter();
        Self {
            record: Arc::new(transition.record.at(version)),
            entries: entries.map(|pending| Arc::new(pending.entry)).collect(),
        }
    }
}

/// Writes a transition from `before`, at most once in effect.
pub(super) async fn replace<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    before: &MatchRecord,
    write: &Write,
    transition: &Transition,
) -> Result<Replaced, RpcError> {
    let replaced = send(deps, id, before, write).await;
    let game = before.setup.game_label();
    let outcome = match &replaced {
        Ok(Replaced::Written(_)) => "written",
        Ok(Replaced::Conflict(_)) => "conflict",
        Ok(Replaced::Repeated(_)) => "repeated",
        Err(_) => "failed",
    };
    deps.metrics.write(game, outcome);
    if matches!(replaced, Err(StoreError::NotFound)) && before.is_over() {
        // It was archived meanwhile.
        return Err(RpcError::MatchOver);
    }
    if let Ok(Replaced::Written(_)) = &replaced {
        let (was, is) = (show::phase(before), show::phase(&transition.record));
        if was != is {
            deps.metrics.came_into(game, is);
        }
        deps.schedule.written(id, &write.deadline);
        open_match_quota::follow(deps, id, before, &transition.record).await;
    }
    Ok(replaced?)
}

/// Sends a write. If the store does not answer, the same write is sent again, which is safe because it is idempotent.
async fn send<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    before: &MatchRecord,
    write: &Write,
) -> Result<Replaced, StoreError> {
    let replace = || {
        let span = debug_span!("commit", tinsel.r#match = %id);
        deps.store.replace(id, before.version, write).instrument(span)
    };
    let mut done = replace().await;
    for _ in 1..WRITES {
        let Err(StoreError::Unavailable(cause)) = &done else {
            break;
        };
        tracing::warn!(r#match = %id, error = %cause, "write failed: retrying");
        let again = replace().await;
        if matches!(again, Err(StoreError::RefusesWrites(_))) {
            // An earlier attempt may have been applied.
            break;
        }
        done = again;
    }
    done
}

/// The write of a transition, without the precondition on `before` for a new match. Seals the transition.
pub(super) fn write<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    span: &Span,
    answer: (RequestId, Answer),
    before: Option<&MatchRecord>,
    transition: &mut Transition,
) -> Result<Write, RpcError> {
    let revision = before.map_or(Revision::NONE, |before| before.version.revision);
    transition.record.origin = Origin::of(span);
    let record = chain::seal(id, transition, revision)?;
    let origin = transition.record.origin.map(Origin::write).unwrap_or_default();
    let nonce = deps.entropy.nonce();
    let entries = transition.entries.iter_mut().map(|pending| {
        pending.entry.origin = origin.clone();
        pending.entry.write(nonce)
    });
    let entries: Vec<_> = entries.collect();
    let after = &transition.record;
    // An operator's action writes the index entry again, in case the store has lost it.
    let by_operator = transition
        .entries
        .iter()
        .any(|pending| !pending.entry.operator.is_empty());
    let revision = revision.plus(u64::try_from(entries.len()).unwrap_or(u64::MAX));
    Ok(Write {
        record,
        entries,
        nonce,
        request: Some(answer),
        deadline: match (before.and_then(MatchRecord::due), after.due()) {
            (before, after) if before == after && !by_operator => Change::Keep,
            (_, Some(at)) => Change::Set(at),
            (_, None) => Change::Clear,
        },
        lobby: listing::entry(id, before, after, revision)?,
        expiry: expiry(deps, before, after, by_operator),
        upkeep: upkeep(deps, after),
    })
}

/// The end of the retention of responses, after which a finished match is packed.
fn upkeep<S: MatchStore>(deps: &Deps<S>, after: &MatchRecord) -> Change<UnixMillis> {
    if !after.is_over() {
        return Change::Keep;
    }
    let responses = u64::try_from(deps.settings.retention.responses.as_millis()).unwrap_or(u64::MAX);
    Change::Set(UnixMillis(after.written.0.saturating_add(responses)))
}

/// The new retention of the match.
fn expiry<S: MatchStore>(
    deps: &Deps<S>,
    before: Option<&MatchRecord>,
    after: &MatchRecord,
    by_operator: bool,
) -> Change<Duration> {
    let retention = &deps.settings.retention;
    let Some(before) = before else {
        return Change::Set(retention.lobby);
    };
    if after.is_over() {
        return match deps.archive {
            // The match stays until it is archived.
            Some(_) => Change::Clear,
            None => Change::Set(retention.finished),
        };
    }
    if before.play.is_none() && after.play.is_some() {
        return Change::Set(retention.active);
    }
    // The index lists the match as long as something is pending.
    if by_operator && after.is_active() {
        let due = after.due().map_or(0, |due| due.0.saturating_sub(deps.clock.now().0));
        return Change::Set(retention.active.saturating_add(Duration::from_millis(due)));
    }
    Change::Keep
}
