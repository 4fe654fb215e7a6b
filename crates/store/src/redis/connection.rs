//! The connection for commands.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ::redis::{
    AsyncConnectionConfig, Client, Cmd, RedisError, RedisResult, Value,
    aio::{ConnectionLike, MultiplexedConnection, PubSub},
};
use futures_util::FutureExt;
use parking_lot::RwLock;
use tokio::sync::Mutex;

use super::{access::Access, failures::is_broken, host_port::HostPort, sentinels::Sentinels, span, wait::Wait};

/// One multiplexed connection, opened on first use and reopened after a failure.
///
/// This is not the `ConnectionManager` of the redis crate: that one delays callers while it retries, and never leaves a
/// silent connection. It also keeps an error other than an I/O error, such as a refused password, forever.
pub(super) struct Connection {
    endpoint: Arc<Endpoint>,
    config: AsyncConnectionConfig,
    open: RwLock<Option<Numbered>>,
    /// Held while the connection is being opened; contains the error of the last attempt.
    opening: Mutex<Option<RedisError>>,
    /// The number of completed attempts to open the connection.
    attempts: AtomicU64,
    wait: Option<Wait>,
}

/// The server of a connection.
pub(super) enum Endpoint {
    /// Always the same server: a client for its address, and its connection parameters.
    Server(Client, Access),
    /// The current master when the connection is opened.
    Sentinels(Sentinels),
}

impl Endpoint {
    async fn client(&self) -> RedisResult<Client> {
        match self {
            // Made again, because the certificates can have changed.
            Self::Server(client, access) => access.at(client.get_connection_info().addr().clone()),
            Self::Sentinels(sentinels) => sentinels.master().await,
        }
    }

    /// The server, if it is fixed.
    const fn server(&self) -> Option<&Client> {
        match self {
            Self::Server(client, _) => Some(client),
            Self::Sentinels(_) => None,
        }
    }

    /// The address of the server, if it is fixed.
    pub(super) fn address(&self) -> Option<HostPort> {
        self.server()
            .and_then(|server| HostPort::of(server.get_connection_info().addr()))
    }

    /// A connection for subscriptions, which must never share the connection of commands.
    pub(super) async fn pubsub(&self) -> RedisResult<PubSub> {
        self.client().await?.get_async_pubsub().await
    }
}

/// An open connection, with its sequence number.
#[derive(Clone)]
struct Numbered {
    number: u64,
    connection: MultiplexedConnection,
}

impl Connection {
    /// A connection that waits after every command until `replicas` have confirmed its writes.
    pub(super) fn new(endpoint: Arc<Endpoint>, access: &Access, replicas: u32) -> Self {
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
    pub(super) async fn query(&self, command: &Cmd) -> RedisResult<Value> {
        span::around(command, self.endpoint.server(), self.ask(command).boxed()).await
    }

    /// If a connection that is older than the call is lost, the server may have closed it while it was idle. The command
    /// is then sent again on a new connection, once. So the server may receive a command twice. Only the
    /// replies to the scripts `delete`, `repair_index` and `trim` depend on that: the second one finds nothing to do.
    async fn ask(&self, command: &Cmd) -> RedisResult<Value> {
        let known = self.attempts.load(Ordering::Acquire);
        loop {
            let Numbered { number, mut connection } = self.connection().await?;
            // Not `query_async`, which boxes the same future once more.
            let reply = connection
                .send_packed_command(command)
                .await
                .and_then(Value::extract_error);
            if number < known && reply.as_ref().is_err_and(RedisError::is_connection_dropped) {
                self.leave(number);
                continue;
            }
            return self.kept(Numbered { number, connection }, reply).await;
        }
    }

    /// The same, from a Cluster node that is importing the slot of the command.
    pub(super) async fn query_asking(&self, command: &Cmd) -> RedisResult<Value> {
        span::around(command, self.endpoint.server(), self.ask_asking(command).boxed()).await
    }

    async fn ask_asking(&self, command: &Cmd) -> RedisResult<Value> {
        let Numbered { number, mut connection } = self.connection().await?;
        // Sent together, so that no other command comes between.
        let mut both = ::redis::pipe();
        both.cmd("ASKING").add_command(command.clone());
        let replies = connection.req_packed_commands(&both, 0, 2).await;
        let reply = replies.and_then(|replies| replies.into_iter().next_back().unwrap_or(Value::Nil).extract_error());
        self.kept(Numbered { number, connection }, reply).await
    }

    async fn kept(&self, on: Numbered, reply: RedisResult<Value>) -> RedisResult<Value> {
        let reply = self.leave_if_broken(on.number, reply)?;
        if let Some(wait) = &self.wait {
            let kept = wait.for_replicas(on.number, on.connection).await;
            self.leave_if_broken(on.number, kept)?;
        }
        Ok(reply)
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
        // Of all concurrent callers one tries, and the others share its result.
        if let Some(error) = failure
            .clone()
            .filter(|_| self.attempts.load(Ordering::Acquire) > attempts)
        {
            return Err(error);
        }
        // Boxed: it is rare, and the future of every command would otherwise reserve space for it.
        let opened = Box::pin(self.open()).await;
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

    async fn open(&self) -> RedisResult<MultiplexedConnection> {
        let client = self.endpoint.client().await?;
        client.get_multiplexed_async_connection_with_config(&self.config).await
    }

    /// After an error that this connection may not recover from, the next command opens another one. Commands in flight
    /// on the old one still get their replies.
    fn leave_if_broken<T>(&self, number: u64, reply: RedisResult<T>) -> RedisResult<T> {
        if reply.as_ref().is_err_and(is_broken) {
            self.leave(number);
        }
        reply
    }

    fn leave(&self, number: u64) {
        let mut open = self.open.write();
        if open.as_ref().is_some_and(|open| open.number == number) {
            *open = None;
        }
    }
}
