//! Whether this replica may use its store: only after a check has accepted it, and while it carries the same mark.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use parking_lot::Mutex;
use tinsel_store::{InstallationId, ProblemKind, StoreError, StoreProblem};
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};

use crate::error::RpcError;

/// The time that a call waits for the first check.
const CHECK_WAIT: Duration = Duration::from_secs(2);

/// Whether this replica may use its store.
#[derive(Debug)]
pub(crate) struct StoreUse {
    is_permitted: AtomicBool,
    state: watch::Sender<State>,
    /// The installation that this replica has accepted.
    installation: Mutex<Option<InstallationId>>,
    doubted: Notify,
}

/// The result of the checks so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// No check has accepted or refused the store yet.
    Unchecked,
    Refused(StoreProblem),
    Accepted,
}

impl StoreUse {
    pub(crate) fn new(state: State) -> Self {
        Self {
            is_permitted: AtomicBool::new(state == State::Accepted),
            state: watch::Sender::new(state),
            installation: Mutex::default(),
            doubted: Notify::new(),
        }
    }

    pub(crate) fn is_permitted(&self) -> bool {
        self.is_permitted.load(Ordering::Acquire)
    }

    pub(crate) fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// A receiver that is notified of changes.
    pub(crate) fn changes(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Reports a sign that the store has lost data, so that it is checked at once.
    pub(crate) fn doubt(&self) {
        self.doubted.notify_one();
    }

    /// Waits for such a sign.
    pub(crate) async fn doubted(&self) {
        self.doubted.notified().await;
    }

    /// The installation that this replica has accepted; `None` before the first.
    pub(crate) fn installation(&self) -> Option<InstallationId> {
        *self.installation.lock()
    }

    pub(crate) fn accept(&self, installation: InstallationId) {
        *self.installation.lock() = Some(installation);
        self.set(State::Accepted);
    }

    pub(crate) fn refuse(&self, problem: StoreProblem) {
        self.set(State::Refused(problem));
    }

    fn set(&self, state: State) {
        self.is_permitted.store(state == State::Accepted, Ordering::Release);
        self.state
            .send_if_modified(|before| std::mem::replace(before, state.clone()) != state);
    }

    /// Waits a moment for the first check: a server listens before it has checked its store.
    ///
    /// # Errors
    ///
    /// If calls must not use the store.
    pub(crate) async fn permit_call(&self) -> Result<(), RpcError> {
        let mut changes = self.changes();
        let checked = changes.wait_for(|state| *state != State::Unchecked);
        // Elapsed: the store does not answer.
        drop(timeout(CHECK_WAIT, checked).await);
        match &*self.state.borrow() {
            State::Accepted => Ok(()),
            State::Unchecked => Err(RpcError::StoreNotUsed {
                cause: "not checked yet",
            }),
            // Callers can be strangers.
            State::Refused(problem) if problem.kind == ProblemKind::ArchivePublic => Err(RpcError::StoreNotUsed {
                cause: "its archive is refused",
            }),
            State::Refused(problem) => Err(RpcError::StoreNotUsed {
                cause: problem.kind.name(),
            }),
        }
    }

    /// # Errors
    ///
    /// If this replica must not change matches.
    pub(crate) fn permit_change(&self) -> Result<(), StoreError> {
        match self.is_permitted() {
            true => Ok(()),
            false => Err(StoreError::Unavailable("no check has accepted the store".to_owned())),
        }
    }
}
