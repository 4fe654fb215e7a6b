//! The connection that carries commands.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ::redis::{
    AsyncConnectionConfig, Client, Cmd, ErrorKind, FromRedisValue, Pipeline, RedisError, RedisResult, ServerErrorKind,
    Value, aio::MultiplexedConnection,
};
use parking_lot::RwLock;
use tokio::sync::Mutex;

use crate::StoreError;

/// One multiplexed connection, opened when it is first needed and opened anew when it has failed.
///
/// Not the crate's `ConnectionManager`: that one keeps callers waiting while it retries, never leaves a connection
/// that has fallen silent, and stays with an error that is not one of I/O, such as a refused password, for ever.
#[derive(Debug)]
pub(super) struct Link {
    client: Client,
    config: AsyncConnectionConfig,
    open: RwLock<Option<Numbered>>,
    /// Held by whoever opens the connection; how the last attempt failed.
    opening: Mutex<Option<RedisError>>,
    /// How many attempts to open the connection have ended.
    attempts: AtomicU64,
}

#[derive(Clone, Debug)]
struct Numbered {
    number: u64,
    connection: MultiplexedConnection,
}

impl Link {
    pub(super) fn new(client: Client, connect_timeout: Duration, response_timeout: Duration) -> Arc<Self> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(connect_timeout))
            .set_response_timeout(Some(response_timeout));
        Arc::new(Self {
            client,
            config,
            open: RwLock::new(None),
            opening: Mutex::new(None),
            attempts: AtomicU64::new(0),
        })
    }

    /// The reply to one command.
    pub(super) async fn query(&self, command: &Cmd) -> RedisResult<Value> {
        let Numbered { number, mut connection } = self.connection().await?;
        let reply = command.query_async(&mut connection).await;
        self.leave_if_broken(number, reply)
    }

    /// The replies to several commands sent as one.
    pub(super) async fn query_all<T: FromRedisValue>(&self, commands: &Pipeline) -> RedisResult<T> {
        let Numbered { number, mut connection } = self.connection().await?;
        let replies = commands.query_async(&mut connection).await;
        self.leave_if_broken(number, replies)
    }

    async fn connection(&self) -> RedisResult<Numbered> {
        if let Some(open) = self.open.read().clone() {
            return Ok(open);
        }
        let attempts = self.attempts.load(Ordering::Acquire);
        let mut failure = self.opening.lock().await;
        if let Some(open) = self.open.read().clone() {
            return Ok(open);
        }
        // Of all who wait here one tries, and the others share how that ended.
        if let Some(error) = failure
            .clone()
            .filter(|_| self.attempts.load(Ordering::Acquire) > attempts)
        {
            return Err(error);
        }
        let opened = self
            .client
            .get_multiplexed_async_connection_with_config(&self.config)
            .await;
        let number = self.attempts.fetch_add(1, Ordering::AcqRel);
        match opened {
            Ok(connection) => {
                let open = Numbered { number, connection };
                *self.open.write() = Some(open.clone());
                *failure = None;
                Ok(open)
            }
            Err(error) => {
                *failure = Some(error.clone());
                Err(error)
            }
        }
    }

    /// After an error that this connection may not recover from, the next command opens another. What is under way on
    /// the old one still gets its replies.
    fn leave_if_broken<T>(&self, number: u64, reply: RedisResult<T>) -> RedisResult<T> {
        if reply.as_ref().is_err_and(is_broken) {
            let mut open = self.open.write();
            if open.as_ref().is_some_and(|open| open.number == number) {
                *open = None;
            }
        }
        reply
    }
}

/// Whether another connection may do better: this one has ended, or fallen silent, or leads to a replica by now.
fn is_broken(error: &RedisError) -> bool {
    let replica = [ServerErrorKind::ReadOnly, ServerErrorKind::MasterDown].map(ErrorKind::Server);
    error.is_unrecoverable_error() || error.is_io_error() || replica.contains(&error.kind())
}

/// What a failed command means to the store's callers. Says what went wrong and nothing of what was sent.
pub(super) fn failure(error: &RedisError) -> StoreError {
    let code = error.code().unwrap_or_default();
    if code == "WRONGTYPE" || error.kind() == ErrorKind::UnexpectedReturnType {
        return StoreError::Corrupt("a key of another type".to_owned());
    }
    let what = if error.is_timeout() {
        "timed out"
    } else {
        error.category()
    };
    StoreError::Unavailable(if code.is_empty() {
        what.to_owned()
    } else {
        format!("{what} ({code})")
    })
}
