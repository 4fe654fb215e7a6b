//! Finds the current master by sentinels, and verifies it.

use std::sync::atomic::{AtomicUsize, Ordering};

use ::redis::{Client, ErrorKind, FromRedisValue, RedisError, RedisResult, Value, from_redis_value};

use super::{access::Access, host_port::HostPort};

/// Sentinels, and the name of their master.
pub(crate) struct Sentinels {
    sentinels: Vec<HostPort>,
    asked: Access,
    name: String,
    entered: Access,
    /// The sentinel to ask first: the one that answered last or, while that is being asked, the next one.
    first: AtomicUsize,
}

impl Sentinels {
    pub(crate) const fn new(sentinels: Vec<HostPort>, asked: Access, name: String, entered: Access) -> Self {
        Self {
            sentinels,
            asked,
            name,
            entered,
            first: AtomicUsize::new(0),
        }
    }

    /// The master. Asks the sentinels in turn, until one names a server that reports itself as a master. A sentinel
    /// that was offline, or has not learned of a failover yet, names the old one.
    pub(crate) async fn master(&self) -> RedisResult<Client> {
        let first = self.first.load(Ordering::Relaxed);
        let mut failure = RedisError::from((ErrorKind::MasterNameNotFoundBySentinel, "no sentinel names a master"));
        for turn in 0..self.sentinels.len() {
            let turn = (first.wrapping_add(turn)) % self.sentinels.len();
            let Some(sentinel) = self.sentinels.get(turn) else {
                continue;
            };
            // Callers may time out at a silent sentinel. The next call must not start with the same one again.
            self.first.store(turn.wrapping_add(1), Ordering::Relaxed);
            match self.named_by(sentinel).await {
                Ok(master) => {
                    self.first.store(turn, Ordering::Relaxed);
                    return Ok(master);
                }
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    async fn named_by(&self, sentinel: &HostPort) -> RedisResult<Client> {
        let mut command = ::redis::cmd("SENTINEL");
        command.arg("GET-MASTER-ADDR-BY-NAME").arg(&self.name);
        let named: Option<(String, u16)> = once(&self.asked, &self.asked.to(sentinel)?, &command).await?;
        let (host, port) =
            named.ok_or_else(|| RedisError::from((ErrorKind::MasterNameNotFoundBySentinel, "an unknown name")))?;
        let master = self.entered.to(&HostPort { host, port })?;
        if self.is_master(&master).await? {
            Ok(master)
        } else {
            Err((ErrorKind::MasterNameNotFoundBySentinel, "a master that is none").into())
        }
    }

    async fn is_master(&self, server: &Client) -> RedisResult<bool> {
        match once(&self.entered, server, &::redis::cmd("ROLE")).await {
            Ok(Value::Array(role)) => Ok(role
                .into_iter()
                .next()
                .is_some_and(|role| from_redis_value::<String>(role).is_ok_and(|role| role == "master"))),
            Ok(_) => Ok(false),
            // Without the permission for `ROLE`, the sentinel's answer is trusted; writing to a replica fails anyway.
            Err(error) if error.code() == Some("NOPERM") => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// The reply to one command on a new connection.
pub(crate) async fn once<T: FromRedisValue>(
    access: &Access,
    server: &Client,
    command: &::redis::Cmd,
) -> RedisResult<T> {
    let mut connection = server
        .get_multiplexed_async_connection_with_config(&access.config())
        .await?;
    command.query_async(&mut connection).await
}
