//! Checks whether the store endangers matches: its version, settings and condition, its archive, and the clock of this
//! replica.

use std::collections::BTreeSet;

use tinsel_archive::Archive;
use tinsel_store::{MatchStore, ProblemKind, Shard, StoreError, StoreProblem};

use crate::deps::Deps;

/// The smallest difference of the clocks that is a problem, in milliseconds.
const SKEW_MS: u64 = 1_000;

/// The problems of the store, sorted by kind.
///
/// # Errors
///
/// If the store does not answer.
pub(crate) async fn problems<S: MatchStore>(deps: &Deps<S>) -> Result<Vec<StoreProblem>, StoreError> {
    let mut problems = deps.store.check(u64::from_le_bytes(deps.random())).await.problems;
    let time = deps.store.time(Shard::FIRST).await?;
    problems.extend(deps.store_clock.ahead_of(time).and_then(skew));
    if let Some(archive) = &deps.archive {
        problems.extend(of_archive(archive).await);
    }
    problems.sort_by_key(|problem| problem.kind);
    Ok(problems)
}

async fn of_archive(archive: &Archive) -> Option<StoreProblem> {
    let (kind, sentence) = match archive.is_public().await {
        Ok(Some(false) | None) => return None,
        Ok(Some(true)) => (
            ProblemKind::ArchivePublic,
            "the archive can be read without credentials, and it contains secrets of matches; make it private"
                .to_owned(),
        ),
        Err(error) => (ProblemKind::ArchiveUnavailable, error.to_string()),
    };
    Some(StoreProblem {
        kind,
        node: String::new(),
        sentence,
    })
}

/// The problem of a clock that is ahead of the store's by this number of milliseconds.
fn skew(ahead_ms: i64) -> Option<StoreProblem> {
    (ahead_ms.unsigned_abs() > SKEW_MS).then(|| StoreProblem {
        kind: ProblemKind::ClockSkew,
        node: String::new(),
        sentence: format!(
            "the clock of this server is {ahead_ms} ms ahead of the store's, by which deadlines are kept; synchronize \
             both by NTP"
        ),
    })
}

/// The first problem that makes the store unusable; `None` if there is none.
///
/// A store that evicts keys is usable if the operator permits it.
pub(crate) fn unusable(problems: &[StoreProblem], allow_eviction: bool) -> Option<&StoreProblem> {
    problems.iter().find(|problem| match problem.kind {
        ProblemKind::VersionTooOld | ProblemKind::CommandsRefused | ProblemKind::ArchivePublic => true,
        ProblemKind::EvictsKeys => !allow_eviction,
        ProblemKind::KeysEvicted
        | ProblemKind::Unknown
        | ProblemKind::MemoryLow
        | ProblemKind::MemoryUnlimited
        | ProblemKind::Unreachable
        | ProblemKind::NotPersistent
        | ProblemKind::DiskError
        | ProblemKind::TooFewReplicas
        | ProblemKind::MinReplicasUnset
        | ProblemKind::ArchiveUnavailable
        | ProblemKind::ClockSkew => false,
    })
}

/// The kinds of these problems.
pub(crate) fn kinds(problems: &[StoreProblem]) -> BTreeSet<ProblemKind> {
    problems.iter().map(|problem| problem.kind).collect()
}
