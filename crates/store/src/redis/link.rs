//! The connection that carries commands.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ::redis::{
    AsyncConnectionConfig, Client, Cmd, RedisError, RedisResult, Value,
    aio::{ConnectionLike, MultiplexedConnection, PubSub},
};
use parking_lot::RwLock;
use tokio::sync::Mutex;

use super::{access::Access, failures::is_broken, sentinels::Sentinels, span, wait::Wait};

/// One multiplexed connection, opened when it is first needed and opened anew when it has failed.
///
/// Not the crate's `ConnectionManager`: that one keeps callers waiting while it retries, never leaves a connection
/// that has fallen silent, and stays with an error that is not one of I/O, such as a refused password, for ever.
pub(super) struct Link {
    source: Arc<Source>,
    config: AsyncConnectionConfig,
    open: RwLock<Option<Numbered>>,
    /// Held by whoever opens the connection; how the last attempt failed.
    opening: Mutex<Option<RedisError>>,
    /// How many attempts to open the connection have ended.
    attempts: AtomicU64,
    wait: Option<Wait>,
}

/// Which server a link leads to.
pub(super) enum Source {
    /// Always this one.
    Server(Client),
    /// Whichever is the master when the connection is opened.
    Sentinels(Sentinels),
}

impl Source {
    async fn client(&self) -> RedisResult<Client> {
        match self {
            Self::Server(client) => Ok(client.clone()),
            Self::Sentinels(sentinels) => sentinels.master().await,
        }
    }

    /// The server, if it is always the same.
    const fn server(&self) -> Option<&Client> {
        match self {
            Self::Server(client) => Some(client),
            Self::Sentinels(_) => None,
        }
    }

    /// A connection for subscriptions: its own, for subscriptions and commands must never share one.
    pub(super) async fn pubsub(&self) -> RedisResult<PubSub> {
        self.client().await?.get_async_pubsub().await
    }
}

/// An open connection, and which one of all that were opened.
#[derive(Clone)]
struct Numbered {
    number: u64,
    connection: MultiplexedConnection,
}

impl Link {
    pub(super) fn new(source: Arc<Source>, access: &Access) -> Self {
        Self {
            source,
            config: access.config(),
            open: RwLock::new(None),
            opening: Mutex::new(None),
            attempts: AtomicU64::new(0),
            wait: None,
        }
    }

    /// The link, waiting for replicas with everything it is asked.
    pub(super) fn waiting(self, wait: Wait) -> Self {
        Self {
            wait: Some(wait),
            ..self
        }
    }

    /// The reply to one command; on a link that waits, once enough replicas have what it wrote.
    pub(super) async fn query(&self, command: &Cmd) -> RedisResult<Value> {
        span::around(command, self.source.server(), self.ask(command)).await
    }

    async fn ask(&self, command: &Cmd) -> RedisResult<Value> {
        let Numbered { number, mut connection } = self.connection().await?;
        let reply = command.query_async(&mut connection).await;
        self.kept(Numbered { number, connection }, reply).await
    }

    /// The same, from a Cluster's node that is about to take over the slot the command is about.
    pub(super) async fn query_asking(&self, command: &Cmd) -> RedisResult<Value> {
        span::around(command, self.source.server(), self.ask_asking(command)).await
    }

    async fn ask_asking(&self, command: &Cmd) -> RedisResult<Value> {
        let Numbered { number, mut connection } = self.connection().await?;
        // Sent as one, so that no other command comes between.
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
        // Of all who wait here one tries, and the others share how that ended.
        if let Some(error) = failure
            .clone()
            .filter(|_| self.attempts.load(Ordering::Acquire) > attempts)
        {
            return Err(error);
        }
        let opened = self.open().await;
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
        let client = self.source.client().await?;
        client.get_multiplexed_async_connection_with_config(&self.config).await
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
