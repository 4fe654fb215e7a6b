//! Commands of the heartbeat: nodes, replicas, and the number of shards.

use std::{sync::atomic::Ordering, time::Duration};

use super::{Redis, failures::failure, keys, node::Durability, number, reply, reply::corrupt};
use crate::{Pulse, Shard, StoreError, UnixMillis};

/// How often expired replicas are removed from the list: once in this number of announcements of a process.
const TIDY_EVERY: u64 = 500;
/// How long a replica must have been expired to be removed, in milliseconds.
const GONE_MS: u64 = 3_600_000;

impl Redis {
    pub(super) async fn pulse_nodes(&self, shards: &[Shard], mut each: impl FnMut(Pulse) + Send) {
        // A command that changes nothing but is refused like a write. Nodes refuse it that are loading, were demoted,
        // are out of memory, have too few replicas, or belong to a broken Cluster. Most of them still answer TIME, PING
        // and reads.
        let nothing = |shard| {
            let mut command = ::redis::cmd("SETRANGE");
            command.arg(keys::pulse(shard)).arg(0).arg("");
            command
        };
        let asking = self.shared.servers.ask_each(shards, &nothing, |shards, reply| {
            let answered = reply.map(drop).map_err(|error| failure(&error));
            each(Pulse { shards, answered });
        });
        asking.await;
    }

    pub(super) async fn list_replica(
        &self,
        replica: u64,
        alive_for: Duration,
        now: UnixMillis,
    ) -> Result<Vec<u64>, StoreError> {
        let until = now.later(alive_for);
        let mut list = ::redis::cmd("ZADD");
        list.arg(keys::replicas()).arg(until.0).arg(member(replica));
        self.query(Shard::FIRST, &list).await?;
        let announced = self.shared.announced.fetch_add(1, Ordering::Relaxed);
        if announced.is_multiple_of(TIDY_EVERY) {
            let mut tidy = ::redis::cmd("ZREMRANGEBYSCORE");
            tidy.arg(keys::replicas())
                .arg("-inf")
                .arg(now.0.saturating_sub(GONE_MS));
            self.query(Shard::FIRST, &tidy).await?;
        }
        let mut read = ::redis::cmd("ZRANGEBYSCORE");
        // A later time is of a replica that stopped before the store's clock went back.
        let latest = until.later(alive_for);
        read.arg(keys::replicas()).arg(format!("({}", now.0)).arg(latest.0);
        let listed = reply::items(self.query(Shard::FIRST, &read).await?)?;
        let replicas = listed.into_iter().flatten().map(|name| {
            let name = std::str::from_utf8(&name).ok();
            let replica = name.and_then(|name| u64::from_str_radix(name, 16).ok());
            replica.ok_or_else(|| corrupt("the list of replicas"))
        });
        let mut replicas: Vec<_> = replicas.collect::<Result<_, _>>()?;
        replicas.sort_unstable();
        Ok(replicas)
    }

    pub(super) async fn unlist_replica(&self, replica: u64) -> Result<(), StoreError> {
        let mut command = ::redis::cmd("ZREM");
        command.arg(keys::replicas()).arg(member(replica));
        self.query(Shard::FIRST, &command).await?;
        self.publish_change().await
    }

    pub(super) async fn number_of_shards(&self) -> Result<Option<u16>, StoreError> {
        let mut command = ::redis::cmd("GET");
        command.arg(keys::shards());
        let stored = reply::bytes(self.query(Shard::FIRST, &command).await?)?;
        let parsed = stored.map(|digits| number(&digits).and_then(|shards| u16::try_from(shards).ok()));
        parsed
            .map(|shards| shards.ok_or_else(|| corrupt("the number of shards")))
            .transpose()
    }

    pub(super) async fn set_number_of_shards(&self, shards: u16) -> Result<u16, StoreError> {
        let mut command = ::redis::cmd("SET");
        command.arg(keys::shards()).arg(shards).arg("NX");
        let set = self
            .shared
            .servers
            .send(Shard::FIRST, &command, Durability::Required)
            .await;
        set.map_err(|error| failure(&error))?;
        let stored = self.number_of_shards().await?;
        let stored =
            stored.ok_or_else(|| StoreError::Unavailable("the number of shards was removed; retry".to_owned()))?;
        // Also if it was stored before, because an earlier attempt can have stored it without a notice.
        if stored == shards {
            self.publish_change().await?;
        }
        Ok(stored)
    }

    async fn publish_change(&self) -> Result<(), StoreError> {
        let mut command = ::redis::cmd("PUBLISH");
        command.arg(keys::DUE_CHANNEL).arg(keys::REPLICAS_CHANGED);
        self.query(Shard::FIRST, &command).await.map(drop)
    }
}

/// The member of a replica in the list.
fn member(replica: u64) -> String {
    format!("{replica:016x}")
}
