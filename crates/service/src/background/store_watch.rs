//! Checks the store until it is accepted, and then every few minutes; reports its problems, and ends its use when the mark
//! of its installation is gone.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tinsel_store::{Coverage, InstallationId, MarkScope, Marking, Marks, MatchStore, ProblemKind, StoreProblem};
use tokio::time::{Instant, sleep};

use crate::{deps::Deps, store_check, store_use::State, token_secrets};

/// The interval of the checks.
const EVERY: Duration = Duration::from_secs(5 * 60);
/// The interval of the checks of a store that is not accepted.
const RETRY: Duration = Duration::from_secs(5);
/// The interval at which a mark of each server is read.
const MARKS_EVERY: Duration = Duration::from_secs(10);

/// The problems of the store, as the last check has found them.
#[derive(Debug)]
pub(super) struct StoreWatch<S> {
    deps: Arc<Deps<S>>,
    known: Mutex<Vec<StoreProblem>>,
}

impl<S: MatchStore> StoreWatch<S> {
    pub(super) fn new(deps: Arc<Deps<S>>) -> Self {
        let known = Mutex::default();
        Self { deps, known }
    }

    /// Checks until shutdown begins.
    pub(super) async fn run(&self) {
        let draining = self.deps.draining.clone();
        draining.run_until_cancelled(self.check_on()).await;
    }

    async fn check_on(&self) {
        let (mut checked, mut scope) = (None::<Instant>, MarkScope::OneOfEachServer);
        loop {
            let is_due = checked.is_none_or(|checked| checked.elapsed() >= EVERY);
            if is_due || !self.deps.store_use.is_permitted() {
                self.check().await;
                checked = Some(Instant::now());
            } else {
                self.check_marks(scope).await;
            }
            let is_permitted = self.deps.store_use.is_permitted();
            let pause = if is_permitted { MARKS_EVERY } else { RETRY };
            scope = tokio::select! {
                () = sleep(pause) => MarkScope::OneOfEachServer,
                // One shard has lost its mark: a sample can miss it.
                () = self.deps.store_use.doubted() => MarkScope::All,
            };
        }
    }

    /// Checks the store. Logs and measures its problems, and accepts or refuses the store.
    pub(super) async fn check(&self) {
        // Boxed, because the type of the enclosing futures would otherwise be nested too deeply for the compiler.
        let (report, marks) = Box::pin(store_check::report(&self.deps)).await;
        let deps = &self.deps;
        deps.metrics.store_problems(&store_check::kinds(&report.problems));
        deps.metrics.store_loads(&report.loads);
        self.log(&report.problems);
        let unusable = store_check::unusable(&report.problems, deps.settings.store_allow_eviction).cloned();
        *self.known.lock() = report.problems;
        match (unusable, marks) {
            // An accepted store is used in spite of other problems: the server continues to serve its players.
            (Some(problem), _) if !deps.store_use.is_permitted() || is_of_marks(&problem) => {
                self.refuse(problem).await;
            }
            (None, Some(marks)) if may_accept(report.coverage, &deps.store_use.state()) => {
                Box::pin(self.accept(marks)).await;
            }
            (Some(_) | None, _) => {}
        }
        token_secrets::announce(deps).await;
    }

    /// Reads these marks.
    async fn check_marks(&self, scope: MarkScope) {
        match self.deps.store.marks(scope).await {
            Ok(sample) if store_check::of_marks(&self.deps, sample).is_some() => {
                // All of them show how much is lost.
                let marks = self.deps.store.marks(MarkScope::All).await.unwrap_or(sample);
                if let Some(problem) = store_check::of_marks(&self.deps, marks) {
                    self.refuse(problem).await;
                }
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "marks of the store not read"),
        }
    }

    /// Accepts a store that has no problem. Marks it if it is new, and this replica has accepted none before.
    async fn accept(&self, marks: Marks) {
        let deps = &self.deps;
        if deps.settings.store_allow_eviction {
            if !deps.store_use.is_permitted() {
                tracing::info!("store accepted without a mark, because of store_allow_eviction");
            }
            return deps.store_use.accept(InstallationId(0));
        }
        let marks = match marks {
            Marks::None | Marks::Begun => {
                match deps
                    .store
                    .mark(InstallationId(u128::from_le_bytes(deps.random())), Marking::New)
                    .await
                {
                    Ok(marks) => marks,
                    Err(error) => return tracing::debug!(%error, "store not marked"),
                }
            }
            marks @ (Marks::Emptied | Marks::Incomplete { .. } | Marks::Different | Marks::Complete(_)) => marks,
        };
        match (store_check::of_marks(deps, marks), marks) {
            (Some(problem), _) => self.refuse(problem).await,
            (None, Marks::Complete(id)) => {
                if !deps.store_use.is_permitted() {
                    tracing::info!(installation = %id, "store accepted");
                }
                deps.store_use.accept(id);
            }
            // Another server marks it at the same time.
            (None, _) => {}
        }
    }

    async fn refuse(&self, problem: StoreProblem) {
        // Otherwise a server that starts could take the store for a new one.
        if problem.kind == ProblemKind::StoreEmpty
            && self.deps.store_use.installation().is_some()
            && let Err(error) = self.deps.store.note_loss().await
        {
            tracing::debug!(%error, "loss of the store not noted");
        }
        let is_known = match self.deps.store_use.state() {
            State::Refused(known) => known.kind == problem.kind,
            State::Unchecked | State::Accepted => false,
        };
        if !is_known {
            let StoreProblem { kind, node, sentence } = &problem;
            tracing::error!(
                problem = kind.name(),
                node,
                cause = sentence,
                "store refused: calls are refused"
            );
        }
        self.deps.store_use.refuse(problem);
    }

    fn log(&self, problems: &[StoreProblem]) {
        let known = self.known.lock();
        let is_new = |one: &StoreProblem, others: &[StoreProblem]| {
            !others
                .iter()
                .any(|other| (other.kind, &other.node) == (one.kind, &one.node))
        };
        for StoreProblem { kind, node, sentence } in problems.iter().filter(|problem| is_new(problem, &known)) {
            tracing::warn!(problem = kind.name(), node, cause = sentence, "store problem");
        }
        for StoreProblem { kind, node, .. } in known.iter().filter(|problem| is_new(problem, problems)) {
            tracing::info!(problem = kind.name(), node, "store problem solved");
        }
    }
}

/// Whether a check without a problem can accept the store. While a server does not answer, only a store that no check has
/// refused: the problem can be that of this server.
fn may_accept(coverage: Coverage, state: &State) -> bool {
    match coverage {
        Coverage::All => true,
        Coverage::Reached => *state == State::Unchecked,
        Coverage::Incomplete => false,
    }
}

/// Whether the data of the store is gone or belongs to another installation.
fn is_of_marks(problem: &StoreProblem) -> bool {
    [
        ProblemKind::StoreEmpty,
        ProblemKind::StoreIncomplete,
        ProblemKind::StoreOfAnother,
    ]
    .contains(&problem.kind)
}
