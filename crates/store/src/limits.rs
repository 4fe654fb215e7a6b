//! The limits of a match's history.

use std::num::NonZeroU32;

use crate::Revision;

/// The limits of a match's history. A minimum of 0 counts as 1.
///
/// A match is trimmed in batches, because trimming costs Redis several commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The number of newest log entries of a match that are never trimmed.
    pub log_entries_min: u32,
    /// The number of newest revisions of a match whose answers are never trimmed. `log_entries_min` applies if it is
    /// lower.
    pub answers_min: u32,
    /// A match is trimmed after a write whose revision reaches or passes a multiple of this number. So usually
    /// fewer than this number of older entries and answers are stored beside the newest.
    pub batch: NonZeroU32,
}

/// What is kept when a match is trimmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trimming {
    /// The match is trimmed only if it is still at this revision or a later one. A failover can lose writes.
    pub(crate) at: Revision,
    /// The first revision whose answer is not trimmed, not before `first_entry`.
    pub(crate) first_answer: Revision,
    /// The first revision whose log entry is not trimmed.
    pub(crate) first_entry: Revision,
}

impl Default for Limits {
    /// 4096 entries and 1024 answers, in batches of 64.
    fn default() -> Self {
        const BATCH: NonZeroU32 = NonZeroU32::new(64).unwrap();
        Self {
            log_entries_min: 4096,
            answers_min: 1024,
            batch: BATCH,
        }
    }
}

impl Limits {
    /// How a match is trimmed after a write that leads from one revision to a later one; `None` if it is not.
    pub(crate) fn trimming(&self, before: Revision, after: Revision) -> Option<Trimming> {
        let batch = u64::from(self.batch.get());
        let [before, at] = [before, after].map(|revision| revision.get() - revision.get() % batch);
        let first = |newest: u32| Revision::new(at.saturating_sub(u64::from(newest.max(1)))).plus(1);
        let trimming = Trimming {
            at: Revision::new(at),
            first_answer: first(self.answers_min.min(self.log_entries_min)),
            first_entry: first(self.log_entries_min),
        };
        (before < at && trimming.first_answer > Revision::NONE.plus(1)).then_some(trimming)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_revision_is_never_trimmed() {
        let limits = Limits {
            log_entries_min: 0,
            answers_min: 0,
            batch: NonZeroU32::MIN,
        };
        let newest = Revision::new(7);
        let trimming = limits.trimming(Revision::new(6), newest);
        assert_eq!(
            trimming.map(|to| (to.first_answer, to.first_entry)),
            Some((newest, newest))
        );
    }

    #[test]
    fn a_match_is_trimmed_at_the_last_multiple_of_the_batch() {
        let limits = Limits {
            log_entries_min: 8,
            answers_min: 5,
            batch: NonZeroU32::new(4).unwrap(),
        };
        let expected = [
            (0, 7, None),
            (7, 8, Some((8, 4, 1))),
            (8, 11, None),
            (8, 17, Some((16, 12, 9))),
        ];
        for (before, after, bounds) in expected {
            let trimming = limits.trimming(Revision::new(before), Revision::new(after));
            let expected = bounds.map(|(at, first_answer, first_entry)| Trimming {
                at: Revision::new(at),
                first_answer: Revision::new(first_answer),
                first_entry: Revision::new(first_entry),
            });
            assert_eq!(trimming, expected, "from {before} to {after}");
        }
    }
}
