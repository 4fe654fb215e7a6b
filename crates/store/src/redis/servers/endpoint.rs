//! The server of a group of connections.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ::redis::{
    AsyncConnectionConfig, Client, ErrorKind, RedisResult, ServerErrorKind,
    aio::{MultiplexedConnection, PubSub},
};
use parking_lot::Mutex;
use tokio::{sync::watch, time::Instant};

use super::{access::Access, host_port::HostPort, sentinels::Sentinels};
use crate::redis::failures::is_broken;

/// How often a heartbeat checks which server new connections reach.
const PROBED_EVERY: Duration = Duration::from_millis(7_500);

/// The minimum time between two replacements of all connections, except for one that leaves a demoted master. An address
/// that leads to several masters, or still to a demoted one, would otherwise cause a replacement for each new connection
/// or each refused write.
const REPLACED_AT_MOST_EVERY: Duration = Duration::from_secs(1);

/// The server that connections lead to.
///
/// What is behind an address can change while connections to the earlier server live on: a service, a relay or a name then
/// leads to another master, and the earlier one still answers, with old states. So all connections are replaced as soon as
/// one of them leads to a server that is no master, or a new one to another server than before.
pub(crate) struct Endpoint {
    target: Target,
    /// Incremented to replace all connections.
    epoch: AtomicU64,
    known: Mutex<Known>,
    replaced: Replaced,
}

#[derive(Default)]
struct Known {
    /// What the connections of this epoch have reached; `None` before the first.
    reached: Option<Reached>,
    /// When all connections were last replaced.
    replaced: Option<Instant>,
    /// When the last probe began; `None` if the next heartbeat must probe.
    probed: Option<Instant>,
}

/// Changes whenever all connections of a server are replaced.
pub(crate) type Replaced = Arc<watch::Sender<()>>;

/// How to find the server.
pub(crate) enum Target {
    /// Always the same address: a client for it, and its connection parameters.
    Server(Client, Access),
    /// The current master when a connection is opened.
    Sentinels(Sentinels),
}

/// The role of a server, and the identifier of the history of writes that it has or continues.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reached {
    role: String,
    history: String,
}

impl Endpoint {
    pub(crate) fn new(target: Target, replaced: Replaced) -> Self {
        Self {
            target,
            epoch: AtomicU64::new(0),
            known: Mutex::default(),
            replaced,
        }
    }

    async fn client(&self) -> RedisResult<Client> {
        match &self.target {
            // Made again, because the certificates can have changed.
            Target::Server(client, access) => access.at(client.get_connection_info().addr().clone()),
            Target::Sentinels(sentinels) => sentinels.master().await,
        }
    }

    /// The server, if it is fixed.
    pub(crate) const fn server(&self) -> Option<&Client> {
        match &self.target {
            Target::Server(client, _) => Some(client),
            Target::Sentinels(_) => None,
        }
    }

    /// The address of the server, if it is fixed.
    pub(crate) fn address(&self) -> Option<HostPort> {
        self.server()
            .and_then(|server| HostPort::of(server.get_connection_info().addr()))
    }

    /// A connection for subscriptions, which must never share the connection of commands.
    pub(crate) async fn pubsub(&self) -> RedisResult<PubSub> {
        self.client().await?.get_async_pubsub().await
    }

    /// The epoch of connections that are not replaced.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// Opens a connection, and returns its epoch.
    pub(crate) async fn open(&self, config: &AsyncConnectionConfig) -> RedisResult<(MultiplexedConnection, u64)> {
        let epoch = self.epoch();
        let client = self.client().await?;
        let mut connection = client.get_multiplexed_async_connection_with_config(config).await?;
        let mut ask = ::redis::cmd("INFO");
        ask.arg("replication");
        let reached = match ask.query_async::<String>(&mut connection).await {
            Ok(told) => Reached::read(&told),
            Err(error) if is_broken(&error) => return Err(error),
            // Without the permission for INFO, only refused writes show a wrong master.
            Err(_) => None,
        };
        let Some(reached) = reached else {
            return Ok((connection, epoch));
        };
        match self.note_reached(reached, epoch) {
            Some(epoch) => Ok((connection, epoch)),
            None => Err((
                ErrorKind::Server(ServerErrorKind::ReadOnly),
                "the address leads to a replica",
            )
                .into()),
        }
    }

    /// Compares what a connection has reached with the others of its epoch, and replaces them if that is another server.
    /// Returns the epoch of the connection; `None` if it must not be used, because others have just reached the next master.
    fn note_reached(&self, reached: Reached, epoch: u64) -> Option<u64> {
        let mut known = self.known.lock();
        if self.epoch() != epoch {
            return Some(epoch);
        }
        match known.reached.clone() {
            None => {
                // The subscriptions were opened before this connection, and can still lead to the server that it has left.
                if epoch > 0 {
                    self.replaced.send_replace(());
                }
            }
            Some(before) if before == reached => return Some(epoch),
            // Reads on the other connections would be older than what this one reads.
            Some(before) if reached.is_master() && !before.is_master() => self.begin_epoch(&mut known),
            Some(before) if !self.replace(&mut known) => {
                return (reached.is_master() || !before.is_master()).then_some(epoch);
            }
            Some(_) => {}
        }
        if !reached.is_master() {
            // The address can soon lead to the master.
            known.probed = None;
        }
        known.reached = Some(reached);
        Some(self.epoch())
    }

    /// Replaces all connections of this epoch, because one of them has reached a server that is no master. If new ones
    /// reach it as well, only the connection that had to write is opened again.
    pub(crate) fn replace_demoted(&self, epoch: u64) {
        let mut known = self.known.lock();
        let is_new = known.reached.as_ref().is_none_or(Reached::is_master);
        if self.epoch() == epoch && is_new && self.replace(&mut known) {
            known.reached = None;
        }
    }

