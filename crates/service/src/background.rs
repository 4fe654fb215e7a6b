//! Work without a call: the heartbeat, deadlines, the upkeep of finished matches, and questions of other replicas.

mod answers;
mod health;
mod heartbeat;
mod store_watch;
mod sweep;
mod upkeep;
mod waiting;

use std::sync::Arc;

use tinsel_store::MatchStore;
use tokio::sync::watch;

use self::{
    answers::Answerer, health::other_shards, heartbeat::Heartbeat, store_watch::StoreWatch, sweep::Sweeper,
    upkeep::Upkeep,
};
pub use self::{
    health::{Health, OtherShards},
    store_watch::UnusableStore,
};
use crate::deps::Deps;

/// The background work of a replica.
#[derive(Debug)]
pub struct Background<S: MatchStore> {
    deps: Arc<Deps<S>>,
    heartbeat: Heartbeat<S>,
    sweeper: Sweeper<S>,
    store_watch: StoreWatch<S>,
    upkeep: Upkeep<S>,
    answerer: Answerer<S>,
}

impl<S: MatchStore> Background<S> {
    /// The background work for the matches that `deps` serves.
    pub fn new(deps: Arc<Deps<S>>) -> Self {
        let heartbeat = Heartbeat::new(Arc::clone(&deps));
        let sweeper = Sweeper::new(Arc::clone(&deps), heartbeat.replicas_changed());
        Self {
            store_watch: StoreWatch::new(Arc::clone(&deps)),
            upkeep: Upkeep::new(Arc::clone(&deps)),
            answerer: Answerer::new(Arc::clone(&deps)),
            deps,
            heartbeat,
            sweeper,
        }
    }

    /// Whether the replica can serve. The receiver is notified of changes.
    #[must_use]
    pub fn health(&self) -> watch::Receiver<Health> {
        self.heartbeat.health()
    }

    /// Compares the number of shards with that of the store, if the store answers.
    ///
    /// # Errors
    ///
    /// If the store has a different number.
    pub async fn check_shards(&self) -> Result<(), OtherShards> {
        // Boxed, because the type of the enclosing futures would otherwise be nested too deeply for the compiler.
        if let Err(error) = Box::pin(self.deps.shard_number.read(&self.deps.store)).await {
            tracing::debug!(%error, "number of shards not read");
        }
        match other_shards(&self.deps) {
            Some(other) => Err(other),
            None => Ok(()),
        }
    }

    /// Checks the store, if it answers.
    ///
    /// # Errors
    ///
    /// If this release cannot use the store, or the store can lose matches and the settings do not permit that.
    pub async fn check_store(&self) -> Result<(), UnusableStore> {
        self.store_watch.check().await;
        match &*self.store_watch.unusable().borrow() {
            Some(unusable) => Err(unusable.clone()),
            None => Ok(()),
        }
    }

    /// Whether the store cannot be used, as its first check finds. The receiver is notified of that check.
    #[must_use]
    pub fn unusable_store(&self) -> watch::Receiver<Option<UnusableStore>> {
        self.store_watch.unusable()
    }

    /// Waits for the first heartbeat, up to a second. Until one is answered, the service refuses changes of matches.
    pub async fn begin(&self) {
        Box::pin(self.heartbeat.begin()).await;
    }

    /// Runs until shutdown begins, and then hands the shards over to the other replicas.
    pub async fn run(self) {
        let Self {
            heartbeat,
            sweeper,
            store_watch,
            upkeep,
            answerer,
            ..
        } = self;
        let answering = answerer.run();
        tokio::join!(
            heartbeat.run(),
            sweeper.run(),
            store_watch.run(),
            upkeep.run(),
            answering
        );
    }

    /// Runs one heartbeat, and then processes everything that is due.
    pub async fn sweep(&self) {
        self.heartbeat.beat().await;
        self.sweeper.sweep().await;
    }

    /// Processes all finished matches of the replica's shards that need upkeep, and expires archived matches of a shard.
    pub async fn upkeep(&self) {
        self.upkeep.work().await;
        self.upkeep.expire().await;
    }
}

#[cfg(test)]
mod tests;
