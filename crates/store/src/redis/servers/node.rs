//! One server, and its connections for commands.

use std::sync::Arc;

use ::redis::{Cmd, RedisResult, Value};

use super::{
    access::Access,
    connection::Connection,
    endpoint::{Endpoint, Replaced, Target},
    host_port::HostPort,
    per_runtime::PerRuntime,
};

/// Whether the writes of a command must be durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The command writes nothing, or only data that may be lost.
    NotRequired,
    /// The reply comes after the configured number of replicas has confirmed the write.
    Required,
}

/// One server: the connections for commands, those for durable writes if these wait for replicas, and the one for scans,
/// whose long replies would delay commands.
pub(crate) struct Node {
    pub(crate) address: HostPort,
    commands: PerRuntime,
    /// `None` if writes do not wait for replicas.
    writes: Option<PerRuntime>,
    pub(crate) scans: Connection,
    pub(crate) endpoint: Arc<Endpoint>,
    pub(crate) access: Access,
}

impl Node {
    pub(crate) fn new(
        address: HostPort,
        (target, replaced): (Target, Replaced),
        access: &Access,
        replicas: u32,
    ) -> Self {
        let endpoint = Arc::new(Endpoint::new(target, replaced));
        let connections = |replicas| PerRuntime::new(Arc::clone(&endpoint), access.clone(), replicas);
        Self {
            address,
            commands: connections(0),
            writes: (replicas > 0).then(|| connections(replicas)),
            scans: Connection::new(Arc::clone(&endpoint), access, 0),
            endpoint,
            access: access.clone(),
        }
    }

    /// The node of a Cluster at an address.
    pub(crate) fn at(address: HostPort, access: &Access, replicas: u32, replaced: &Replaced) -> RedisResult<Self> {
        let target = Target::Server(access.to(&address)?, access.clone());
        Ok(Self::new(address, (target, Arc::clone(replaced)), access, replicas))
    }

    /// Sends the command of a heartbeat. Now and then, a new connection shows whether the address leads to another server.
    pub(crate) async fn pulse(&self, command: &Cmd) -> RedisResult<Value> {
        if self.endpoint.is_probe_due() {
            let (endpoint, config) = (Arc::clone(&self.endpoint), self.access.config());
            // In the background: a slow answer delays no heartbeat. The connection is closed after its first answer.
            tokio::spawn(async move { endpoint.open(&config).await.map(drop) });
        }
        self.connection(Durability::NotRequired).query(command).await
    }

    /// The connection for a command.
    pub(crate) fn connection(&self, durability: Durability) -> Arc<Connection> {
        match (durability, &self.writes) {
            (Durability::Required, Some(writes)) => writes.current(),
            (Durability::Required, None) | (Durability::NotRequired, _) => self.commands.current(),
        }
    }
}
