//! Replays a match up to a past revision.

use tinsel_store::{MatchId, MatchStore, Revision};
use tokio::task::yield_now;

use crate::{
    deps::Deps,
    error::RpcError,
    record::{MatchRecord, log_entry::LogEntry, narration::Narrator},
};

/// The number of entries that are read and replayed at once.
const PAGE: u32 = 64;

/// The number of matches that a server replays at the same time.
pub(crate) const REPLAYS: usize = 4;

/// The match at a past revision.
///
/// A replay begins at the first revision. It takes some microseconds for each; the log is bounded.
///
/// # Errors
///
/// The revision does not exist, the beginning of the match is no longer stored, or too many matches are being replayed.
pub(crate) async fn to<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    record: &MatchRecord,
    revision: Revision,
) -> Result<Narrator, RpcError> {
    let newest = record.version.revision;
    if revision == newest {
        return Ok(Narrator::at(record));
    }
    let mut narrator = Narrator::before_creation(&record.setup);
    if revision > newest {
        return Err(RpcError::RevisionNotStored { newest });
    }
    let _permit = deps.replays.try_acquire().map_err(|_| RpcError::Overloaded)?;
    while narrator.at.revision < revision {
        let page = deps.store.log(id, narrator.at.revision, PAGE).await?;
        if page.oldest > Revision::new(1) || page.entries.is_empty() {
            return Err(RpcError::RevisionNotStored { newest });
        }
        for (_, entry) in page.entries.into_iter().take_while(|(at, _)| *at <= revision) {
            let entry = deps.metrics.read(LogEntry::read(entry))?;
            narrator.tell(record, &entry)?;
        }
        yield_now().await;
    }
    Ok(narrator)
}
