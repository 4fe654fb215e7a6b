//! Matches kept in Redis.
//!
//! A match is one hash; the deadlines and the lobby of its shard are two sorted sets in the same slot. What a step
//! writes, one script writes, in one round trip. Commands go over one multiplexed connection, notices come over
//! another.

mod keys;
mod link;
mod notices;
mod reply;
mod scripts;

use std::{fmt, sync::Arc, time::Duration};

use ::redis::{Client, IntoConnectionInfo, ProtocolVersion, Value, io::tcp::TcpSettings};
use bytes::Bytes;

use self::{
    link::{Link, failure},
    notices::Hub,
    reply::corrupt,
    scripts::Scripts,
};
use crate::{
    Answer, Created, Limits, LogPage, MatchId, MatchStore, Notices, PoolId, Replaced, RequestId, Reserved, Revision,
    Shard, StoreError, Stored, UnixMillis, Version, Write,
};

/// The production store: one Redis server.
///
/// A match that has expired may stay in its shard's indexes, and one whose deadline has moved back may stand in them too
/// early; [`MatchStore::lobby`] and [`MatchStore::due`] never show that, and put it right as they come across it.
#[derive(Clone)]
pub struct Redis {
    shared: Arc<Shared>,
}

struct Shared {
    link: Arc<Link>,
    scripts: Scripts,
    hub: Hub,
}

/// How [`Redis`] deals with its server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RedisOptions {
    /// How much of a match's past is kept.
    pub limits: Limits,
    /// How long opening a connection may take.
    pub connect_timeout: Duration,
    /// How long a reply may take; after it a call fails as unavailable.
    pub response_timeout: Duration,
}

impl Default for RedisOptions {
    /// The default limits, half a second to connect and one to answer.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            connect_timeout: Duration::from_millis(500),
            response_timeout: Duration::from_secs(1),
        }
    }
}

/// How often a read of an index puts right what it finds and looks again.
const ROUNDS: u32 = 64;

/// The text is no address of a Redis server that this build can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address of a Redis server; one looks like redis://127.0.0.1:6379/0")]
pub struct UnusableAddress;

impl Redis {
    /// A store on the server at `url`, such as `redis://user:password@host:6379/0`.
    ///
    /// The server need not be there yet: calls are [`StoreError::Unavailable`] until it is. Must be called inside a
    /// Tokio runtime.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress`], which does not repeat the address, for it may hold a password.
    pub fn connect(url: &str, options: RedisOptions) -> Result<Self, UnusableAddress> {
        let info = url.into_connection_info().map_err(|_| UnusableAddress)?;
        // Pushes of RESP3 would mix with replies; and a command must not wait for the one before it.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2);
        let info = info
            .set_redis_settings(settings)
            .set_tcp_settings(TcpSettings::default().set_nodelay(true));
        let client = Client::open(info).map_err(|_| UnusableAddress)?;
        Ok(Self {
            shared: Arc::new(Shared {
                link: Link::new(client.clone(), options.connect_timeout, options.response_timeout),
                scripts: Scripts::new(options.limits),
                hub: Hub::start(client, options),
            }),
        })
    }

    /// Whether [`Redis::connect`] takes this for the address of a server.
    #[must_use]
    pub fn can_be_at(url: &str) -> bool {
        url.into_connection_info().is_ok_and(|info| Client::open(info).is_ok())
    }

    async fn fields<const N: usize>(&self, id: MatchId, names: [&str; N]) -> Result<Value, StoreError> {
        let mut command = ::redis::cmd("HMGET");
        command.arg(keys::of_match(id)).arg(&names[..]);
        self.shared.link.query(&command).await.map_err(|error| failure(&error))
    }

    /// Brings places in the indexes in line with their matches, where they were found not to be.
    async fn settle(&self, ids: impl Iterator<Item = MatchId>) -> Result<(), StoreError> {
        for id in ids {
            let settled = self.shared.scripts.settle(&self.shared.link, id).await;
            settled.map_err(|error| failure(&error))?;
        }
        Ok(())
    }

    /// One field of each match.
    async fn field_of_each(&self, ids: &[MatchId], field: &str) -> Result<Vec<Option<Bytes>>, StoreError> {
        let mut commands = ::redis::pipe();
        for id in ids {
            commands.cmd("HGET").arg(keys::of_match(*id)).arg(field);
        }
        let replies: Vec<Value> = self
            .shared
            .link
            .query_all(&commands)
            .await
            .map_err(|error| failure(&error))?;
        replies.into_iter().map(reply::bytes).collect()
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
        let ids = self
            .shared
            .link
            .query(&command)
            .await
            .map_err(|error| failure(&error))?;
        reply::items(ids)?.into_iter().map(member).collect()
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
        let scored = self
            .shared
            .link
            .query(&command)
            .await
            .map_err(|error| failure(&error))?;
        let mut scored = reply::items(scored)?.into_iter();
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
        let reply = self.shared.scripts.create(&self.shared.link, id, &write).await;
        let reply = reply.map_err(|error| failure(&error))?;
        reply::created(reply, write.version_after(Revision::NONE))
    }

    async fn load(&self, id: MatchId) -> Result<Stored, StoreError> {
        reply::stored(self.fields(id, ["v", "r"]).await?)
    }

    async fn replace(&self, id: MatchId, expected: Version, write: Write) -> Result<Replaced, StoreError> {
        let reply = self
            .shared
            .scripts
            .replace(&self.shared.link, id, expected, &write)
            .await;
        let reply = reply.map_err(|error| failure(&error))?;
        reply::replaced(reply, write.version_after(expected.revision))
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
        let reply = self.shared.scripts.log(&self.shared.link, id, after, limit).await;
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
            .lease(&self.shared.link, shard, holder, kept_for)
            .await;
        reply::yes(&reply.map_err(|error| failure(&error))?)
    }

    async fn reserve(&self, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> Result<Reserved, StoreError> {
        let reserving = self
            .shared
            .scripts
            .reserve(&self.shared.link, (pool, id), kept_for, limit);
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
        let released = self.shared.link.query(&command).await;
        released.map(drop).map_err(|error| failure(&error))
    }

    async fn watch(&self, id: MatchId) -> Result<Notices, StoreError> {
        self.shared.hub.watch(id).await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        let pong = self.shared.link.query(&::redis::cmd("PING")).await;
        pong.map(drop).map_err(|error| failure(&error))
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
