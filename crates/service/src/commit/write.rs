//! One atomic write of the store: the record, its log entries, the response to the request and the indexes.

use std::{sync::Arc, time::Duration};

use tinsel_store::{
    Change, MatchId, MatchStore, Replaced, RequestId, Revision, StoreError, StoredResponse, UnixMillis, Version, Write,
};
use tracing::{Instrument, Span, debug_span};

use super::{chain, expiry};
use crate::{
    deps::Deps,
    error::RpcError,
    lobby::{listing, open_match_quota},
    play::Transition,
    record::{MatchRecord, log_entry::LogEntry, origin::Origin},
    views::show,
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
        if write.outbox {
            deps.outbox.written(id);
        }
        open_match_quota::follow(deps, id, &transition.record, &write.expiry).await;
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

/// The write of a transition, without the precondition on `before` for a new match. Extends the hash chain by it.
pub(super) fn write<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    span: &Span,
    answer: (RequestId, StoredResponse),
    before: Option<&MatchRecord>,
    transition: &mut Transition,
) -> Result<Write, RpcError> {
    let revision = before.map_or(Revision::NONE, |before| before.version.revision);
    // An operator's action writes expiry and index entry again, in case the store has lost them.
    let by_operator = transition
        .entries
        .iter()
        .any(|pending| !pending.entry.operator.is_empty());
    let expiry = expiry::change(deps, before, transition, by_operator);
    transition.record.expires = expiry.clone().after(transition.record.expires);
    transition.record.origin = Origin::of(span);
    let saved = chain::extend(id, transition, revision)?;
    let record = transition.record.write(saved.as_deref())?;
    let origin = transition.record.origin.map(Origin::write).unwrap_or_default();
    let nonce = deps.entropy.nonce();
    let entries = transition.entries.iter_mut().map(|pending| {
        pending.entry.origin = origin.clone();
        pending.entry.write(nonce)
    });
    let entries: Vec<_> = entries.collect();
    let after = &transition.record;
    let now = deps.clock.now();
    let revision = revision.plus(u64::try_from(entries.len()).unwrap_or(u64::MAX));
    let lobby = listing::entry(id, before, after, revision)?;
    // Derived only where the store needs it, because most actions do not.
    let needs_lobby_id = before.is_none() || lobby != Change::Keep;
    Ok(Write {
        record,
        personal: after.personal_change(before),
        entries,
        nonce,
        request: Some(answer),
        // Also if the write has erased the last one. The event about a rematch follows its creation.
        outbox: before.into_iter().chain([after]).any(MatchRecord::has_references)
            || before.is_none() && after.setup.rematch_of.is_some(),
        deadline: match (before.and_then(MatchRecord::due), after.due()) {
            (before, after) if before == after && !by_operator => Change::Keep,
            (_, Some(at)) => Change::Set(at),
            (_, None) => Change::Clear,
        },
        lobby,
        lobby_id: needs_lobby_id.then(|| after.setup.lobby_id()).flatten(),
        expiry: expiry.map(|at| Duration::from_millis(at.0.saturating_sub(now.0))),
        upkeep: upkeep(deps, after),
    })
}

/// The end of the retention of responses, after which a finished match is packed.
fn upkeep<S: MatchStore>(deps: &Deps<S>, after: &MatchRecord) -> Change<UnixMillis> {
    if !after.is_over() {
        return Change::Keep;
    }
    Change::Set(after.end_of(deps.settings.retention.responses))
}
