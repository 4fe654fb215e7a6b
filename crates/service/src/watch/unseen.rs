//! Reads what a watcher has not received yet, once for all watchers of a match.

use std::sync::Arc;

use tinsel_store::{MatchId, MatchStore, Revision, StoreError, Version};

use crate::{
    cache::CacheEntry,
    deps::Deps,
    error::RpcError,
    read::{self, log},
    record::{MatchRecord, log_entry::LogEntry, watch_position::WatchPosition},
};

/// The number of revisions that one read returns for a watcher that is behind.
const PAGE: u32 = 64;

/// A match and its cache entry on this replica.
#[derive(Debug, Clone, Copy)]
pub(super) struct WatchedMatch<'a> {
    pub(super) id: MatchId,
    pub(super) cached: &'a CacheEntry,
}

/// Entries with their revisions, without gaps.
pub(super) type Missed = Vec<(Revision, Arc<LogEntry>)>;

/// The entries after `told` up to `newest`, at most one page; `None` if they cannot be delivered without a gap.
pub(super) async fn missed<S: MatchStore>(
    deps: &Deps<S>,
    watched: WatchedMatch<'_>,
    told: WatchPosition,
    newest: Version,
) -> Result<Option<Missed>, RpcError> {
    if let Some(entries) = watched.cached.since(told, newest) {
        return Ok(Some(entries));
    }
    let _one_for_all = watched.cached.reading.lock().await;
    if let Some(entries) = watched.cached.since(told, newest) {
        return Ok(Some(entries));
    }
    // If the nonce at `told` is known, that entry is read again, to check that the match still contains it.
    let from = Revision::new(told.revision.get().saturating_sub(u64::from(told.is_definite())));
    let Some(section) = log::up_to(deps, watched.id, newest, from, PAGE).await? else {
        return Ok(None);
    };
    let trimmed = section.oldest > from.plus(1);
    let Some((before, entries)) = deps.metrics.read(following(told, section.entries))? else {
        // A position that a caller only claimed proves nothing.
        if told.was_seen() && !trimmed {
            // If a match has only reverted, the store reports that itself.
            tracing::warn!(
                r#match = %watched.id,
                seen_revision = told.revision.get(),
                stored_revision = newest.revision.get(),
                "store lost acknowledged writes: match history diverged"
            );
        }
        return Ok(None);
    };
    if let Some(before) = before {
        watched
            .cached
            .follow(before, entries.iter().map(|(_, entry)| Arc::clone(entry)));
    }
    Ok(Some(entries))
}

/// The entries of a section after `told`, with the version before them if the section contains it. `None` if there are
/// none, or they do not continue from `told`.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if an event cannot be decoded.
fn following(
    told: WatchPosition,
    section: Vec<(Revision, LogEntry)>,
) -> Result<Option<(Option<Version>, Missed)>, StoreError> {
    let shared = section.into_iter().map(|(revision, entry)| (revision, Arc::new(entry)));
    let mut entries: Missed = shared.collect();
    let mut before = None;
    if told.is_definite() {
        before = entries.first().map(|(revision, entry)| Version {
            revision: *revision,
            nonce: entry.nonce,
        });
        let is_unknown = |before: Version| before.nonce == LogEntry::UNKNOWN_NONCE;
        if !before.is_some_and(|before| told.is(before) || is_unknown(before)) {
            return Ok(None);
        }
        entries.remove(0);
    }
    entries.iter().try_for_each(|(_, entry)| entry.check_events())?;
    let gapless = entries
        .first()
        .is_some_and(|(revision, _)| *revision == told.revision.plus(1));
    Ok(gapless.then_some((before, entries)))
}

/// The newest state, without a read if this replica has already seen the newest known version. Only the store may
/// report a lower revision than `told`: the cache may be outdated.
pub(super) async fn newest<S: MatchStore>(
    deps: &Deps<S>,
    watched: WatchedMatch<'_>,
    newest_known: Option<Version>,
    told: Option<WatchPosition>,
) -> Result<Arc<MatchRecord>, RpcError> {
    let behind = |version: Version| told.is_some_and(|told| version.revision < told.revision);
    let known = || {
        let guess = watched.cached.guess()?;
        (Some(guess.version) == newest_known && !behind(guess.version)).then_some(guess)
    };
    if let Some(guess) = known() {
        return Ok(guess);
    }
    let _one_for_all = watched.cached.reading.lock().await;
    match known() {
        Some(guess) => Ok(guess),
        None => read::load(deps, watched.id).await,
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use tinsel_store::UnixMillis;

    use super::*;
    use crate::record::log_entry::AddressedEvent;

    #[test]
    fn events_that_clients_cannot_decode_are_not_delivered() {
        let section = |event: &'static [u8]| {
            let mut entry = LogEntry::new(UnixMillis(0));
            entry.events.push(AddressedEvent {
                to_all: true,
                event: Bytes::from_static(event),
                ..AddressedEvent::default()
            });
            vec![(Revision::new(1), entry)]
        };
        let told = WatchPosition::claimed(Revision::NONE);
        // `match_created { game_id }`, with valid and invalid UTF-8.
        let delivered = following(told, section(b"\x12\x03\x0a\x01a")).unwrap();
        assert_eq!(delivered.map(|(_, entries)| entries.len()), Some(1));
        let found = following(told, section(b"\x12\x03\x0a\x01\xff"));
        assert!(matches!(found, Err(StoreError::Corrupt(_))), "{found:?}");
    }
}
