//! Matches kept in Redis.
//!
//! A match is one hash; the deadlines and the lobby of its shard are two sorted sets in the same slot. What a step
//! writes, one script writes, in one round trip. Commands go over one multiplexed connection to each server, notices
//! come over another.

mod access;
mod address;
mod certificates;
mod cluster;
mod failures;
mod keys;
mod link;
mod newest;
mod node;
mod notices;
mod options;
mod place;
mod reply;
mod scripts;
mod sentinels;
mod servers;
mod shards;
mod span;
mod wait;

use std::{fmt, sync::Arc, time::Duration};

use ::redis::Value;
use bytes::Bytes;
use futures_util::future::try_join_all;
use opentelemetry::metrics::Meter;

use self::{
    address::Address, failures::failure, newest::Newest, notices::Hub, reply::corrupt, scripts::Scripts,
    servers::Servers,
};
pub use self::{address::UnusableAddress, options::RedisOptions};
use crate::{
    Answer, Created, LogPage, MatchId, MatchStore, Notices, PoolId, Replaced, RequestId, Reserved, Revision, Seek,
    Shard, StoreError, Stored, UnixMillis, Version, Write,
};

/// The production store: one Redis server, a master that sentinels look after, or a Cluster.
///
/// Redis copies to replicas after it has answered, so a failover may lose the last writes it had said yes to.
/// [`RedisOptions::replicas`] narrows that; what is seen of it is logged and counted by [`Redis::regressions`]. A user of
/// an ACL needs the commands of the scripts and of this module on keys and channels `tinsel:*`: `EVAL`, `EVALSHA`,
/// `HMGET`, `HGET`, `ZREM`, `ZRANGEBYLEX`, `ZRANGEBYSCORE`, `PING`, `SUBSCRIBE`, `UNSUBSCRIBE`, what the scripts call, and where
/// they are used `WAIT`, `ROLE`, `CLUSTER SLOTS` and `ASKING`.
///
/// A match that has expired may stay in its shard's indexes, and one whose deadline has moved back may stand in them too
/// early; [`MatchStore::lobby`] and [`MatchStore::due`] never show that, and put it right as they come across it.
#[derive(Clone)]
pub struct Redis {
    shared: Arc<Shared>,
}

struct Shared {
    servers: Servers,
    scripts: Scripts,
    hub: Hub,
    newest: Newest,
}

/// How often a read of an index puts right what it finds and looks again.
const ROUNDS: u32 = 64;

impl Redis {
    /// A store on the Redis at `url`:
    ///
    /// | one server | `redis://user:password@host:6379/0` |
    /// | what sentinels say is the master | `redis+sentinel://user:password@host:26379,host:26379/name/0` |
    /// | a Cluster | `redis+cluster://user:password@host:6379,host:6379` |
    ///
    /// With `rediss` in place of `redis`, connections are made by TLS, those to sentinels as well. User, password,
    /// ports and database may be left out. User and password are those of the servers; sentinels that want some are
    /// given `?sentinel_user=…&sentinel_password=…`. Special characters are written as in any URL, such as `%40` for an
    /// at sign. Of a Cluster some nodes are enough, the others are asked for.
    ///
    /// The servers need not be there yet: calls are [`StoreError::Unavailable`] until they are. Must be called inside
    /// a Tokio runtime.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress`], which does not repeat the address, for it may hold a password.
    pub fn connect(url: &str, options: RedisOptions) -> Result<Self, UnusableAddress> {
        let servers = Servers::at(Address::parse(url)?, &options)?;
        Ok(Self {
            shared: Arc::new(Shared {
                scripts: Scripts::new(options.limits),
                hub: Hub::start(servers.clone(), &options),
                servers,
                newest: Newest::new(),
            }),
        })
    }

    /// Whether [`Redis::connect`] takes this for an address.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress`], which says what would be right.
    pub fn can_be_at(url: &str) -> Result<(), UnusableAddress> {
        Address::parse(url).map(drop)
    }

    /// How often a match was found behind a version that was seen of it through this store: a failover had lost what
    /// was said to be written. Each time is logged as well.
    ///
    /// What goes back and then on beyond what was seen is not noticed here, nor is a match that is gone altogether.
    #[must_use]
    pub fn regressions(&self) -> u64 {
        self.shared.newest.regressions()
    }

