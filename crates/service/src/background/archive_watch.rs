//! Checks the archive at startup and every few minutes, and reports its problems.
//!
//! A server starts and serves without its archive: matches are safe in the store.

use std::{sync::Arc, time::Duration};

use tinsel_archive::{Archive, ArchiveProblem};
use tinsel_store::MatchStore;
use tokio::time::sleep;

use crate::deps::Deps;

/// The interval of the checks.
const EVERY: Duration = Duration::from_secs(5 * 60);
/// The interval of the checks of an archive with problems.
const AGAIN: Duration = Duration::from_secs(60);

/// The problems of the archive, as the last check has found them.
#[derive(Debug)]
pub(super) struct ArchiveWatch<S> {
    deps: Arc<Deps<S>>,
}

impl<S: MatchStore> ArchiveWatch<S> {
    pub(super) const fn new(deps: Arc<Deps<S>>) -> Self {
        Self { deps }
    }

    /// Checks until shutdown begins, at once and then at intervals.
    pub(super) async fn run(&self) {
        if let Some(archive) = &self.deps.archive {
            let draining = self.deps.draining.clone();
            draining.run_until_cancelled(self.check_on(archive)).await;
        }
    }

    async fn check_on(&self, archive: &Archive) {
        let mut known = Vec::new();
        loop {
            let problems = archive.check().await.problems;
            self.report(&known, &problems);
            known = problems;
            sleep(if known.is_empty() { EVERY } else { AGAIN }).await;
        }
    }

    fn report(&self, before: &[ArchiveProblem], now: &[ArchiveProblem]) {
        let is_in = |kind, problems: &[ArchiveProblem]| problems.iter().any(|problem| problem.kind == kind);
        for ArchiveProblem { kind, sentence } in now.iter().filter(|problem| !is_in(problem.kind, before)) {
            tracing::warn!(problem = kind.name(), cause = sentence, "archive problem");
        }
        for ArchiveProblem { kind, .. } in before.iter().filter(|problem| !is_in(problem.kind, now)) {
            tracing::info!(problem = kind.name(), "archive problem solved");
        }
        self.deps.metrics.archive_problems(now);
    }
}
