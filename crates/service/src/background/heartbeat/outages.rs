//! The outages that a heartbeat finds, stores and reads.

use tinsel_store::{MatchStore, StoreError};

use super::{ALIVE_FOR, Heartbeat};

/// The maximum of attempts to announce the replica before it counts as suspended again.
const ANNOUNCEMENTS: u32 = 3;

impl<S: MatchStore> Heartbeat<S> {
    /// Announces the replica. Before its first announcement, and after a suspension, it reads which outages it has missed:
    /// the announcement overwrites the time of the last one.
    pub(super) async fn announce_after_outages(&self) -> Result<Vec<u64>, StoreError> {
        let deps = &self.deps;
        let _announcing = self.announcing.lock().await;
        for _ in 0..ANNOUNCEMENTS {
            // Read first: if the replica is suspended after the check, it announces itself at a time before that.
            let (now, steady, jumps) = (deps.clock.now(), deps.clock.steady(), deps.reach.jumps());
            if deps.reach.is_complete(steady) {
                // First: a replica that reads the announcement must find the outages before it.
                self.store_found().await?;
                return deps.store.announce(self.replica, ALIVE_FOR, now).await;
            }
            let listed = deps.store.replicas(now).await?;
            // A clock that a test controls can pass hours between two heartbeats.
            let last = match deps.clock.follows_store() {
                true => deps.store.last_announced().await?,
                false => None,
            };
            if let Some(lasted_ms) = last.and_then(|last| deps.reach.announced(last, now)) {
                tracing::warn!(lasted_ms, "no server was alive: time credited to all clocks");
                // Nobody would look after their matches until they are removed. Those that were suspended announce themselves.
                for gone in listed.into_iter().filter(|replica| *replica != self.replica) {
                    deps.store.leave(gone).await?;
                }
            }
            self.store_found().await?;
            let stored = deps.store.outages().await?;
            deps.reach.learned(stored, (steady, jumps), deps.clock.now());
            deps.beats.notify_waiters();
            deps.schedule.scan_all();
        }
        let why = "the store answers too slowly to read the outages";
        Err(StoreError::Unavailable(why.to_owned()))
    }

    /// Stores the outages that this replica has found, so that all replicas credit them, also after a restart.
    async fn store_found(&self) -> Result<(), StoreError> {
        let found = self.deps.reach.unstored();
        if !found.is_empty() {
            self.deps.store.store_outages(&found).await?;
            self.deps.reach.stored(&found);
        }
        Ok(())
    }

    /// Stores all outages so far, also those that have not ended.
    pub(super) async fn store_lasting_outages(&self) {
        let deps = &self.deps;
        deps.reach.record_lasting(deps.clock.steady(), deps.clock.now());
        self.store_outages().await;
    }

    pub(super) async fn store_outages(&self) {
        if let Err(error) = self.store_found().await {
            tracing::debug!(%error, "outages not stored");
        }
    }

    /// Reads the outages that other replicas have found.
    pub(super) async fn read_outages(&self) {
        let deps = &self.deps;
        let (now, steady, jumps) = (deps.clock.now(), deps.clock.steady(), deps.reach.jumps());
        if !deps.reach.is_complete(steady) {
            // They are read before the next announcement.
            return;
        }
        match deps.store.outages().await {
            Ok(outages) => deps.reach.learned(outages, (steady, jumps), now),
            Err(error) => tracing::warn!(%error, "outages not read"),
        }
    }
}
