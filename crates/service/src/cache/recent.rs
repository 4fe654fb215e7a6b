//! The recent entries of a watched match: read or written once, delivered to all watchers of this replica.

use std::{collections::VecDeque, sync::Arc};

use tinsel_store::{Revision, Version};

use crate::record::{log_entry::LogEntry, watch_position::WatchPosition};

/// The number of entries that are cached. A watcher that is further behind reads the log.
const ENTRIES: usize = 32;

/// Entries without gaps, and the version before the first of them.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    chain: Option<Chain>,
}

#[derive(Debug)]
struct Chain {
    base: Version,
    entries: VecDeque<Arc<LogEntry>>,
}

impl Recent {
    /// Adds the entries that followed `before`. If `before` is not the newest cached version, the older entries are
    /// dropped.
    pub(crate) fn follow(&mut self, before: Version, entries: impl IntoIterator<Item = Arc<LogEntry>>) {
        let chain = match self.chain.take() {
            Some(chain) if chain.end() == before => chain,
            Some(_) | None => Chain {
                base: before,
                entries: VecDeque::new(),
            },
        };
        self.chain = Some(chain.with(entries));
    }

    /// The entries after `told`, up to `newest`; `None` if some of them are not cached.
    pub(crate) fn since(&self, told: WatchPosition, newest: Version) -> Option<Vec<(Revision, Arc<LogEntry>)>> {
        let chain = self.chain.as_ref().filter(|chain| chain.end() == newest)?;
        let seen = told.revision.get().checked_sub(chain.base.revision.get())?;
        let seen = usize::try_from(seen).ok().filter(|seen| *seen <= chain.entries.len())?;
        if !told.is(chain.version_after(seen)?) {
            return None;
        }
        let after = chain.entries.iter().skip(seen).zip(1..);
        Some(
            after
                .map(|(entry, further)| (told.revision.plus(further), Arc::clone(entry)))
                .collect(),
        )
    }

    pub(crate) fn clear(&mut self) {
        self.chain = None;
    }
}

impl Chain {
    /// The version after this number of entries.
    fn version_after(&self, entries: usize) -> Option<Version> {
        let Some(last) = entries.checked_sub(1) else {
            return Some(self.base);
        };
        let nonce = self.entries.get(last)?.nonce;
        Some(Version {
            revision: self.base.revision.plus(u64::try_from(entries).ok()?),
            nonce,
        })
    }

    fn end(&self) -> Version {
        self.version_after(self.entries.len()).unwrap_or(self.base)
    }

    fn with(mut self, entries: impl IntoIterator<Item = Arc<LogEntry>>) -> Self {
        self.entries.extend(entries);
        while self.entries.len() > ENTRIES {
            self.base = self.version_after(1).unwrap_or(self.base);
            self.entries.pop_front();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::unit::version;

    fn entry(nonce: u64) -> Arc<LogEntry> {
        Arc::new(LogEntry {
            nonce,
            ..LogEntry::default()
        })
    }

    fn revisions(recent: &Recent, told: WatchPosition, newest: Version) -> Option<Vec<u64>> {
        let since = recent.since(told, newest)?;
        Some(since.into_iter().map(|(revision, _)| revision.get()).collect())
    }

    #[test]
    fn entries_are_delivered_from_every_position_of_a_watcher() {
        let mut recent = Recent::default();
        recent.follow(version(10, 1), [entry(2), entry(2)]);
        recent.follow(version(12, 2), [entry(3)]);
        let newest = version(13, 3);
        assert_eq!(
            revisions(&recent, version(10, 1).into(), newest),
            Some(vec![11, 12, 13])
        );
        assert_eq!(revisions(&recent, version(12, 2).into(), newest), Some(vec![13]));
        assert_eq!(revisions(&recent, newest.into(), newest), Some(vec![]));
        assert_eq!(
            revisions(&recent, WatchPosition::claimed(Revision::new(11)), newest),
            Some(vec![12, 13])
        );
        assert_eq!(
            revisions(&recent, WatchPosition::claimed(Revision::new(9)), newest),
            None
        );
    }

    #[test]
    fn entries_after_another_version_are_not_delivered() {
        let mut recent = Recent::default();
        recent.follow(version(10, 1), [entry(2)]);
        assert_eq!(revisions(&recent, version(10, 9).into(), version(11, 2)), None);
        assert_eq!(revisions(&recent, version(10, 1).into(), version(11, 9)), None);
        // The store reverted to 10, and then wrote a different 11.
        recent.follow(version(10, 1), [entry(7)]);
        assert_eq!(revisions(&recent, version(11, 2).into(), version(11, 7)), None);
        assert_eq!(
            revisions(&recent, version(10, 1).into(), version(11, 7)),
            Some(vec![11])
        );
    }

    #[test]
    fn only_the_newest_entries_are_cached() {
        let mut recent = Recent::default();
        let many = u64::try_from(ENTRIES).unwrap() + 10;
        recent.follow(version(0, 0), (1..=many).map(entry));
        let newest = version(many, many);
        assert_eq!(revisions(&recent, version(9, 9).into(), newest), None);
        assert_eq!(
            revisions(&recent, version(10, 10).into(), newest).unwrap().len(),
            ENTRIES
        );
    }
}
