//! The connections of one kind to a server: one for each Tokio runtime.

use std::sync::Arc;

use parking_lot::RwLock;
use tokio::runtime::{Handle, Id};

use super::{access::Access, connection::Connection, endpoint::Endpoint};

/// A connection for each runtime that sends commands. The task of a connection runs on the runtime that has opened it, so
/// a reply never has to wake another thread.
pub(crate) struct PerRuntime {
    endpoint: Arc<Endpoint>,
    access: Access,
    /// The number of replicas that must confirm a write.
    replicas: u32,
    connections: RwLock<Vec<(Id, Arc<Connection>)>>,
}

impl PerRuntime {
    pub(crate) const fn new(endpoint: Arc<Endpoint>, access: Access, replicas: u32) -> Self {
        Self {
            endpoint,
            access,
            replicas,
            connections: RwLock::new(Vec::new()),
        }
    }

    /// The connection of the current runtime.
    pub(crate) fn current(&self) -> Arc<Connection> {
        let runtime = Handle::current().id();
        let find = |connections: &[(Id, Arc<Connection>)]| {
            let found = connections.iter().find(|(id, _)| *id == runtime);
            found.map(|(_, connection)| Arc::clone(connection))
        };
        if let Some(connection) = find(&self.connections.read()) {
            return connection;
        }
        let mut connections = self.connections.write();
        find(&connections).unwrap_or_else(|| {
            let connection = Connection::new(Arc::clone(&self.endpoint), &self.access, self.replicas);
            let connection = Arc::new(connection);
            connections.push((runtime, Arc::clone(&connection)));
            connection
        })
    }
}
