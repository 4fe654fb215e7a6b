//! Detects matches that lost acknowledged writes.
//!
//! A master that dies loses writes that it acknowledged but did not replicate. The match is then at an earlier version,
//! or at the same revision with another nonce. A process that has seen the later version can detect that.

use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;

use crate::{MatchId, Version};

/// The maximum of tracked matches; beyond it, others are evicted.
const MATCHES: usize = 1 << 15;

/// The newest version seen of each recent match, and the number of detected losses.
pub(crate) struct RegressionDetector {
    seen: Cache<MatchId, Version>,
    regressions: AtomicU64,
}

impl RegressionDetector {
    pub(crate) fn new() -> Self {
        Self {
            seen: Cache::new(MATCHES),
            regressions: AtomicU64::new(0),
        }
    }

    /// The newest version seen of a match. Call it before reading the match: versions that others see during the read
    /// are newer than its result.
    pub(crate) fn of(&self, id: MatchId) -> Option<Version> {
        self.seen.get(&id)
    }

    /// Records a new match, whatever was recorded before.
    pub(crate) fn begun(&self, id: MatchId, version: Version) {
        self.seen.insert(id, version);
    }

    /// Records the version at which a match was found. `before` is the version that was known before the read.
    pub(crate) fn found(&self, id: MatchId, before: Option<Version>, version: Version) {
        let seen = self.seen.get(&id);
        if let Some(before) = before.filter(|before| is_back(*before, version)) {
            // Of several concurrent observers only one reports the loss.
            if seen == Some(before) {
                self.report(id, before, version);
                self.seen.insert(id, version);
            }
        } else if seen.is_none_or(|seen| seen.revision <= version.revision) {
            self.seen.insert(id, version);
        }
    }

    /// The number of detected losses.
    pub(crate) fn regressions(&self) -> u64 {
        self.regressions.load(Ordering::Relaxed)
    }

    fn report(&self, id: MatchId, before: Version, version: Version) {
        self.regressions.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(
            r#match = %id,
            seen_revision = before.revision.get(),
            stored_revision = version.revision.get(),
            "store lost acknowledged writes"
        );
    }
}

/// Whether a match at `version` cannot be a continuation of `before`.
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

    fn found(detector: &RegressionDetector, id: MatchId, version: Version) {
        detector.found(id, detector.of(id), version);
    }

    #[test]
    fn a_match_that_lost_writes_is_counted_once() {
        let (detector, id) = (RegressionDetector::new(), MatchId::from_entropy([1; 16], 1));
        for revision in [1, 2, 2, 3] {
            found(&detector, id, version(revision, revision));
        }
        assert_eq!(detector.regressions(), 0);
        for _ in 0..2 {
            found(&detector, id, version(2, 2));
            assert_eq!(detector.regressions(), 1, "lower");
        }
        for _ in 0..2 {
            found(&detector, id, version(2, 9));
            assert_eq!(detector.regressions(), 2, "the same with another nonce");
        }
    }

    /// Captures all log output during its lifetime.
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
    fn a_match_that_lost_writes_is_logged_with_its_revisions_alone() {
        let (detector, id, lines) = (
            RegressionDetector::new(),
            MatchId::from_entropy([1; 16], 1),
            Lines::default(),
        );
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .without_time()
            .with_target(false)
            .with_writer(move || writer.clone());
        tracing::subscriber::with_default(subscriber.finish(), || {
            for (revision, nonce) in [(6, 1), (7, 0xfeed), (5, 2), (5, 2)] {
                found(&detector, id, version(revision, nonce));
            }
        });
        let logged = String::from_utf8(lines.0.lock().clone()).unwrap();
        let message = "store lost acknowledged writes";
        let line =
            format!(r#"{{"level":"WARN","message":"{message}","match":"{id}","seen_revision":7,"stored_revision":5}}"#);
        assert_eq!((logged.trim_end(), detector.regressions()), (line.as_str(), 1));
    }

    #[test]
    fn a_version_seen_during_a_slow_read_is_no_loss() {
        let (detector, id) = (RegressionDetector::new(), MatchId::from_entropy([1; 16], 1));
        found(&detector, id, version(1, 1));
        let before = detector.of(id);
        found(&detector, id, version(2, 2));
        detector.found(id, before, version(1, 1));
        assert_eq!(detector.regressions(), 0);
        assert_eq!(detector.of(id), Some(version(2, 2)));
    }
}