    /// Has `meter` tell [`regressions`](Self::regressions) whenever it is asked.
    pub fn measured_by(&self, meter: &Meter) {
        let shared = Arc::downgrade(&self.shared);
        meter
            .u64_observable_counter("tinsel.store.regressions")
            .with_description("Matches that were found behind what had been seen of them: a failover has lost writes")
            .with_callback(move |observer| {
                if let Some(shared) = shared.upgrade() {
                    observer.observe(shared.newest.regressions(), &[]);
                }
            })
            .build();
    }

    async fn fields<const N: usize>(&self, id: MatchId, names: [&str; N]) -> Result<Value, StoreError> {
        let mut command = ::redis::cmd("HMGET");
        command.arg(keys::of_match(id)).arg(&names[..]);
        self.query(id.shard(), &command).await
    }

    async fn query(&self, shard: Shard, command: &::redis::Cmd) -> Result<Value, StoreError> {
        let reply = self.shared.servers.query(shard, command).await;
        reply.map_err(|error| failure(&error))
    }

    /// Brings places in the indexes in line with their matches, where they were found not to be.
    async fn settle(&self, ids: impl Iterator<Item = MatchId>) -> Result<(), StoreError> {
        for id in ids {
            let settled = self.shared.scripts.settle(&self.shared.servers, id).await;
            settled.map_err(|error| failure(&error))?;
        }
        Ok(())
    }

    /// One field of each match.
    async fn field_of_each(&self, ids: &[MatchId], field: &str) -> Result<Vec<Option<Bytes>>, StoreError> {
        let field_of = async |id: &MatchId| {
            let mut command = ::redis::cmd("HGET");
            command.arg(keys::of_match(*id)).arg(field);
            reply::bytes(self.query(id.shard(), &command).await?)
        };
        try_join_all(ids.iter().map(field_of)).await
    }

    /// The ids of a shard's lobby, of which some may have expired.
    async fn lobby_ids(&self, shard: Shard, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let from = after.map_or_else(|| "-".to_owned(), |after| format!("({after}"));
        let mut command = ::redis::cmd("ZRANGEBYLEX");
        command
            .arg(keys::lobby(shard))
            .arg(from)
            .arg("+")
            .arg("LIMIT")
            .arg(0)
            .arg(limit);
        reply::items(self.query(shard, &command).await?)?
            .into_iter()
            .map(member)
            .collect()
    }

    /// The earliest places in the deadlines of a shard, of which some may not be in line with their matches.
    async fn deadlines(
        &self,
        shard: Shard,
        now: UnixMillis,
        limit: u32,
    ) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let mut command = ::redis::cmd("ZRANGEBYSCORE");
        command.arg(keys::due(shard)).arg("-inf").arg(now.0).arg("WITHSCORES");
        command.arg("LIMIT").arg(0).arg(limit);
        let mut scored = reply::items(self.query(shard, &command).await?)?.into_iter();
        let mut due = Vec::new();
        while let (Some(id), Some(score)) = (scored.next(), scored.next()) {
            let at = score.as_deref().and_then(number);
            due.push((member(id)?, UnixMillis(at.ok_or_else(|| corrupt("a deadline"))?)));
        }
        Ok(due)
    }
}

impl MatchStore for Redis {
    type Notices = Notices;

    async fn create(&self, id: MatchId, write: Write) -> Result<Created, StoreError> {
        let before = self.shared.newest.of(id);
        let reply = self.shared.scripts.create(&self.shared.servers, id, &write).await;
        let reply = reply.map_err(|error| failure(&error))?;
        let created = reply::created(reply, write.version_after(Revision::NONE))?;
        match &created {
            Created::New(version) => self.shared.newest.begun(id, *version),
            Created::Exists(stored) => self.shared.newest.found(id, before, stored.version),
        }
        Ok(created)
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        let before = self.shared.newest.of(id);
        let stored = reply::stored(self.fields(id, ["v", "r"]).await?)?;
        self.shared.newest.found(id, before, stored.version);
        Ok(stored)
    }

    async fn replace(&self, id: MatchId, expected: Version, write: Write) -> Result<Replaced, StoreError> {
        let before = self.shared.newest.of(id);
        let reply = self
            .shared
            .scripts
            .replace(&self.shared.servers, id, expected, &write)
            .await;
        let reply = reply.map_err(|error| failure(&error))?;
        let replaced = reply::replaced(reply, write.version_after(expected.revision))?;
        match &replaced {
            Replaced::Written(version) | Replaced::Conflict(Stored { version, .. }) => {
                self.shared.newest.found(id, before, *version);
            }
            Replaced::Repeated(_) => {}
        }
        Ok(replaced)
    }

