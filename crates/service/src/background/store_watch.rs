//! Checks the store at startup and every few minutes, and reports its problems.

use std::{fmt, sync::Arc, time::Duration};

use parking_lot::Mutex;
use tinsel_store::{MatchStore, ProblemKind, StoreProblem};
use tokio::{sync::watch, time::sleep};

use crate::{deps::Deps, store_check};

/// The interval of the checks.
const EVERY: Duration = Duration::from_secs(5 * 60);
/// The interval of the checks of a store that has not answered one yet.
const RETRY: Duration = Duration::from_secs(5);

/// The store cannot be used: the server must not start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusableStore(StoreProblem);

impl fmt::Display for UnusableStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store cannot be used: {}", self.0)?;
        if self.0.kind == ProblemKind::EvictsKeys {
            f.write_str("; to use it nevertheless, set store_allow_eviction")?;
        }
        Ok(())
    }
}

/// The problems of the store, as the last check has found them.
#[derive(Debug)]
pub(super) struct StoreWatch<S> {
    deps: Arc<Deps<S>>,
    /// `None` until the store has answered.
    known: Mutex<Option<Vec<StoreProblem>>>,
    unusable: watch::Sender<Option<UnusableStore>>,
}

impl<S: MatchStore> StoreWatch<S> {
    pub(super) fn new(deps: Arc<Deps<S>>) -> Self {
        Self {
            deps,
            known: Mutex::new(None),
            unusable: watch::Sender::new(None),
        }
    }

    /// Notified if the first check that the store answers finds it unusable.
    pub(super) fn unusable(&self) -> watch::Receiver<Option<UnusableStore>> {
        self.unusable.subscribe()
    }

    /// Checks until shutdown begins.
    pub(super) async fn run(&self) {
        let draining = self.deps.draining.clone();
        draining.run_until_cancelled(self.check_on()).await;
    }

    async fn check_on(&self) {
        loop {
            let is_checked = self.known.lock().is_some();
            sleep(if is_checked { EVERY } else { RETRY }).await;
            self.check().await;
        }
    }

    /// Checks the store. Logs and measures its problems.
    ///
    /// Only the first check can find the store unusable: a server that serves players continues to do so.
    pub(super) async fn check(&self) {
        // Boxed, because the type of the enclosing futures would otherwise be nested too deeply for the compiler.
        let problems = match Box::pin(store_check::problems(&self.deps)).await {
            Ok(problems) => problems,
            Err(error) => return tracing::debug!(%error, "store not checked"),
        };
        let mut known = self.known.lock();
        if known.is_none() {
            let unusable = store_check::unusable(&problems, self.deps.settings.store_allow_eviction);
            self.unusable.send_replace(unusable.cloned().map(UnusableStore));
        }
        let before = known.take().unwrap_or_default();
        let is_new = |one: &StoreProblem, others: &[StoreProblem]| {
            !others
                .iter()
                .any(|other| (other.kind, &other.node) == (one.kind, &one.node))
        };
        for StoreProblem { kind, node, sentence } in problems.iter().filter(|problem| is_new(problem, &before)) {
            tracing::warn!(problem = kind.name(), node, cause = sentence, "store problem");
        }
        for StoreProblem { kind, node, .. } in before.iter().filter(|problem| is_new(problem, &problems)) {
            tracing::info!(problem = kind.name(), node, "store problem solved");
        }
        self.deps.metrics.store_problems(&store_check::kinds(&problems));
        *known = Some(problems);
    }
}
