//! What a watched match brought lately: read or written once, told to every watcher of this replica.

use std::{collections::VecDeque, sync::Arc};

use tinsel_store::{Revision, Version};

use crate::record::{log_entry::LogEntry, watch_position::WatchPosition};

/// How many entries are kept; a watcher that is further behind reads the log.
const ENTRIES: usize = 32;

/// Entries that follow each other without gap, and what they follow.
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
    /// Adds what followed `before`. If that is not the end of what is kept, what is kept is of no use any more.
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

    /// What came after `told`, up to `newest`; `None` if it is not all here.
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

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.chain = None;
    }
}

impl Chain {
    /// The version after so many entries.
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

    const fn version(revision: u64, nonce: u64) -> Version {
        Version {
            revision: Revision::new(revision),
            nonce,
        }
    }

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
    fn what_follows_is_told_from_wherever_a_watcher_stands() {
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
    fn another_past_is_not_told_for_this_one() {
        let mut recent = Recent::default();
        recent.follow(version(10, 1), [entry(2)]);
        assert_eq!(revisions(&recent, version(10, 9).into(), version(11, 2)), None);
        assert_eq!(revisions(&recent, version(10, 1).into(), version(11, 9)), None);
        // The store went back to 10 and on to another 11.
        recent.follow(version(10, 1), [entry(7)]);
        assert_eq!(revisions(&recent, version(11, 2).into(), version(11, 7)), None);
        assert_eq!(
            revisions(&recent, version(10, 1).into(), version(11, 7)),
            Some(vec![11])
        );
    }

    #[test]
    fn only_so_much_is_kept() {
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
