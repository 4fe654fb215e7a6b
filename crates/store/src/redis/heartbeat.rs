//! Commands of the heartbeat: nodes, replicas, outages, and the number of shards.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use super::{
    Redis,
    failures::failure,
    keys,
    reply::{self, corrupt, number},
    servers::node::Durability,
};
use crate::{Outage, Pulse, Shard, StoreError, UnixMillis};

/// How often expired replicas are removed from the list: once in this number of announcements of a process.
const TIDY_EVERY: u64 = 500;
/// How long a replica must have been expired to be removed, in milliseconds.
const GONE_MS: u64 = 3_600_000;

impl Redis {
    pub(crate) async fn pulse_nodes(&self, shards: &[Shard], mut each: impl FnMut(Pulse) + Send) {
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

    pub(crate) async fn list_replica(
        &self,
        replica: u64,
        alive_for: Duration,
        now: UnixMillis,
    ) -> Result<Vec<u64>, StoreError> {
        let until = now.later(alive_for);
        let mut list = ::redis::cmd("ZADD");
        list.arg(keys::replicas()).arg(until.0).arg(member(replica));
        list.arg(now.0).arg(keys::FLEET);
        self.query(Shard::FIRST, &list).await?;
        let announced = self.shared.announced.fetch_add(1, Ordering::Relaxed);
        if announced.is_multiple_of(TIDY_EVERY) {
            let mut tidy = ::redis::cmd("ZREMRANGEBYSCORE");
            tidy.arg(keys::replicas())
                .arg("-inf")
                .arg(now.0.saturating_sub(GONE_MS));
            self.query(Shard::FIRST, &tidy).await?;
        }
        // A later time is of a replica that stopped before the store's clock went back.
        self.listed_replicas(now, until.later(alive_for)).await
    }

    /// The replicas that count as alive until a time after `now`, and at the latest until `latest`.
    pub(crate) async fn listed_replicas(&self, now: UnixMillis, latest: UnixMillis) -> Result<Vec<u64>, StoreError> {
        let mut read = ::redis::cmd("ZRANGEBYSCORE");
        read.arg(keys::replicas()).arg(format!("({}", now.0)).arg(latest.0);
        let listed = reply::items(self.query(Shard::FIRST, &read).await?)?;
        let listed = listed.into_iter().flatten();
        let replicas = listed.filter(|name| name != keys::FLEET).map(|name| {
            let name = std::str::from_utf8(&name).ok();
            let replica = name.and_then(|name| u64::from_str_radix(name, 16).ok());
            replica.ok_or_else(|| corrupt("the list of replicas"))
        });
        let mut replicas: Vec<_> = replicas.collect::<Result<_, _>>()?;
        replicas.sort_unstable();
        Ok(replicas)
    }

    pub(crate) async fn time_of_fleet(&self) -> Result<Option<UnixMillis>, StoreError> {
        let mut command = ::redis::cmd("ZSCORE");
        command.arg(keys::replicas()).arg(keys::FLEET);
        let stored = reply::bytes(self.query(Shard::FIRST, &command).await?)?;
        let time = stored.map(|digits| number(&digits).map(UnixMillis));
        time.map(|time| time.ok_or_else(|| corrupt("the time of the last announcement")))
            .transpose()
    }

    pub(crate) async fn add_outages(&self, outages: &[Outage]) -> Result<(), StoreError> {
        if outages.is_empty() {
            return Ok(());
        }
        let mut add = ::redis::cmd("ZADD");
        add.arg(keys::outages());
        for outage in outages {
            add.arg(outage.to.0).arg(text_of(outage));
        }
        let added = self.shared.servers.send(Shard::FIRST, &add, Durability::Required);
        added.await.map_err(|error| failure(&error))?;
        // The merged ones are added before their parts are removed, so that no outage is missing meanwhile.
        let listed = self.listed_outages().await?;
        let merged = Outage::merged(listed.clone());
        let new: Vec<_> = merged.iter().filter(|outage| !listed.contains(outage)).collect();
        if !new.is_empty() {
            let mut add = ::redis::cmd("ZADD");
            add.arg(keys::outages());
            for outage in new {
                add.arg(outage.to.0).arg(text_of(outage));
            }
            self.query(Shard::FIRST, &add).await?;
        }
        let parts = listed.iter().filter(|outage| !merged.contains(outage)).map(text_of);
        let parts: Vec<_> = parts.collect();
        if !parts.is_empty() {
            let mut remove = ::redis::cmd("ZREM");
            remove.arg(keys::outages()).arg(parts);
            self.query(Shard::FIRST, &remove).await?;
        }
        self.publish_change().await
    }

    pub(crate) async fn listed_outages(&self) -> Result<Vec<Outage>, StoreError> {
        let mut range = ::redis::cmd("ZRANGE");
        range.arg(keys::outages()).arg(0).arg(-1);
        let listed = reply::items(self.query(Shard::FIRST, &range).await?)?;
        let texts = listed.iter().flatten().map(|text| str::from_utf8(text).ok());
        let outages = texts.map(|text| text.and_then(outage_of).ok_or_else(|| corrupt("an outage")));
        outages.collect()
    }

    pub(crate) async fn unlist_replica(&self, replica: u64) -> Result<(), StoreError> {
        let mut command = ::redis::cmd("ZREM");
        command.arg(keys::replicas()).arg(member(replica));
        self.query(Shard::FIRST, &command).await?;
        self.publish_change().await
    }

    pub(crate) async fn number_of_shards(&self) -> Result<Option<u16>, StoreError> {
        let mut command = ::redis::cmd("GET");
        command.arg(keys::shards());
        let stored = reply::bytes(self.query(Shard::FIRST, &command).await?)?;
        let parsed = stored.map(|digits| number(&digits).and_then(|shards| u16::try_from(shards).ok()));
        parsed
            .map(|shards| shards.ok_or_else(|| corrupt("the number of shards")))
            .transpose()
    }

    pub(crate) async fn set_number_of_shards(&self, shards: u16) -> Result<u16, StoreError> {
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

    /// Lists fingerprints from the first of two times until the second.
    pub(crate) async fn list_secrets(
        &self,
        replica: u64,
        fingerprints: &[u64],
        (now, until): (UnixMillis, UnixMillis),
    ) -> Result<(), StoreError> {
        let (mut list, mut tidy) = (::redis::cmd("ZADD"), ::redis::cmd("ZREMRANGEBYSCORE"));
        let prints: Vec<_> = fingerprints.iter().map(|print| member(*print)).collect();
        list.arg(keys::secrets())
            .arg(until.0)
            .arg(format!("{}:{}", member(replica), prints.join(",")));
        self.query(Shard::FIRST, &list).await?;
        tidy.arg(keys::secrets()).arg("-inf").arg(now.0);
        self.query(Shard::FIRST, &tidy).await.map(drop)
    }

    pub(crate) async fn listed_secrets(&self, now: UnixMillis) -> Result<Vec<(u64, Vec<u64>)>, StoreError> {
        let mut read = ::redis::cmd("ZRANGEBYSCORE");
        read.arg(keys::secrets()).arg(format!("({}", now.0)).arg("+inf");
        let listed = reply::items(self.query(Shard::FIRST, &read).await?)?;
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let listed = listed.iter().flatten().filter_map(|text| {
            let (replica, prints) = std::str::from_utf8(text).ok()?.split_once(':')?;
            Some((number(replica)?, prints.split(',').filter_map(number).collect()))
        });
        Ok(listed.collect())
    }

    async fn publish_change(&self) -> Result<(), StoreError> {
        self.publish(keys::DUE_CHANNEL, keys::REPLICAS_CHANGED.as_bytes()).await
    }

    pub(crate) async fn publish(&self, channel: &str, message: &[u8]) -> Result<(), StoreError> {
        let mut command = ::redis::cmd("PUBLISH");
        command.arg(channel).arg(message);
        self.query(Shard::FIRST, &command).await.map(drop)
    }
}

/// The member of a replica in the list.
fn member(replica: u64) -> String {
    format!("{replica:016x}")
}

/// The stored text of an outage: its times, and the digits of its shards, as in `1800000000000-1800000060000-017018`; without
/// shards it concerns all.
fn text_of(outage: &Outage) -> String {
    let mut text = format!("{}-{}", outage.from.0, outage.to.0);
    if let Some(shards) = &outage.shards {
        text.push('-');
        text.extend(shards.iter().map(|shard| shard.digits().to_string()));
    }
    text
}

/// The outage of a stored text.
fn outage_of(text: &str) -> Option<Outage> {
    let mut parts = text.splitn(3, '-');
    let time = |part: Option<&str>| part?.parse().ok().map(UnixMillis);
    let (from, to) = (time(parts.next())?, time(parts.next())?);
    let shards = parts.next().map(|digits| {
        let digits = digits.as_bytes().chunks(3).map(str::from_utf8);
        let shards = digits.map(|digits| Shard::new(digits.ok()?.parse().ok()?));
        shards.collect::<Option<BTreeSet<_>>>()
    });
    let shards = match shards {
        None => None,
        Some(shards) => Some(Arc::new(shards?)),
    };
    Some(Outage { from, to, shards })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_text_of_an_outage_is_stable_and_read_again() {
        let (from, to) = (UnixMillis(1_800_000_000_000), UnixMillis(1_800_000_060_000));
        let some = [17, 256].into_iter().filter_map(Shard::new).collect();
        for (shards, text) in [
            (None, "1800000000000-1800000060000"),
            (Some(Arc::new(some)), "1800000000000-1800000060000-017256"),
        ] {
            let outage = Outage { from, to, shards };
            assert_eq!(text_of(&outage), text);
            assert_eq!(outage_of(text), Some(outage));
        }
        for text in ["", "1", "1-", "-1", "1-2-x17", "1-2-é17"] {
            assert_eq!(outage_of(text), None, "{text:?}");
        }
    }
}
