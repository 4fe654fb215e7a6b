//! Replays a match up to a past revision.

use std::{num::NonZeroU32, sync::Arc};

use tinsel_proto::v1::Text;
use tinsel_store::{MatchId, MatchStore, Revision};
use tokio::task::yield_now;

use super::log::{self, LogSection};
use crate::{
    cache::{
        CacheEntry,
        narrated::{Narration, Sentences},
    },
    deps::Deps,
    error::RpcError,
    gate::caller::Caller,
    record::{MatchRecord, log_entry::LogEntry, narration::Narrator},
};

/// The number of entries that are read and replayed at once.
const PAGE: u32 = 64;

/// The sentences of entries of a match, as far as it can be replayed: a damaged match has none.
pub(crate) async fn sentences<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    record: &MatchRecord,
    entries: &[(Revision, LogEntry)],
) -> Vec<Vec<Text>> {
    let Some((first, _)) = entries.first() else {
        return Vec::new();
    };
    let before = Revision::new(first.get().saturating_sub(1));
    let Ok(mut narrator) = reached(deps, id, record, before).await else {
        return Vec::new();
    };
    entries
        .iter()
        .map_while(|(_, entry)| narrator.tell(record, entry).ok())
        .collect()
}

/// The sentences of consecutive entries of a match, one list for each entry, as far as the match can be replayed. If it
/// cannot, later entries have sentences again.
///
/// # Errors
///
/// The store does not answer.
pub(crate) async fn sentences_for_watchers<S: MatchStore>(
    deps: &Deps<S>,
    (id, cached): (MatchId, &CacheEntry),
    record: &MatchRecord,
    entries: &[(Revision, Arc<LogEntry>)],
) -> Result<Vec<Sentences>, RpcError> {
    let told = cached.narration.lock().follow(record, entries);
    if told.len() == entries.len() {
        return Ok(told);
    }
    // Watchers wait for each other, because all of them would retry at once.
    let _permit = deps.replays.acquire().await.map_err(|_| RpcError::Overloaded)?;
    let mut told = cached.narration.lock().follow(record, entries);
    let Some((first, _)) = entries.get(told.len()) else {
        return Ok(told);
    };
    let mut behind = match replayed(deps, id, record, Revision::new(first.get().saturating_sub(1))).await {
        Ok(narrator) => Narration::from(narrator),
        Err(RpcError::Internal { .. } | RpcError::RevisionNotStored { .. }) => {
            cached.narration.lock().start(record);
            return Ok(told);
        }
        Err(error) => return Err(error),
    };
    let rest = entries.get(told.len()..).unwrap_or_default();
    told.extend(behind.follow(record, rest));
    cached.narration.lock().take_over(behind);
    Ok(told)
}

/// The number of replayed revisions that count as one call of the caller.
const REVISIONS_PER_CALL: u64 = 400;

/// The match at a past revision, for a caller whose rate limit pays for the replay.
///
/// A replay begins at the first revision, because only the newest state is stored. It takes some microseconds for each
/// revision; the log is bounded.
///
/// # Errors
///
/// The revision does not exist, the beginning of the match is no longer stored, or the caller exceeds its rate limit.
/// [`RpcError::Contended`] if the match has reverted since `record` was read.
pub(crate) async fn to<S: MatchStore>(
    deps: &Deps<S>,
    caller: &Caller,
    id: MatchId,
    record: &MatchRecord,
    revision: Revision,
) -> Result<Narrator, RpcError> {
    let cost = revision.min(record.version.revision).get() / REVISIONS_PER_CALL;
    let cost = u32::try_from(cost).ok().and_then(NonZeroU32::new);
    if let Some(cost) = cost.filter(|_| revision != record.version.revision) {
        deps.quotas.call(caller, cost)?;
    }
    reached(deps, id, record, revision).await
}

/// The match at its newest or a past revision.
async fn reached<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    record: &MatchRecord,
    revision: Revision,
) -> Result<Narrator, RpcError> {
    let newest = record.version.revision;
    if revision == newest {
        return Ok(Narrator::at(record));
    }
    if revision > newest {
        return Err(RpcError::RevisionNotStored { newest });
    }
    let _permit = deps.replays.acquire().await.map_err(|_| RpcError::Overloaded)?;
    replayed(deps, id, record, revision).await
}

/// The match at a past revision, by a replay from its beginning.
async fn replayed<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    record: &MatchRecord,
    revision: Revision,
) -> Result<Narrator, RpcError> {
    let newest = record.version.revision;
    let mut narrator = Narrator::before_creation(&record.setup);
    while narrator.at.revision < revision {
        let section = log::up_to(deps, id, record.version, narrator.at.revision, PAGE).await?;
        let LogSection { oldest, entries } = section.ok_or(RpcError::Contended)?;
        if oldest > Revision::new(1) || entries.is_empty() {
            return Err(RpcError::RevisionNotStored { newest });
        }
        for (_, entry) in entries.iter().take_while(|(at, _)| *at <= revision) {
            narrator.tell(record, entry)?;
        }
        yield_now().await;
    }
    Ok(narrator)
}
