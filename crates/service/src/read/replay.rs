//! Replays a match up to a past revision.

use std::num::NonZeroU32;

use tinsel_store::{MatchId, MatchStore, Revision};
use tokio::task::yield_now;

use super::log::{self, LogSection};
use crate::{
    auth::caller::Caller,
    deps::Deps,
    error::RpcError,
    record::{MatchRecord, past_match::PastMatch},
};

/// The number of entries that are read and replayed at once.
const PAGE: u32 = 64;

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
) -> Result<PastMatch, RpcError> {
    let cost = revision.min(record.version.revision).get() / REVISIONS_PER_CALL;
    let cost = u32::try_from(cost).ok().and_then(NonZeroU32::new);
    if let Some(cost) = cost.filter(|_| revision != record.version.revision) {
        deps.quotas.call(caller, cost)?;
    }
    let newest = record.version.revision;
    if revision == newest {
        return Ok(PastMatch::newest(record));
    }
    if revision > newest {
        return Err(RpcError::RevisionNotStored { newest });
    }
    let _permit = deps.replays.acquire().await.map_err(|_| RpcError::Overloaded)?;
    let mut past = PastMatch::before_creation();
    while past.revision < revision {
        let section = log::up_to(deps, id, record.version, past.revision, PAGE).await?;
        let LogSection { oldest, entries } = section.ok_or(RpcError::Contended)?;
        if oldest > Revision::new(1) || entries.is_empty() {
            return Err(RpcError::RevisionNotStored { newest });
        }
        for (_, entry) in entries.iter().take_while(|(at, _)| *at <= revision) {
            past.advance(record, entry)?;
        }
        yield_now().await;
    }
    Ok(past)
}
