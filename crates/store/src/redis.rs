//! The store in Redis.
//!
//! A match is one hash; the deadlines and the lobby of its shard are two sorted sets in the same slot. One script
//! writes all data of a step, in one round trip. The commands of a Tokio runtime share one multiplexed connection to each
//! server; notices and scans use others.

mod failures;
mod health;
mod heartbeat;
mod indexes;
mod keys;
mod move_marks;
mod moving;
mod notices;
mod played;
mod pools;
mod reply;
mod scanning;
mod scripts;
mod servers;
mod trimming;

use std::{
    fmt,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};

use ::redis::Value;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use self::{
    failures::failure,
    health::{losses::LossDetector, regression::RegressionDetector},
    notices::SubscriptionHandle,
    scripts::Scripts,
    servers::{Servers, address::Address},
};
pub use self::{
    moving::{MoveError, Moved},
    servers::{
        address::UnusableAddress,
        certificates::RedisTls,
        options::{Login, RedisOptions},
    },
};
use crate::{
    Assignment, Created, DeadlineNotices, Due, Limits, LobbyIndex, LogPage, MatchId, MatchStore, Messages, Notices,
    Outage, Packing, Played, PoolId, Pulse, Replaced, RequestId, Reserved, Revision, ScanPosition, Scanned, Shard,
    StoreError, Stored, StoredResponse, UnixMillis, Version, Write,
};

/// The production store: one Redis server, a master with sentinels, or a Cluster.
///
/// Redis replicates asynchronously, so a failover can lose acknowledged writes. [`RedisOptions::replicas`] reduces that
/// risk; detected losses are logged, and counted by [`Redis::regressions`].
///
/// An expired match may stay in its shard's indexes, and a match with a later deadline than before may have an outdated
/// entry in them. [`MatchStore::lobby`] and [`MatchStore::due`] filter such entries out and repair them.
#[derive(Clone)]
pub struct Redis {
    shared: Arc<Shared>,
}

struct Shared {
    servers: Servers,
    scripts: Scripts,
    limits: Limits,
    subscriptions: SubscriptionHandle,
    detector: RegressionDetector,
    losses: LossDetector,
    /// The number of replicas that writes wait for.
    replicas: u32,
    /// The number of announcements so far.
    announced: AtomicU64,
    is_archived: OnceLock<IsArchived>,
}

/// Whether a match is in the archive.
type IsArchived = Box<dyn Fn(MatchId) -> BoxFuture<'static, bool> + Send + Sync>;

impl Redis {
    /// A store on the Redis at `url`:
    ///
    /// | one server | `redis://user:password@host:6379/0` |
    /// | a master with sentinels | `redis+sentinel://user:password@host:26379,host:26379/name/0` |
    /// | a Cluster | `redis+cluster://user:password@host:6379,host:6379` |
    ///
    /// The scheme `rediss` in place of `redis` enables TLS, for connections to sentinels as well. User, password,
    /// ports and database are optional. User and password are those of the servers. Credentials for sentinels are the
    /// parameters `?sentinel_user=…&sentinel_password=…`. Special characters are percent-encoded, such as `%40` for an
    /// at sign. For a Cluster some of the nodes are enough; the store discovers the others.
    ///
    /// The servers need not be running yet: calls fail with [`StoreError::Unavailable`] until they are. Must be called
    /// inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress`], which does not repeat the address, because it may contain a password.
    pub fn connect(url: &str, options: RedisOptions) -> Result<Self, UnusableAddress> {
        let servers = Servers::at(Address::parse(url)?, &options)?;
        Ok(Self {
            shared: Arc::new(Shared {
                scripts: Scripts::new(options.is_mark_required),
                limits: options.limits,
                subscriptions: SubscriptionHandle::start(servers.clone(), &options),
                servers,
                detector: RegressionDetector::new(),
                losses: LossDetector::new(),
                replicas: options.replicas,
                announced: AtomicU64::new(0),
                is_archived: OnceLock::new(),
            }),
        })
    }

    /// Checks that [`Redis::connect`] accepts an address.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress`], which describes the valid addresses.
    pub fn can_be_at(url: &str) -> Result<(), UnusableAddress> {
        Address::parse(url).map(drop)
    }

    /// Asks `is_archived` before a missing match is reported as lost. Only the first call has an effect.
    pub fn archived_by(&self, is_archived: impl Fn(MatchId) -> BoxFuture<'static, bool> + Send + Sync + 'static) {
        let first = self.shared.is_archived.set(Box::new(is_archived));
        debug_assert!(first.is_ok(), "one archive");
    }

