//! Inspection of a store by servers and operators.

use std::future::Future;

use crate::StoreProblem;

/// The inspection of a store.
pub trait StoreInspection {
    /// Checks the settings, the condition and the permissions of the store's servers. A server that does not answer is a
    /// problem of its own. `probe` is random: it names the keys on which this check tries all commands.
    fn check(&self, probe: u64) -> impl Future<Output = StoreReport> + Send;
}

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreReport {
    /// The settings and conditions that endanger matches.
    pub problems: Vec<StoreProblem>,
    /// Whether every master has executed or refused everything that it was asked.
    pub is_complete: bool,
    /// The load of each server that reports it.
    pub loads: Vec<ServerLoad>,
}

/// The load of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerLoad {
    /// The server, as `host:port`.
    pub node: String,
    /// The used memory in bytes.
    pub memory_used: u64,
    /// The limit of the memory in bytes; 0 without a limit.
    pub memory_limit: u64,
    /// The number of keys that were evicted since the start of the server.
    pub keys_evicted: u64,
    /// The number of connections.
    pub clients: u64,
    /// The limit of connections.
    pub clients_limit: u64,
}
