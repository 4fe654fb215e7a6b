//! Whether a match has gone back.
//!
//! A master that dies takes with it what its replicas had not heard of yet, though it was said to be written. Then the
//! match is at a version again that it had left behind, or at the same revision with another nonce. Whoever has seen
//! more can tell.

use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;

use crate::{MatchId, Version};

/// How many matches are kept an eye on at once; others are forgotten.
const MATCHES: usize = 1 << 15;

/// The newest version seen of each match lately, and how often one has gone back.
pub(super) struct Newest {
    seen: Cache<MatchId, Version>,
    regressions: AtomicU64,
}

impl Newest {
    pub(super) fn new() -> Self {
        Self {
            seen: Cache::new(MATCHES),
            regressions: AtomicU64::new(0),
        }
    }

    /// The newest version seen of a match. To be asked before the match is read, for what others see while the reading
    /// is under way is newer than what comes of it.
    pub(super) fn of(&self, id: MatchId) -> Option<Version> {
        self.seen.get(&id)
    }

    /// Notes that a match begins, whatever there was before.
    pub(super) fn begun(&self, id: MatchId, version: Version) {
        self.seen.insert(id, version);
    }

    /// Notes at which version a match was found, when `before` had been seen before it was read.
    pub(super) fn found(&self, id: MatchId, before: Option<Version>, version: Version) {
        let seen = self.seen.get(&id);
        if let Some(before) = before.filter(|before| is_back(*before, version)) {
            // Of all who find out at the same time one says so.
            if seen == Some(before) {
                self.report(id, before, version);
                self.seen.insert(id, version);
            }
        } else if seen.is_none_or(|seen| seen.revision <= version.revision) {
            self.seen.insert(id, version);
        }
    }

    /// How often a match was found to have gone back.
    pub(super) fn regressions(&self) -> u64 {
        self.regressions.load(Ordering::Relaxed)
    }

    fn report(&self, id: MatchId, before: Version, version: Version) {
        self.regressions.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(
            r#match = %id,
            seen_revision = before.revision.get(),
            stored_revision = version.revision.get(),
            "a match has gone back: the store has lost what it had said to be written"
        );
    }
}

/// Whether a match found at `version` cannot stand on `before`.
fn is_back(before: Version, version: Version) -> bool {
    version.revision < before.revision || (version.revision == before.revision && version.nonce != before.nonce)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;
    use crate::Revision;

    fn version(revision: u64, nonce: u64) -> Version {
        Version {
            revision: Revision::new(revision),
            nonce,
        }
    }

    fn found(newest: &Newest, id: MatchId, version: Version) {
        newest.found(id, newest.of(id), version);
    }

    #[test]
    fn a_match_that_goes_back_is_counted_once() {
        let (newest, id) = (Newest::new(), MatchId::from_entropy([1; 16], 1));
        for revision in [1, 2, 2, 3] {
            found(&newest, id, version(revision, revision));
        }
        assert_eq!(newest.regressions(), 0);
        for _ in 0..2 {
            found(&newest, id, version(2, 2));
            assert_eq!(newest.regressions(), 1, "lower");
        }
        for _ in 0..2 {
            found(&newest, id, version(2, 9));
            assert_eq!(newest.regressions(), 2, "the same with another nonce");
        }
    }

    /// Everything that is logged while it is there.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_match_that_goes_back_is_logged_with_its_revisions_and_nothing_else() {
        let (newest, id, lines) = (Newest::new(), MatchId::from_entropy([1; 16], 1), Lines::default());
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .without_time()
            .with_target(false)
            .with_writer(move || writer.clone());
        tracing::subscriber::with_default(subscriber.finish(), || {
            for (revision, nonce) in [(6, 1), (7, 0xfeed), (5, 2), (5, 2)] {
                found(&newest, id, version(revision, nonce));
            }
        });
        let logged = String::from_utf8(lines.0.lock().clone()).unwrap();
        let message = "a match has gone back: the store has lost what it had said to be written";
        let line =
            format!(r#"{{"level":"WARN","message":"{message}","match":"{id}","seen_revision":7,"stored_revision":5}}"#);
        assert_eq!((logged.trim_end(), newest.regressions()), (line.as_str(), 1));
    }

    #[test]
    fn what_others_see_meanwhile_is_not_held_against_a_slow_reader() {
        let (newest, id) = (Newest::new(), MatchId::from_entropy([1; 16], 1));
        found(&newest, id, version(1, 1));
        let before = newest.of(id);
        found(&newest, id, version(2, 2));
        newest.found(id, before, version(1, 1));
        assert_eq!(newest.regressions(), 0);
        assert_eq!(newest.of(id), Some(version(2, 2)));
    }
}
