//! Work without a call: the heartbeat, deadlines, the upkeep of finished matches, and questions of other replicas.

mod answers;
mod archive_watch;
mod health;
mod heartbeat;
mod indexing;
mod store_watch;
mod sweep;
mod upkeep;
mod waiting;

use std::sync::Arc;

use tinsel_store::MatchStore;
use tokio::sync::watch;

pub use self::health::{Health, OtherShards};
use self::{
    answers::Answerer, archive_watch::ArchiveWatch, heartbeat::Heartbeat, indexing::Indexer, store_watch::StoreWatch,
    sweep::Sweeper, upkeep::Upkeep,
};
use crate::deps::Deps;

/// The background work of a replica.
#[derive(Debug)]
pub struct Background<S: MatchStore> {
    heartbeat: Heartbeat<S>,
    sweeper: Sweeper<S>,
    store_watch: StoreWatch<S>,
    archive_watch: ArchiveWatch<S>,
    upkeep: Upkeep<S>,
    answerer: Answerer<S>,
    indexer: Indexer<S>,
}

impl<S: MatchStore> Background<S> {
    /// The background work for the matches that `deps` serves.
    pub fn new(deps: Arc<Deps<S>>) -> Self {
        let heartbeat = Heartbeat::new(Arc::clone(&deps));
        let sweeper = Sweeper::new(Arc::clone(&deps), heartbeat.replicas_changed());
        Self {
            store_watch: StoreWatch::new(Arc::clone(&deps)),
            archive_watch: ArchiveWatch::new(Arc::clone(&deps)),
            upkeep: Upkeep::new(Arc::clone(&deps)),
            indexer: Indexer::new(Arc::clone(&deps)),
            answerer: Answerer::new(deps),
            heartbeat,
            sweeper,
        }
    }

    /// Whether the replica can serve. The receiver is notified of changes.
    #[must_use]
    pub fn health(&self) -> watch::Receiver<Health> {
        self.heartbeat.health()
    }

    /// Runs until shutdown begins, and then hands the shards over to the other replicas.
    pub async fn run(self) {
        let Self {
            heartbeat,
            sweeper,
            store_watch,
            archive_watch,
            upkeep,
            answerer,
            indexer,
            ..
        } = self;
        let answering = answerer.run();
        tokio::join!(
            heartbeat.run(),
            sweeper.run(),
            store_watch.run(),
            archive_watch.run(),
            upkeep.run(&indexer),
            indexer.run(),
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
        self.indexer.catch_up().await;
        self.upkeep.work().await;
        self.upkeep.expire().await;
    }
}

#[cfg(test)]
mod tests;
