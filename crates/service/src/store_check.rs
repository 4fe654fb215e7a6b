//! Checks whether the store endangers matches: its version, settings, condition and permissions, the mark of its
//! installation, whether its archive is public, and the clock of this replica.

use std::{collections::BTreeSet, time::Duration};

use tinsel_archive::Archive;
use tinsel_store::{Coverage, MarkScope, Marks, MatchStore, ProblemKind, Shard, StoreError, StoreProblem, StoreReport};
use tokio::time::timeout;

use crate::{deps::Deps, store_use::State, token_secrets};

/// The smallest difference of the clocks that is a problem, in milliseconds.
const SKEW_MS: u64 = 1_000;

/// The time limit of the check of the archive, and of that of the store. Together they are shorter than a call.
const ARCHIVE_TIME: Duration = Duration::from_secs(3);
const STORE_TIME: Duration = Duration::from_secs(6);

/// The result of a check, and the marks of the store if all its masters returned theirs. The problems are sorted by kind.
pub(crate) async fn report<S: MatchStore>(deps: &Deps<S>) -> (StoreReport, Option<Marks>) {
    let archived = async {
        match &deps.archive {
            Some(archive) => of_archive(archive, deps.store_use.state()).await,
            None => None,
        }
    };
    let (checked, archived) = tokio::join!(timeout(STORE_TIME, of_store(deps)), archived);
    let (mut report, marks) = checked.unwrap_or_else(|_| {
        let sentence = format!(
            "the check was not completed within {} s; check the load of the store and the network",
            STORE_TIME.as_secs()
        );
        let problem = StoreProblem::of_store(ProblemKind::Unreachable, sentence);
        let problems = vec![problem];
        (
            StoreReport {
                problems,
                ..StoreReport::default()
            },
            None,
        )
    });
    report.problems.extend(archived);
    report.problems.sort_by_key(|problem| problem.kind);
    (report, marks)
}

async fn of_store<S: MatchStore>(deps: &Deps<S>) -> (StoreReport, Option<Marks>) {
    let mut report = deps.store.check(u64::from_le_bytes(deps.random())).await;
    let marks = match report.coverage {
        Coverage::All => match deps.store.marks(MarkScope::All).await {
            Ok(marks) => Some(marks),
            Err(error) => {
                let is_refused = matches!(error, StoreError::NotPermitted(_));
                let kind = match is_refused {
                    true => ProblemKind::CommandsRefused,
                    false => ProblemKind::Unreachable,
                };
                let sentence = format!("the marks of the installation cannot be read: {error}");
                if !report.problems.iter().any(|problem| problem.kind == kind) {
                    report.problems.push(StoreProblem::of_store(kind, sentence));
                }
                None
            }
        },
        // A server that does not answer cannot be marked, and must not stop the others.
        Coverage::Reached => {
            let marks = deps.store.marks(MarkScope::OneOfEachServer).await.ok();
            marks.filter(|marks| matches!(marks, Marks::Complete(_) | Marks::Different))
        }
        Coverage::Incomplete => return (report, None),
    };
    if let Ok(time) = deps.store.time(Shard::FIRST).await {
        report.problems.extend(deps.store_clock.ahead_of(time).and_then(skew));
    }
    report.problems.extend(marks.and_then(|marks| of_marks(deps, marks)));
    report.problems.extend(token_secrets::problem(deps).await);
    (report, marks)
}

/// The problem of an archive that can be read without credentials; the known one if the archive does not answer. Its other
/// problems do not concern the store.
async fn of_archive(archive: &Archive, known: State) -> Option<StoreProblem> {
    match (timeout(ARCHIVE_TIME, archive.is_public()).await, known) {
        (Ok(Ok(Some(true))), _) => {
            let sentence =
                "the archive can be read without credentials, and it contains secrets of matches; make it private";
            Some(StoreProblem::of_store(ProblemKind::ArchivePublic, sentence))
        }
        (Ok(Err(_)) | Err(_), State::Refused(known)) if known.kind == ProblemKind::ArchivePublic => Some(known),
        (Ok(_) | Err(_), _) => None,
    }
}