    /// Begins a new epoch, unless the last one is too young: then the next heartbeat compares again.
    fn replace(&self, known: &mut Known) -> bool {
        let is_due = |last: Instant| last.elapsed() >= REPLACED_AT_MOST_EVERY;
        if !known.replaced.is_none_or(is_due) {
            known.probed = None;
            return false;
        }
        self.begin_epoch(known);
        true
    }

    fn begin_epoch(&self, known: &mut Known) {
        known.replaced = Some(Instant::now());
        self.epoch.fetch_add(1, Ordering::AcqRel);
        tracing::info!("redis: another master, all connections are replaced");
        self.replaced.send_replace(());
    }

    /// Changes whenever all connections are replaced.
    pub(crate) fn replaced(&self) -> watch::Receiver<()> {
        self.replaced.subscribe()
    }

    /// Whether it is time to check which server new connections reach.
    pub(crate) fn is_probe_due(&self) -> bool {
        let (now, mut known) = (Instant::now(), self.known.lock());
        let is_due = |probed: Instant| now.saturating_duration_since(probed) >= PROBED_EVERY;
        let due = known.probed.is_none_or(is_due);
        if due {
            known.probed = Some(now);
        }
        due
    }
}

impl Reached {
    fn read(told: &str) -> Option<Self> {
        let field = |name: &str| {
            let lines = told.lines();
            let mut fields = lines.filter_map(|line| line.split_once(':'));
            fields
                .find(|(field, _)| *field == name)
                .map(|(_, value)| value.to_owned())
        };
        Some(Self {
            role: field("role")?,
            history: field("master_replid")?,
        })
    }

    fn is_master(&self) -> bool {
        self.role == "master"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RedisOptions;

    fn reached(role: &str, history: &str) -> Reached {
        let told = format!(
            "# Replication\r\nrole:{role}\r\nconnected_slaves:0\r\nmaster_replid:{history}\r\nmaster_replid2:z\r\n"
        );
        Reached::read(&told).expect("both fields")
    }

    fn endpoint() -> Endpoint {
        let client = Client::open("redis://127.0.0.1:1").expect("an address");
        let access = Access::of(client.get_connection_info(), &RedisOptions::default());
        Endpoint::new(Target::Server(client, access), Replaced::default())
    }

    #[tokio::test(start_paused = true)]
    async fn connections_are_replaced_once_for_each_other_server() {
        let endpoint = endpoint();
        assert_eq!(endpoint.note_reached(reached("master", "a"), 0), Some(0));
        assert_eq!(endpoint.note_reached(reached("master", "a"), 0), Some(0));
        assert_eq!(endpoint.note_reached(reached("master", "b"), 0), Some(1));
        assert_eq!(
            endpoint.note_reached(reached("master", "a"), 0),
            Some(0),
            "opened before the replacement"
        );
        assert_eq!(endpoint.note_reached(reached("master", "b"), 1), Some(1));
    }

    #[tokio::test(start_paused = true)]
    async fn refused_writes_replace_all_connections_until_new_ones_reach_the_same_server() {
        let endpoint = endpoint();
        assert_eq!(endpoint.note_reached(reached("master", "a"), 0), Some(0));
        let mut subscriptions = endpoint.replaced();
        endpoint.replace_demoted(0);
        endpoint.replace_demoted(0);
        assert_eq!(endpoint.epoch(), 1);
        assert!(subscriptions.has_changed().expect("the endpoint lives"));
        subscriptions.mark_unchanged();
        assert_eq!(endpoint.note_reached(reached("slave", "a"), 1), Some(1));
        assert!(
            subscriptions.has_changed().expect("the endpoint lives"),
            "they can have reached another server than this connection"
        );
        tokio::time::advance(REPLACED_AT_MOST_EVERY).await;
        endpoint.replace_demoted(1);
        assert_eq!(endpoint.epoch(), 1, "new connections would reach it again");
        assert_eq!(endpoint.note_reached(reached("master", "b"), 1), Some(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_demoted_master_is_left_as_soon_as_a_connection_reaches_the_next_one() {
        let endpoint = endpoint();
        assert_eq!(endpoint.note_reached(reached("master", "a"), 0), Some(0));
        endpoint.replace_demoted(0);
        assert!(endpoint.is_probe_due());
        assert_eq!(endpoint.note_reached(reached("slave", "b"), 1), Some(1));
        assert!(endpoint.is_probe_due(), "the address can soon lead to the master");
        assert_eq!(
            endpoint.note_reached(reached("master", "b"), 1),
            Some(2),
            "within a second of the last replacement"
        );
        assert_eq!(endpoint.note_reached(reached("slave", "b"), 2), None, "opened before");
        assert_eq!(endpoint.epoch(), 2);
        tokio::time::advance(REPLACED_AT_MOST_EVERY).await;
        assert_eq!(endpoint.note_reached(reached("slave", "b"), 2), Some(3));
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_that_leads_to_two_masters_replaces_connections_once_a_second() {
        let endpoint = endpoint();
        assert!(endpoint.is_probe_due());
        let open = |history| endpoint.note_reached(reached("master", history), endpoint.epoch());
        let opened = ["a", "b", "a", "b", "a"].map(open);
        assert_eq!(opened, [0, 1, 1, 1, 1].map(Some));
        assert!(endpoint.is_probe_due(), "the difference remains");
        tokio::time::advance(REPLACED_AT_MOST_EVERY).await;
        assert_eq!(open("a"), Some(2));
        endpoint.replace_demoted(2);
        assert_eq!(endpoint.epoch(), 2, "so do refused writes");
    }
}
