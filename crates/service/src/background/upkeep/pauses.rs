//! When failed upkeep is tried again.

use std::{collections::BTreeMap, time::Duration};

use tinsel_store::{MatchId, Shard};

/// The pauses of the archive, the first and the longest.
const ARCHIVE: (Duration, Duration) = (Duration::from_secs(2 * 60), Duration::from_secs(32 * 60));
/// The pauses of a match. They are longer, so that a match that always fails leaves its turn to others.
const MATCH: (Duration, Duration) = (Duration::from_secs(4 * 60), Duration::from_secs(64 * 60));

/// A pause after a failure, by the clock's steady time.
#[derive(Debug, Clone, Copy)]
struct Pause {
    until: Duration,
    length: Duration,
}

impl Pause {
    /// The pause after one more failure. Failures of attempts that began before the last pause are one with it.
    fn after(last: Option<Self>, now: Duration, (first, max): (Duration, Duration)) -> Self {
        let length = match last {
            Some(last) if last.until > now => return last,
            Some(last) => last.length.saturating_mul(2).min(max),
            None => first,
        };
        let until = now.saturating_add(length);
        Self { until, length }
    }
}

/// The pauses of the archive and of matches. Each failure in a row doubles a pause, up to its maximum.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    archive: Option<Pause>,
    matches: BTreeMap<MatchId, Pause>,
}

impl Pauses {
    /// The archive failed in a way that other matches would meet as well.
    pub(super) fn archive_failed(&mut self, now: Duration) {
        self.archive = Some(Pause::after(self.archive, now, ARCHIVE));
    }

    pub(super) fn archive_answered(&mut self) {
        self.archive = None;
    }

    /// How long the archive is not used; `None` if it can be used now.
    pub(super) fn of_archive(&self, now: Duration) -> Option<Duration> {
        let left = self.archive?.until.saturating_sub(now);
        (!left.is_zero()).then_some(left)
    }

    pub(super) fn match_failed(&mut self, id: MatchId, now: Duration) {
        let last = self.matches.get(&id).copied();
        self.matches.insert(id, Pause::after(last, now, MATCH));
    }

    pub(super) fn match_processed(&mut self, id: MatchId) {
        self.matches.remove(&id);
    }

    /// Whether a match is not processed now.
    pub(super) fn skips(&self, id: MatchId, now: Duration) -> bool {
        self.matches.get(&id).is_some_and(|pause| pause.until > now)
    }

    /// The number of matches of a shard that are not processed now.
    pub(super) fn skipped(&self, shard: Shard, now: Duration) -> usize {
        let of_shard = self.matches.iter().filter(|(id, _)| id.shard() == shard);
        of_shard.filter(|(_, pause)| pause.until > now).count()
    }

    /// Forgets the matches that were not tried again when they could be: they need no upkeep any more, or another server
    /// processes their shard.
    pub(super) fn forget_untried(&mut self, now: Duration) {
        self.matches
            .retain(|_, pause| pause.until.saturating_add(MATCH.1) > now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn each_failure_in_a_row_doubles_the_pause_up_to_the_maximum() {
        let mut pauses = Pauses::default();
        let mut now = Duration::ZERO;
        for minutes in [2, 4, 8, 16, 32, 32] {
            for _ in 0..2 {
                pauses.archive_failed(now);
                assert_eq!(pauses.of_archive(now), Some(minutes * MINUTE), "two attempts at once");
            }
            now += minutes * MINUTE;
            assert_eq!(pauses.of_archive(now), None);
        }
        pauses.archive_answered();
        pauses.archive_failed(now);
        assert_eq!(pauses.of_archive(now), Some(2 * MINUTE));
    }

    #[test]
    fn a_failing_match_is_skipped_for_its_pause_and_then_forgotten_unless_it_is_tried() {
        let (mut pauses, id) = (Pauses::default(), "017-3k9m2qx7vd0h5t8wz1a1".parse().unwrap());
        let other: MatchId = "018-3k9m2qx7vd0h5t8wz1a1".parse().unwrap();
        pauses.match_failed(id, MINUTE);
        assert!(pauses.skips(id, 2 * MINUTE) && !pauses.skips(other, 2 * MINUTE));
        assert_eq!(pauses.skipped(id.shard(), 2 * MINUTE), 1);
        assert_eq!(pauses.skipped(other.shard(), 2 * MINUTE), 0);
        assert!(!pauses.skips(id, 5 * MINUTE));
        pauses.forget_untried(68 * MINUTE);
        assert!(pauses.matches.contains_key(&id));
        pauses.forget_untried(69 * MINUTE);
        assert!(pauses.matches.is_empty());
    }
}