/// The problem of marks; `None` if Redis may evict them, or if they are complete and this replica has accepted no others, or if it may set them.
pub(crate) fn of_marks<S>(deps: &Deps<S>, marks: Marks) -> Option<StoreProblem> {
    if deps.settings.store_allow_eviction {
        return None;
    }
    let accepted = deps.store_use.installation();
    let may_set = accepted.is_none() && !deps.settings.require_store_mark;
    let restore = "restore the backup of the store, or check its address";
    match marks {
        Marks::Complete(id) if accepted.is_none_or(|accepted| accepted == id) => None,
        Marks::None | Marks::Begun if may_set => None,
        Marks::None | Marks::Emptied => Some(StoreProblem::of_store(
            ProblemKind::StoreEmpty,
            format!(
                "the store carries no mark of an installation, so it is empty or another one; {restore}; if it is new, run \
                 tinsel store mark --store URL; to continue without the data, add --after-loss, and restart all servers"
            ),
        )),
        Marks::Begun => Some(StoreProblem::of_store(
            ProblemKind::StoreIncomplete,
            "marking the store has begun and is not complete; run tinsel store mark --store URL again",
        )),
        Marks::Incomplete { missing } => Some(StoreProblem::of_store(
            ProblemKind::StoreIncomplete,
            format!(
                "shards without a mark of the installation: {missing}, and their data is lost; {restore}; to continue without \
                 the data, run tinsel store mark --store URL --after-loss"
            ),
        )),
        Marks::Complete(_) | Marks::Different => Some(StoreProblem::of_store(
            ProblemKind::StoreOfAnother,
            format!(
                "the store carries the mark of another installation, different marks, or unreadable ones; if the change is \
                 intended, restart all servers; otherwise {restore}"
            ),
        )),
    }
}

/// The problem of a clock that is ahead of the store's by this number of milliseconds.
fn skew(ahead_ms: i64) -> Option<StoreProblem> {
    let sentence = format!(
        "the clock of this server is {ahead_ms} ms ahead of the store's, by which deadlines are kept; synchronize both by NTP"
    );
    (ahead_ms.unsigned_abs() > SKEW_MS).then(|| StoreProblem::of_store(ProblemKind::ClockSkew, sentence))
}

/// The first problem that makes the store unusable; `None` if there is none.
///
/// A store that evicts keys is usable if the operator permits it.
pub(crate) fn unusable(problems: &[StoreProblem], allow_eviction: bool) -> Option<&StoreProblem> {
    problems.iter().find(|problem| match problem.kind {
        ProblemKind::VersionTooOld
        | ProblemKind::CommandsRefused
        | ProblemKind::StoreEmpty
        | ProblemKind::StoreIncomplete
        | ProblemKind::StoreOfAnother
        | ProblemKind::ArchivePublic => true,
        ProblemKind::EvictsKeys => !allow_eviction,
        ProblemKind::KeysEvicted
        | ProblemKind::Unreachable
        | ProblemKind::Unknown
        | ProblemKind::MemoryLow
        | ProblemKind::MemoryUnlimited
        | ProblemKind::NotPersistent
        | ProblemKind::DiskError
        | ProblemKind::TooFewReplicas
        | ProblemKind::MinReplicasUnset
        | ProblemKind::MoveUnfinished
        | ProblemKind::TokenSecretsDiffer
        | ProblemKind::ClockSkew => false,
    })
}

/// The kinds of these problems.
pub(crate) fn kinds(problems: &[StoreProblem]) -> BTreeSet<ProblemKind> {
    problems.iter().map(|problem| problem.kind).collect()
}

#[cfg(test)]
mod tests {
    use tinsel_archive::ArchiveOptions;

    use super::*;

    #[tokio::test]
    async fn an_archive_that_does_not_answer_stays_refused() {
        let folder = std::env::temp_dir().join(format!("tinsel-absent-archive-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let archive = Archive::open(folder.to_str().unwrap(), ArchiveOptions::default()).unwrap();
        std::fs::remove_dir(&folder).unwrap();
        let public = StoreProblem::of_store(ProblemKind::ArchivePublic, "public");
        let refused = State::Refused(public.clone());
        assert_eq!(of_archive(&archive, refused).await, Some(public));
        assert_eq!(of_archive(&archive, State::Accepted).await, None);
    }
}
