//! Recently used matches of this replica, decoded for the next action.
//!
//! A cached state may be outdated: the compare-and-set detects that. A refusal on a cached state is checked again on
//! the stored state before it is returned.

mod recent;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use bytes::Bytes;
use parking_lot::Mutex;
use quick_cache::sync::Cache;
use tinsel_engine::Viewer;
use tinsel_store::{MatchId, Revision, Version};
use tokio::time::Instant;

use self::recent::Recent;
use crate::{
    error::RpcError,
    record::{MatchRecord, log_entry::LogEntry, watch_position::WatchPosition},
    views::presented::Parts,
};

/// The number of encoded messages that are cached for the spectators of a match. Older ones are encoded again.
const SHARED: usize = 32;

/// A bounded number of matches.
#[derive(Debug)]
pub(crate) struct MatchCache {
    entries: Cache<MatchId, Arc<CacheEntry>>,
}

/// The cached state of one match, with its locks and its watchers.
#[derive(Debug, Default)]
pub(crate) struct CacheEntry {
    /// Held while an action is applied, so that actions of one replica do not race each other to the store.
    pub(crate) changing: tokio::sync::Mutex<()>,
    /// Held while a watcher reads from the store, so that one read serves all watchers.
    pub(crate) reading: tokio::sync::Mutex<()>,
    newest: Mutex<Option<Arc<MatchRecord>>>,
    /// When the newest state was last confirmed by the store.
    seen: Mutex<Option<Instant>>,
    watchers: AtomicUsize,
    /// Filled only while the match is watched.
    recent: Mutex<Recent>,
    /// The newest messages for spectators, encoded once for all of them. Filled only while the match is watched.
    shared: Mutex<VecDeque<(Content, Bytes)>>,
}

/// The content of a message for watchers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) kind: ContentKind,
    /// What its states contain.
    pub(crate) parts: Parts,
}

/// The kind of a message's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentKind {
    /// The state at a version.
    Snapshot(Version),
    /// The changes that led to a version, with the state if it is the newest one.
    Update { version: Version, newest: Version },
}

impl MatchCache {
    pub(crate) fn new(matches: usize) -> Self {
        Self {
            entries: Cache::new(matches.max(1)),
        }
    }

    /// The cache entry of a match, which may be empty.
    pub(crate) fn entry(&self, id: MatchId) -> Arc<CacheEntry> {
        let made = self
            .entries
            .get_or_insert_with(&id, || Ok::<_, std::convert::Infallible>(Arc::default()));
        made.unwrap_or_default()
    }

    /// Removes a match from the cache.
    pub(crate) fn forget(&self, id: MatchId) {
        self.entries.remove(&id);
    }
}

impl CacheEntry {
    /// The number of watchers of the match.
    #[cfg(test)]
    pub(crate) fn watchers(&self) -> usize {
        self.watchers.load(Ordering::Relaxed)
    }

    pub(crate) fn guess(&self) -> Option<Arc<MatchRecord>> {
        self.newest.lock().clone()
    }

    /// Caches a record that was just read or written.
    pub(crate) fn remember(&self, record: &Arc<MatchRecord>) {
        *self.newest.lock() = Some(Arc::clone(record));
        *self.seen.lock() = Some(Instant::now());
    }

    /// When the newest state was last confirmed by the store.
    pub(crate) fn seen(&self) -> Option<Instant> {
        *self.seen.lock()
    }

    /// Records that the cached state is still the newest one.
    pub(crate) fn seen_again(&self) {
        *self.seen.lock() = Some(Instant::now());
    }

    /// Caches the entries that followed a version, if the match is watched.
    pub(crate) fn follow(&self, before: Version, entries: impl IntoIterator<Item = Arc<LogEntry>>) {
        if self.watchers.load(Ordering::Relaxed) > 0 {
            self.recent.lock().follow(before, entries);
        }
    }

    /// The encoded message with this content for `viewer`. All spectators see the same, so `encode` runs once for them.
    pub(crate) fn shared(
        &self,
        viewer: Viewer,
        content: Content,
        encode: impl Fn() -> Result<Bytes, RpcError>,
    ) -> Result<Bytes, RpcError> {
        if viewer != Viewer::Spectator {
            return encode();
        }
        let mut shared = self.shared.lock();
        if let Some((_, message)) = shared.iter().find(|(of, _)| *of == content) {
            return Ok(message.clone());
        }
        let message = encode()?;
        if shared.len() == SHARED {
            shared.pop_front();
        }
        shared.push_back((content, message.clone()));
        Ok(message)
    }

    /// The entries after `told`, up to `newest`; `None` if some of them are not cached.
    pub(crate) fn since(&self, told: WatchPosition, newest: Version) -> Option<Vec<(Revision, Arc<LogEntry>)>> {
        self.recent.lock().since(told, newest)
    }
}

/// Counts one watcher of a match during its lifetime.
#[derive(Debug)]
pub(crate) struct WatcherCount(pub(crate) Arc<CacheEntry>);

impl WatcherCount {
    pub(crate) fn take(entry: Arc<CacheEntry>) -> Self {
        entry.watchers.fetch_add(1, Ordering::Relaxed);
        Self(entry)
    }
}

impl Drop for WatcherCount {
    fn drop(&mut self) {
        if self.0.watchers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.recent.lock().clear();
            self.0.shared.lock().clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tinsel_engine::SeatIndex;

    use super::*;

    #[test]
    fn a_message_is_encoded_once_for_all_spectators_and_for_each_seat() {
        let (entry, encoded) = (CacheEntry::default(), Cell::new(0));
        let content = |number| {
            let version = Version {
                revision: Revision::new(number),
                nonce: number,
            };
            Content {
                kind: ContentKind::Snapshot(version),
                parts: Parts::default(),
            }
        };
        let message = |viewer, number: u64| {
            let encode = || {
                encoded.set(encoded.get() + 1);
                Ok(Bytes::from(number.to_string()))
            };
            entry.shared(viewer, content(number), encode).unwrap()
        };
        for _ in 0..3 {
            assert_eq!(message(Viewer::Spectator, 1), "1");
        }
        assert_eq!(encoded.get(), 1);
        for _ in 0..3 {
            message(Viewer::Seat(SeatIndex::new(0)), 1);
        }
        assert_eq!(encoded.get(), 4);
        // The cache is limited to this number of messages.
        for number in 2..=1 + SHARED as u64 {
            assert_eq!(message(Viewer::Spectator, number), number.to_string());
        }
        let before = encoded.get();
        message(Viewer::Spectator, 1);
        assert_eq!(encoded.get(), before + 1);
    }
}