    async fn fields<const N: usize>(&self, id: MatchId, names: [&str; N]) -> Result<Value, StoreError> {
        let mut command = ::redis::cmd("HMGET");
        command.arg(keys::of_match(id)).arg(&names[..]);
        self.query(id.shard(), &command).await
    }

    /// Whether pack.lua or delete.lua was applied.
    async fn applied(&self, id: MatchId, reply: ::redis::RedisResult<Value>) -> Result<bool, StoreError> {
        match reply::applied(reply.map_err(|error| failure(&error))?) {
            Err(error) => Err(self.noted(id, error).await),
            applied => applied,
        }
    }

    async fn query(&self, shard: Shard, command: &::redis::Cmd) -> Result<Value, StoreError> {
        let reply = self.shared.servers.query(shard, command).await;
        reply.map_err(|error| failure(&error))
    }
}

impl MatchStore for Redis {
    type Notices = Notices;
    type DeadlineNotices = DeadlineNotices;

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        let (before, sent) = (self.shared.detector.of(id), Instant::now());
        let version = write.version_after(Revision::NONE);
        let trimming = self.shared.limits.trimming(Revision::NONE, version.revision);
        let oldest = trimming.map_or(Revision::NONE.plus(1), |trimming| trimming.first_entry);
        let scripts = &self.shared.scripts;
        let reply = scripts.create(&self.shared.servers, id, &write, oldest).await;
        let created = reply::created(reply.map_err(|error| failure(&error))?, version)?;
        match &created {
            Created::New(version) => {
                self.shared.detector.begun(id, *version);
                self.shared.losses.changed(id, &write.expiry, sent);
            }
            Created::Exists(stored) => self.shared.detector.found(id, before, stored.version),
        }
        Ok(created)
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        let before = self.shared.detector.of(id);
        match reply::stored(self.fields(id, ["v", "r", "p", "n"]).await?) {
            Ok(stored) => {
                self.shared.detector.found(id, before, stored.version);
                Ok(stored)
            }
            Err(error) => Err(self.noted(id, error).await),
        }
    }

    async fn replace(&self, id: MatchId, expected: Version, write: &Write) -> Result<Replaced, StoreError> {
        let (before, sent) = (self.shared.detector.of(id), Instant::now());
        let version = write.version_after(expected.revision);
        let scripts = &self.shared.scripts;
        let reply = scripts.replace(&self.shared.servers, id, expected, write).await;
        let replaced = match reply::replaced(reply.map_err(|error| failure(&error))?, version) {
            Ok(replaced) => replaced,
            Err(error) => return Err(self.noted(id, error).await),
        };
        if matches!(replaced, Replaced::Written(_)) {
            self.shared.losses.changed(id, &write.expiry, sent);
            if let Some(trimming) = self.shared.limits.trimming(expected.revision, version.revision) {
                self.trim(id, trimming);
            }
        }
        match &replaced {
            Replaced::Written(version) | Replaced::Conflict(Stored { version, .. }) => {
                self.shared.detector.found(id, before, *version);
            }
            Replaced::Repeated(_) => {}
        }
        Ok(replaced)
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<StoredResponse>, StoreError> {
        let found = self.fields(id, ["v", &keys::answer(request)]).await?;
        let mut found = reply::items(found)?.into_iter().map(Option::unwrap_or_default);
        let version = found.next();
        if version.is_none_or(|version| version.is_empty()) {
            return Err(self.missing(id).await);
        }
        found
            .next()
            .filter(|sealed| !sealed.is_empty())
            .as_ref()
            .map(reply::answer)
            .transpose()
    }

    async fn pack(&self, id: MatchId, expected: Version, packing: &Packing) -> Result<bool, StoreError> {
        let (scripts, sent) = (&self.shared.scripts, Instant::now());
        let reply = scripts.pack(&self.shared.servers, id, expected, packing).await;
        let packed = self.applied(id, reply).await?;
        if packed {
            self.shared.losses.changed(id, &packing.expiry, sent);
        }
        Ok(packed)
    }

    async fn delete(&self, id: MatchId, expected: Option<Version>) -> Result<bool, StoreError> {
        let lobby = self.lobby_of(id, keys::of_match(id)).await?;
        let (scripts, servers) = (&self.shared.scripts, &self.shared.servers);
        let reply = scripts.delete(servers, (id, lobby), expected).await;
        let deleted = self.applied(id, reply).await?;
        if deleted {
            self.shared.losses.deleted(id);
        }
        Ok(deleted)
    }

    async fn scan(&self, from: Option<&ScanPosition>, limit: u32) -> Result<Scanned, StoreError> {
        self.scan_masters(from, limit).await
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        let reply = self.shared.scripts.log(&self.shared.servers, id, after, limit).await;
        match reply::page(reply.map_err(|error| failure(&error))?, after, limit) {
            Err(error) => Err(self.noted(id, error).await),
            page => page,
        }
    }

    async fn lobby(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        self.listed_in_lobby(index, after, limit).await
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Due, StoreError> {
        self.listed_as_due(shard, now, limit).await
    }

    async fn upkeep(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let mut command = ::redis::cmd("ZRANGEBYSCORE");
        command.arg(keys::upkeep(shard)).arg("-inf").arg(now.0);
        command.arg("LIMIT").arg(0).arg(limit);
        self.members(shard, &keys::upkeep(shard), &command).await
    }

    async fn end_upkeep(&self, id: MatchId) -> Result<(), StoreError> {
        let mut command = ::redis::cmd("ZREM");
        command.arg(keys::upkeep(id.shard())).arg(id.to_string());
        self.query(id.shard(), &command).await.map(drop)
    }

    fn deadline_notices(&self) -> DeadlineNotices {
        self.shared.subscriptions.deadline_notices()
    }

    async fn pulse(&self, shards: &[Shard], each: impl FnMut(Pulse) + Send) {
        self.pulse_nodes(shards, each).await;
    }

    async fn time(&self, shard: Shard) -> Result<UnixMillis, StoreError> {
        reply::time(self.query(shard, &::redis::cmd("TIME")).await?)
    }

    async fn announce(&self, replica: u64, alive_for: Duration, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        self.list_replica(replica, alive_for, now).await
    }

    async fn replicas(&self, now: UnixMillis) -> Result<Vec<u64>, StoreError> {
        // After the store's clock went back, this includes replicas that stopped before.
        self.listed_replicas(now, UnixMillis(u64::MAX)).await
    }

    async fn send_message(&self, message: Bytes) -> Result<(), StoreError> {
        self.publish(keys::MESSAGES_CHANNEL, &message).await
    }

    fn messages(&self) -> Messages {
        self.shared.subscriptions.messages()
    }

    async fn last_announced(&self) -> Result<Option<UnixMillis>, StoreError> {
        self.time_of_fleet().await
    }

    async fn store_outages(&self, outages: &[Outage]) -> Result<(), StoreError> {
        self.add_outages(outages).await
    }

    async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        self.listed_outages().await
    }

    async fn leave(&self, replica: u64) -> Result<(), StoreError> {
        self.unlist_replica(replica).await
    }

    async fn shards(&self) -> Result<Option<u16>, StoreError> {
        self.number_of_shards().await
    }

    async fn store_shards(&self, shards: u16) -> Result<u16, StoreError> {
        self.set_number_of_shards(shards).await
    }

    async fn assign(
        &self,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
    ) -> Result<Option<MatchId>, StoreError> {
        let reply = self
            .shared
            .scripts
            .assign(&self.shared.servers, pool, seeker, assignment)
            .await;
        let reply = reply.map_err(|error| failure(&error))?;
        if reply == Value::Int(0) {
            return Err(StoreError::Moved);
        }
        reply::bytes(reply)?.map(|id| reply::member(Some(id))).transpose()
    }

    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        self.take_slot(pool, id, kept_for, limit).await
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        self.release_slots(pool, ids).await
    }

    async fn outbox(&self, shard: Shard, limit: u32) -> Result<Vec<(MatchId, Revision)>, StoreError> {
        self.in_outbox(shard, limit).await
    }

    async fn leave_outbox(&self, id: MatchId, revision: Revision) -> Result<(), StoreError> {
        self.left_outbox(id, revision).await
    }

    async fn index_played(
        &self,
        index: PoolId,
        id: MatchId,
        at: Option<UnixMillis>,
        kept_for: Duration,
    ) -> Result<(), StoreError> {
        self.index(index, id, at, kept_for).await
    }

    async fn played(&self, index: PoolId, after: Option<Played>, limit: u32) -> Result<Vec<Played>, StoreError> {
        self.indexed(index, after, limit).await
    }

    async fn watch(&self, id: MatchId) -> Result<Notices, StoreError> {
        self.shared.subscriptions.watch(id).await
    }
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis").finish_non_exhaustive()
    }
}
