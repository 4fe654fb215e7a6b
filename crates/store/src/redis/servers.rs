//! Dispatches commands to the servers, in every deployment mode.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod certificates;
pub(crate) mod cluster;
pub(crate) mod connection;
pub(crate) mod endpoint;
pub(crate) mod host_port;
pub(crate) mod known;
pub(crate) mod node;
pub(crate) mod options;
pub(crate) mod per_runtime;
pub(crate) mod sentinels;
pub(crate) mod shards;
pub(crate) mod span;
pub(crate) mod wait;

use std::{collections::BTreeMap, sync::Arc};

use ::redis::{Cmd, RedisError, RedisResult, Value, aio::PubSub};
use tokio::sync::watch;

use self::{
    access::Access,
    address::{Address, UnusableAddress},
    cluster::Cluster,
    endpoint::{Replaced, Target},
    host_port::HostPort,
    node::{Durability, Node},
    options::RedisOptions,
    sentinels::Sentinels,
};
use crate::Shard;

/// The destination of commands and subscriptions.
#[derive(Clone)]
pub(super) enum Servers {
    /// One server: a fixed one, or the current master.
    One(Arc<Node>),
    /// The Cluster node of the shard.
    Cluster(Arc<Cluster>),
}

impl Servers {
    pub(super) fn at(address: Address, options: &RedisOptions) -> Result<Self, UnusableAddress> {
        let one = |target, access: &Access| {
            let target = (target, Replaced::default());
            Self::One(Arc::new(Node::new(unspecified(), target, access, options.replicas)))
        };
        match address {
            Address::Server(info) => {
                let access = Access::of(&info, options);
                let client = access.at(info.addr().clone()).map_err(|_| UnusableAddress::Server)?;
                Ok(one(Target::Server(client, access.clone()), &access))
            }
            Address::Sentinels {
                sentinels,
                asked_as,
                name,
                entered_as,
            } => {
                let asked = Access::of_sentinels(&asked_as, options);
                let entered = Access::of(&entered_as, options);
                let sentinels = Sentinels::new(sentinels, asked, name, entered.clone());
                Ok(one(Target::Sentinels(sentinels), &entered))
            }
            Address::Cluster { nodes, entered_as } => {
                let access = Access::of(&entered_as, options);
                Ok(Self::Cluster(Cluster::new(nodes, access, options.replicas)))
            }
        }
    }

    /// The reply to a read-only command about one shard.
    pub(super) async fn query(&self, shard: Shard, command: &Cmd) -> RedisResult<Value> {
        self.send(shard, command, Durability::NotRequired).await
    }

    /// The reply to a command about one shard.
    pub(super) async fn send(&self, shard: Shard, command: &Cmd, durability: Durability) -> RedisResult<Value> {
        match self {
            Self::One(node) => node.connection(durability).query(command).await,
            // Boxed: inline, it would enlarge the future of every command, and callers copy their futures.
            Self::Cluster(cluster) => Box::pin(cluster.query(shard, command, durability)).await,
        }
    }

    /// Sends a command to each server of these shards, as its heartbeat, and calls `each` with its shards and its reply.
    pub(super) async fn ask_each(
        &self,
        shards: &[Shard],
        command: &(impl Fn(Shard) -> Cmd + Sync),
        mut each: impl FnMut(Vec<Shard>, RedisResult<Value>) + Send,
    ) {
        match self {
            Self::One(node) => {
                let Some(first) = shards.first() else { return };
                each(shards.to_vec(), node.pulse(&command(*first)).await);
            }
            Self::Cluster(cluster) => cluster.ask_each(shards, command, each).await,
        }
    }

    /// All masters, by their addresses; outside a Cluster the only one, without an address.
    pub(super) async fn masters(&self) -> RedisResult<BTreeMap<HostPort, Arc<Node>>> {
        match self {
            Self::One(node) => Ok(BTreeMap::from([(unspecified(), Arc::clone(node))])),
            Self::Cluster(cluster) => cluster.masters().await,
        }
    }

    /// Each master with its name and one of its shards, and the reason if some shards have no known master.
    pub(super) async fn shards_of_masters(&self) -> (Vec<(String, Arc<Node>, Shard)>, Option<RedisError>) {
        let (masters, unknown) = match self {
            Self::One(node) => (vec![(Arc::clone(node), Shard::FIRST)], None),
            Self::Cluster(cluster) => cluster.shards_of_masters().await,
        };
        let named = masters
            .into_iter()
            .map(|(node, shard)| (self.name(Some(shard)), node, shard));
        (named.collect(), unknown)
    }

    /// A connection for subscriptions.
    pub(super) async fn pubsub(&self) -> RedisResult<PubSub> {
        match self {
            Self::One(node) => node.endpoint.pubsub().await,
            Self::Cluster(cluster) => cluster.pubsub().await,
        }
    }

    /// The address of a shard's node; `None` outside a Cluster, or if it is unknown.
    pub(super) fn address(&self, shard: Shard) -> Option<HostPort> {
        match self {
            Self::One(_) => None,
            Self::Cluster(cluster) => cluster.address(shard),
        }
    }

    /// The name of a shard's server for operators, as far as it is known.
    pub(super) fn name(&self, shard: Option<Shard>) -> String {
        let address = match self {
            Self::One(node) => node.endpoint.address(),
            Self::Cluster(_) => shard.and_then(|shard| self.address(shard)),
        };
        address.map_or_else(|| "master".to_owned(), |address| address.to_string())
    }

    /// The connection parameters of all servers.
    pub(super) fn access(&self) -> &Access {
        match self {
            Self::One(node) => &node.access,
            Self::Cluster(cluster) => cluster.access(),
        }
    }

    /// Changes whenever all connections of a server are replaced.
    pub(super) fn replaced(&self) -> watch::Receiver<()> {
        match self {
            Self::One(node) => node.endpoint.replaced(),
            Self::Cluster(cluster) => cluster.replaced(),
        }
    }

    /// Changes whenever a shard has moved to another node; `None` outside a Cluster.
    pub(super) fn moves(&self) -> Option<watch::Receiver<u64>> {
        match self {
            Self::One(_) => None,
            Self::Cluster(cluster) => Some(cluster.moves()),
        }
    }
}

/// The placeholder for the address of an unspecified server.
pub(super) const fn unspecified() -> HostPort {
    HostPort {
        host: String::new(),
        port: 0,
    }
}
