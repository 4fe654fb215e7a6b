//! The connection for commands.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ::redis::{
    AsyncConnectionConfig, Cmd, RedisError, RedisResult, Value,
    aio::{ConnectionLike, MultiplexedConnection},
};
use futures_util::FutureExt;
use parking_lot::RwLock;
use tokio::{sync::Mutex, time::Instant};

use super::{access::Access, endpoint::Endpoint, span, wait::Wait};
use crate::redis::failures::{is_broken, is_no_master};

/// The minimum age at which a refused write to a demoted master opens another connection, which may lead to the new
/// master. Without it, each of many refused writes would open one.
const DEMOTED_LEFT_AFTER: Duration = Duration::from_millis(100);

/// One multiplexed connection, opened on first use and reopened after a failure.
///
/// This is not the `ConnectionManager` of the redis crate: that one delays callers while it retries, and never leaves a
/// silent connection. It also keeps an error other than an I/O error, such as a refused password, forever.
pub(crate) struct Connection {
    endpoint: Arc<Endpoint>,
    config: AsyncConnectionConfig,
    open: RwLock<Option<Open>>,
    /// Held while the connection is being opened; contains the error of the last attempt.
    opening: Mutex<Option<RedisError>>,
    /// The number of completed attempts to open the connection.
    attempts: AtomicU64,
    wait: Option<Wait>,
}

/// When a connection was opened: its sequence number, the epoch of its endpoint, and the time.
#[derive(Clone, Copy)]
struct Opened {
    number: u64,
    epoch: u64,
    since: Instant,
}

/// An open connection.
#[derive(Clone)]
struct Open {
    opened: Opened,
    connection: MultiplexedConnection,
}

impl Connection {
    /// A connection that waits after every command until `replicas` have confirmed its writes.
    pub(crate) fn new(endpoint: Arc<Endpoint>, access: &Access, replicas: u32) -> Self {
        Self {
            endpoint,
            config: access.config(),
            open: RwLock::new(None),
            opening: Mutex::new(None),
            attempts: AtomicU64::new(0),
            wait: (replicas > 0).then(|| Wait::new(replicas, access.response_timeout())),
        }
    }

    /// The reply to one command; on a waiting connection, after enough replicas have confirmed its writes.
    pub(crate) async fn query(&self, command: &Cmd) -> RedisResult<Value> {
        span::around(command, self.endpoint.server(), self.ask(command).boxed()).await
    }

    /// If a connection that is older than the call is lost, the server may have closed it while it was idle. The command
    /// is then sent again on a new connection, once. So the server may receive a command twice. Only the
    /// replies to the scripts `delete`, `repair_index` and `trim` depend on that: the second one finds nothing to do.
    async fn ask(&self, command: &Cmd) -> RedisResult<Value> {
        let known = self.attempts.load(Ordering::Acquire);
        loop {
            let open = self.connection().await?;
            let (number, mut connection) = (open.opened.number, open.connection.clone());
            // Not `query_async`, which boxes the same future once more.
            let reply = connection
                .send_packed_command(command)
                .await
                .and_then(Value::extract_error);
            if number < known && reply.as_ref().is_err_and(RedisError::is_connection_dropped) {
                self.leave(number);
                continue;
            }
            return self.kept(open, reply).await;
        }
    }

    /// The same, from a Cluster node that is importing the slot of the command.
    pub(crate) async fn query_asking(&self, command: &Cmd) -> RedisResult<Value> {
        span::around(command, self.endpoint.server(), self.ask_asking(command).boxed()).await
    }

    async fn ask_asking(&self, command: &Cmd) -> RedisResult<Value> {
        let open = self.connection().await?;
        let mut connection = open.connection.clone();
        // Sent together, so that no other command comes between.
        let mut both = ::redis::pipe();
        both.cmd("ASKING").add_command(command.clone());
        let replies = connection.req_packed_commands(&both, 0, 2).await;
        let reply = replies.and_then(|replies| replies.into_iter().next_back().unwrap_or(Value::Nil).extract_error());
        self.kept(open, reply).await
    }

    async fn kept(&self, on: Open, reply: RedisResult<Value>) -> RedisResult<Value> {
        let reply = self.leave_if_broken(on.opened, reply)?;
        if let Some(wait) = &self.wait {
            let kept = wait.for_replicas(on.opened.number, on.connection).await;
            self.leave_if_broken(on.opened, kept)?;
        }
        Ok(reply)
    }

    async fn connection(&self) -> RedisResult<Open> {
        if let Some(open) = self.current() {
            return Ok(open);
        }
        let attempts = self.attempts.load(Ordering::Acquire);
        let mut failure = self.opening.lock().await;
        if let Some(open) = self.current() {
            return Ok(open);
        }
        // Of all concurrent callers one tries, and the others share its result.
        if let Some(error) = failure
            .clone()
            .filter(|_| self.attempts.load(Ordering::Acquire) > attempts)
        {
            return Err(error);
        }
        // Boxed: it is rare, and the future of every command would otherwise reserve space for it.
        let mut opened = Box::pin(self.endpoint.open(&self.config)).await;
        if opened.as_ref().is_ok_and(|(_, epoch)| *epoch != self.endpoint.epoch()) {
            // All connections were replaced meanwhile.
            opened = Box::pin(self.endpoint.open(&self.config)).await;
        }
        let number = self.attempts.fetch_add(1, Ordering::AcqRel);
        match opened {
            Ok((connection, epoch)) => {
                let since = Instant::now();
                let opened = Opened { number, epoch, since };
                let open = Open { opened, connection };
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

    /// The open connection, unless all connections of the endpoint must be replaced.
    fn current(&self) -> Option<Open> {
        let epoch = self.endpoint.epoch();
        self.open.read().clone().filter(|open| open.opened.epoch == epoch)
    }

    /// After an error that this connection may not recover from, the next command opens another one. Commands in flight
    /// on the old one still get their replies. A server that is no master is left by all connections.
    fn leave_if_broken<T>(&self, opened: Opened, reply: RedisResult<T>) -> RedisResult<T> {
        if let Err(error) = &reply {
            if is_no_master(error) {
                self.endpoint.replace_demoted(opened.epoch);
            }
            if is_broken(error) && !(is_no_master(error) && opened.since.elapsed() < DEMOTED_LEFT_AFTER) {
                self.leave(opened.number);
            }
        }
        reply
    }

    fn leave(&self, number: u64) {
        let mut open = self.open.write();
        if open.as_ref().is_some_and(|open| open.opened.number == number) {
            *open = None;
        }
    }
}
