//! The phases of a run.

use tokio::sync::watch;

/// A phase of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Faults and new matches begin.
    Disturbed,
    /// No further faults or matches begin. Players decide at once.
    Settling,
    /// Clients give up.
    Over,
}

/// The phase of a run, which all its tasks share.
#[derive(Debug, Clone)]
pub struct Clock(watch::Sender<Phase>);

impl Default for Clock {
    fn default() -> Self {
        Self(watch::Sender::new(Phase::Disturbed))
    }
}

impl Clock {
    /// Begins the second phase.
    pub fn settle(&self) {
        self.0.send_replace(Phase::Settling);
    }

    /// Begins the last phase.
    pub fn end(&self) {
        self.0.send_replace(Phase::Over);
    }

    /// Whether it is the first phase.
    pub fn is_disturbed(&self) -> bool {
        *self.0.borrow() == Phase::Disturbed
    }

    /// Whether it is the last phase.
    pub fn is_over(&self) -> bool {
        *self.0.borrow() == Phase::Over
    }

    /// Waits for the end of the first phase.
    pub async fn settled(&self) {
        self.reach(Phase::Settling).await;
    }

    /// Waits for the last phase.
    pub async fn over(&self) {
        self.reach(Phase::Over).await;
    }

    async fn reach(&self, phase: Phase) {
        // The sender lives as long as `self`.
        drop(self.0.subscribe().wait_for(|now| *now >= phase).await);
    }
}
