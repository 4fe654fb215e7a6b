//! The faults of a store.

/// A fault of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// No fault.
    None,
    /// Each write conflicts with a write of another server.
    Contended,
    /// Each record that is read was written by a newer release.
    Newer,
    /// Each record that is read is unreadable.
    Unreadable,
    /// Reads panic.
    Panics,
    /// Reads and writes never finish.
    Hangs,
    /// The store is unreachable.
    Gone,
    /// Writes are applied, but their responses are lost.
    AnswerLost,
    /// The next write is applied, but its response is lost. Further ones are refused, because the store is full.
    AnswerLostThenRefused,
    /// Writes are refused, because the store is full.
    RefusesWrites,
    /// Quota slots are never released.
    NoRelease,
    /// Matches are listed as due before their time.
    Early,
    /// Each write replaces the newest version, whatever version it expects.
    SkipsCompare,
    /// The responses to requests are not stored.
    ForgetsAnswers,
    /// Each write is applied twice.
    WritesTwice,
    /// Some writes are confirmed and not applied.
    LosesWrites,
    /// Some writes are applied, and reported as a conflict without their request.
    AppliesConflicts,
    /// Some reads return the version before the newest that was read.
    StaleReads,
    /// Each read of a record returns the version before the newest that was read.
    RecordsBehind,
    /// Some entries are missing from the log.
    DropsEntries,
    /// Matches are listed for upkeep at `UPKEEP_AFTER`.
    EarlyUpkeep,
}