    async fn answer(&self, id: MatchId, request: &RequestId) -> Result<Option<Answer>, StoreError> {
        let found = self.fields(id, ["v", &keys::answer(request)]).await?;
        let mut found = reply::items(found)?.into_iter().map(Option::unwrap_or_default);
        let version = found.next();
        if version.is_none_or(|version| version.is_empty()) {
            return Err(StoreError::NotFound);
        }
        found
            .next()
            .filter(|sealed| !sealed.is_empty())
            .as_ref()
            .map(reply::answer)
            .transpose()
    }

    async fn log(&self, id: MatchId, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        let reply = self.shared.scripts.log(&self.shared.servers, id, after, limit).await;
        reply::page(reply.map_err(|error| failure(&error))?)
    }

    async fn lobby(
        &self,
        shard: Shard,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        for _ in 0..ROUNDS {
            let ids = self.lobby_ids(shard, after, limit).await?;
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let entries = self.field_of_each(&ids, "l").await?;
            if entries.iter().all(Option::is_some) {
                return Ok(ids.into_iter().zip(entries.into_iter().flatten()).collect());
            }
            // Read again without those who have gone, so that a page that is not full is the last.
            let gone = ids.iter().zip(&entries).filter(|(_, entry)| entry.is_none());
            self.settle(gone.map(|(id, _)| *id)).await?;
        }
        Err(unsettled())
    }

    async fn due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        for _ in 0..ROUNDS {
            let due = self.deadlines(shard, now, limit).await?;
            if due.is_empty() {
                return Ok(due);
            }
            let ids: Vec<_> = due.iter().map(|(id, _)| *id).collect();
            let deadlines = self.field_of_each(&ids, "d").await?;
            let deadlines = deadlines.iter().map(|at| at.as_deref().and_then(number));
            let places = due.iter().zip(deadlines);
            let moved: Vec<_> = places.filter(|((_, place), at)| *at != Some(place.0)).collect();
            if moved.is_empty() {
                return Ok(due);
            }
            self.settle(moved.into_iter().map(|((id, _), _)| *id)).await?;
        }
        Err(unsettled())
    }

    async fn lease(&self, shard: Shard, holder: u64, kept_for: Duration) -> Result<bool, StoreError> {
        let reply = self
            .shared
            .scripts
            .lease(&self.shared.servers, shard, holder, kept_for)
            .await;
        reply::yes(&reply.map_err(|error| failure(&error))?)
    }

    async fn seek(&self, pool: PoolId, seeker: &RequestId, seek: Seek) -> Result<Option<MatchId>, StoreError> {
        let reply = self.shared.scripts.seek(&self.shared.servers, pool, seeker, seek).await;
        let given = reply::bytes(reply.map_err(|error| failure(&error))?)?;
        given.map(|id| member(Some(id))).transpose()
    }

    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        let reserving = self
            .shared
            .scripts
            .reserve(&self.shared.servers, (pool, id), kept_for, limit);
        let reply = reserving.await.map_err(|error| failure(&error))?;
        match reply::reserved(reply)? {
            None => Ok(Reserved::Taken),
            Some(named) => Ok(Reserved::Full(named.into_iter().map(member).collect::<Result<_, _>>()?)),
        }
    }

    async fn release(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut command = ::redis::cmd("ZREM");
        command.arg(keys::pool(pool));
        for id in ids {
            command.arg(id.to_string());
        }
        let released = self.query(pool.shard(), &command).await;
        released.map(drop)
    }

    async fn watch(&self, id: MatchId) -> Result<Notices, StoreError> {
        self.shared.hub.watch(id).await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        self.shared.servers.ready().await.map_err(|error| failure(&error))
    }
}

/// An index in which there is more to put right than one call does.
fn unsettled() -> StoreError {
    StoreError::Unavailable("an index is being put right; ask again".to_owned())
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis").finish_non_exhaustive()
    }
}

/// The match that a member of an index names.
fn member(name: Option<Bytes>) -> Result<MatchId, StoreError> {
    let id = name
        .as_deref()
        .and_then(|name| std::str::from_utf8(name).ok()?.parse().ok());
    id.ok_or_else(|| corrupt("an index that does not name matches"))
}

/// A whole number in decimal digits.
fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}
