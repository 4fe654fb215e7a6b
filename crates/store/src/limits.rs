//! The limits of a match's history.

/// The limits of a match's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum of log entries of one match; beyond it the oldest are trimmed.
    pub log_entries_max: u32,
    /// The maximum of stored answers of one match. An answer is trimmed when the match has advanced beyond it by
    /// this number of revisions, or by `log_entries_max` if that is lower.
    pub answers_max: u32,
}

impl Default for Limits {
    /// 4096 entries and 1024 answers.
    fn default() -> Self {
        Self {
            log_entries_max: 4096,
            answers_max: 1024,
        }
    }
}
