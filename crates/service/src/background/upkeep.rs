//! Upkeep of finished matches: packs them when the retention of their responses has ended.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use futures_util::{StreamExt, stream};
use tinsel_store::{Change, MatchId, MatchStore, Packed, Packing, Revision, Shard, StoreError, Stored};
use tokio::{task::spawn_blocking, time::sleep};

use crate::{
    deps::Deps,
    record::{MatchRecord, log_entry::LogEntry},
};

/// The interval at which a replica looks for work in its shards. Upkeep is not urgent, and each look costs one command per
/// shard.
const EVERY: Duration = Duration::from_secs(60);
/// The number of matches that one look at a shard returns.
const MATCHES: usize = 64;
/// The number of matches of a shard that are processed concurrently.
const AT_ONCE: usize = 4;
/// The number of log entries that are read at once.
const PAGE: u32 = 512;

/// Packs finished matches.
#[derive(Debug)]
pub(super) struct Upkeep<S: MatchStore> {
    deps: Arc<Deps<S>>,
}

impl<S: MatchStore> Upkeep<S> {
    pub(super) const fn new(deps: Arc<Deps<S>>) -> Self {
        Self { deps }
    }

    /// Processes the shards of this replica until shutdown begins.
    pub(super) async fn run(&self) {
        let draining = self.deps.draining.clone();
        let working = async {
            loop {
                sleep(EVERY).await;
                self.work().await;
            }
        };
        draining.run_until_cancelled(working).await;
    }

    /// Processes all matches that need upkeep now.
    pub(super) async fn work(&self) {
        for shard in self.deps.schedule.owned() {
            if let Err(error) = self.shard(shard).await {
                tracing::debug!(%shard, %error, "upkeep not read");
            }
        }
    }

    async fn shard(&self, shard: Shard) -> Result<(), StoreError> {
        let mut failed = BTreeSet::new();
        loop {
            let limit = u32::try_from(MATCHES + failed.len()).unwrap_or(u32::MAX);
            let due = self.deps.store.upkeep(shard, self.deps.clock.now(), limit).await?;
            let due: Vec<_> = due.into_iter().filter(|id| !failed.contains(id)).collect();
            if due.is_empty() {
                return Ok(());
            }
            let processed = stream::iter(due).map(async |id| (id, self.process(id).await));
            let mut processed = processed.buffer_unordered(AT_ONCE);
            while let Some((id, done)) = processed.next().await {
                if let Err(error) = done {
                    tracing::warn!(r#match = %id, %error, "match not packed");
                    failed.insert(id);
                }
            }
        }
    }

    async fn process(&self, id: MatchId) -> Result<(), StoreError> {
        let stored = match self.deps.store.load(id).await {
            Err(StoreError::NotFound) => return self.deps.store.end_upkeep(id).await,
            stored => stored?,
        };
        let game = self.deps.metrics.read(MatchRecord::read(&stored))?.setup.game_label();
        let version = stored.version;
        let packed = self.whole(id, stored).await?;
        let packing = Packing {
            packed: compressed(packed).await?,
            upkeep: Change::Clear,
            expiry: Change::Keep,
        };
        // After a conflict, the write that caused it has set the time of the next attempt.
        if self.deps.store.pack(id, version, &packing).await? {
            self.deps.metrics.packed(game);
        }
        Ok(())
    }

    /// A match with its log, without the data that only retries need.
    async fn whole(&self, id: MatchId, stored: Stored) -> Result<Packed, StoreError> {
        let mut entries = Vec::new();
        let (mut read, mut oldest) = (Revision::NONE, Revision::NONE);
        while read < stored.version.revision {
            let page = self.deps.store.log(id, read, PAGE).await?;
            if read == Revision::NONE {
                oldest = page.oldest;
            }
            for (revision, entry) in page.entries {
                let mut entry = LogEntry::read(entry)?;
                let is_newest = revision == stored.version.revision;
                let nonce = if is_newest {
                    entry.nonce
                } else {
                    LogEntry::UNKNOWN_NONCE
                };
                entries.push(entry.write(nonce));
                read = revision;
            }
        }
        Ok(Packed::new(id, stored, oldest, entries))
    }
}

/// The compressed form, made by a thread that serves no calls.
async fn compressed(packed: Packed) -> Result<bytes::Bytes, StoreError> {
    let compressing = spawn_blocking(move || packed.compress());
    let failed = |_| StoreError::Unavailable("the match was not compressed".to_owned());
    compressing.await.map_err(failed)?
}
