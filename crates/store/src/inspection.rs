//! Inspection of a store by servers and operators.

use std::{fmt, future::Future, str::FromStr, time::Duration};

use crate::{StoreError, StoreProblem, UnixMillis};

/// The inspection of a store.
pub trait StoreInspection {
    /// Checks the settings, the condition and the permissions of the store's servers. A server that does not answer is a
    /// problem of its own. `probe` is random: it names the keys on which this check tries all commands.
    fn check(&self, probe: u64) -> impl Future<Output = StoreReport> + Send;

    /// The marks of the installation.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`], if a server does not answer.
    fn marks(&self, scope: MarkScope) -> impl Future<Output = Result<Marks, StoreError>> + Send;

    /// Marks a store with this random identifier, or with that of another process that has begun to mark it. Never
    /// overwrites a mark. Returns the marks after it. Retrying, also with another identifier, is safe.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn mark(&self, id: InstallationId, marking: Marking) -> impl Future<Output = Result<Marks, StoreError>> + Send;

    /// Notes in a store without marks that it has lost its data, so that no server takes it for a new one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn note_loss(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Announces the fingerprints of a replica's token secrets, that by which it signs first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn announce_secrets(
        &self,
        replica: u64,
        fingerprints: &[u64],
        valid_for: Duration,
        now: UnixMillis,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The announced fingerprints of each replica. Replicas that have stopped can be among them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`].
    fn announced_secrets(
        &self,
        now: UnixMillis,
    ) -> impl Future<Output = Result<Vec<(u64, Vec<u64>)>, StoreError>> + Send;
}

/// The random identifier of an installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct InstallationId(pub u128);

impl fmt::Display for InstallationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for InstallationId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

/// Which marks are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkScope {
    /// Those of all shards.
    All,
    /// The mark of one shard of each server that answers.
    OneOfEachServer,
}

/// Which stores may be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marking {
    /// A new one.
    New,
    /// Also one that has lost data: an operator continues without them. Shards that still carry a mark keep it.
    AfterLoss,
}

/// The marks of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// There is none: the store is new, or has lost all its data.
    None,
    /// There is none, and a server has noted that the store has lost its data.
    Emptied,
    /// A process has begun to mark a new store.
    Begun,
    /// Some shards have lost their marks.
    Incomplete {
        /// The number of these shards.
        missing: usize,
    },
    /// They differ, or some cannot be read.
    Different,
    /// All shards carry the same mark.
    Complete(InstallationId),
}

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreReport {
    /// The settings and conditions that endanger matches.
    pub problems: Vec<StoreProblem>,
    /// Which masters have executed or refused everything that they were asked.
    pub coverage: Coverage,
    /// The load of each server that reports it.
    pub loads: Vec<ServerLoad>,
}

/// Which masters a check has covered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coverage {
    /// None, or one of them not completely.
    #[default]
    Incomplete,
    /// Each of those that answer; at least one other does not.
    Reached,
    /// All.
    All,
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
