//! The limits of a match's history.

use std::{num::NonZeroU32, ops::Range};

use crate::Revision;

/// The limits of a match's history.
///
/// A store trims a match in batches, because one trimming in each write takes Redis a quarter of the write's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The number of newest log entries of a match that are never trimmed.
    pub log_entries_min: u32,
    /// The number of newest revisions of a match whose answers are never trimmed. `log_entries_min` applies if it is lower.
    pub answers_min: u32,
    /// A match is trimmed whenever its revision reaches or passes a multiple of this number, so that fewer than this
    /// number of older entries and answers are stored beside the newest.
    pub batch: NonZeroU32,
}

/// What one write trims. Earlier writes have trimmed what is before these ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trimming {
    /// The revisions of trimmed answers.
    pub(crate) answers: Range<u64>,
    /// The revisions of trimmed log entries. The oldest one that stays is the end of this range.
    pub(crate) entries: Range<u64>,
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
    /// What a write trims that leads from one revision of a match to a later one; `None` if it trims nothing.
    pub(crate) fn trimming(&self, before: Revision, after: Revision) -> Option<Trimming> {
        let batch = u64::from(self.batch.get());
        let [before, after] = [before, after].map(|revision| revision.get() - revision.get() % batch);
        let beyond = |minimum: u32| {
            let trimmed = |revision: u64| revision.saturating_sub(u64::from(minimum)) + 1;
            trimmed(before)..trimmed(after)
        };
        let answers = beyond(self.answers_min.min(self.log_entries_min));
        let entries = beyond(self.log_entries_min);
        (!answers.is_empty()).then_some(Trimming { answers, entries })
    }
}
