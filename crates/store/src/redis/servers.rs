//! The servers, however they are run.

use std::sync::Arc;

use ::redis::{Cmd, RedisResult, Value, aio::PubSub};
use tokio::sync::watch;

use super::{
    access::Access,
    address::{Address, UnusableAddress},
    cluster::Cluster,
    link::Source,
    node::{Lasts, Node},
    options::RedisOptions,
    place::Place,
    sentinels::Sentinels,
};
use crate::Shard;

/// Where commands and subscriptions go.
#[derive(Clone)]
pub(super) enum Servers {
    /// To one server: always the same, or the master of the moment.
    One(Arc<Node>),
    /// To the node that keeps the shard.
    Cluster(Arc<Cluster>),
}

impl Servers {
    pub(super) fn at(address: Address, options: &RedisOptions) -> Result<Self, UnusableAddress> {
        let one = |source, access: &Access| Self::One(Arc::new(Node::new(nowhere(), source, access, options.replicas)));
        match address {
            Address::Server(info) => {
                let access = Access::of(&info, options);
                let client = access.at(info.addr().clone()).map_err(|_| UnusableAddress::Server)?;
                Ok(one(Source::Server(client), &access))
            }
            Address::Sentinels {
                sentinels,
                asked_as,
                name,
                entered_as,
            } => {
                let (asked, entered) = (Access::of(&asked_as, options), Access::of(&entered_as, options));
                let sentinels = Sentinels::new(sentinels, asked, name, entered.clone());
                Ok(one(Source::Sentinels(sentinels), &entered))
            }
            Address::Cluster { nodes, entered_as } => {
                let access = Access::of(&entered_as, options);
                Ok(Self::Cluster(Cluster::new(nodes, access, options.replicas)))
            }
        }
    }

    /// The reply to a command about one shard that writes nothing.
    pub(super) async fn query(&self, shard: Shard, command: &Cmd) -> RedisResult<Value> {
        self.send(shard, command, Lasts::No).await
    }

    /// The reply to a command about one shard.
    pub(super) async fn send(&self, shard: Shard, command: &Cmd, lasts: Lasts) -> RedisResult<Value> {
        match self {
            Self::One(node) => node.link(lasts).query(command).await,
            Self::Cluster(cluster) => cluster.query(shard, command, lasts).await,
        }
    }

    /// Whether they answer.
    pub(super) async fn ready(&self) -> RedisResult<()> {
        match self {
            Self::One(node) => node.commands.query(&::redis::cmd("PING")).await.map(drop),
            Self::Cluster(cluster) => cluster.ready().await,
        }
    }

    /// A connection for subscriptions.
    pub(super) async fn pubsub(&self) -> RedisResult<PubSub> {
        match self {
            Self::One(node) => node.source.pubsub().await,
            Self::Cluster(cluster) => cluster.pubsub().await,
        }
    }

    /// Which node keeps a shard, where there are several and it is known.
    pub(super) fn place(&self, shard: Shard) -> Option<Place> {
        match self {
            Self::One(_) => None,
            Self::Cluster(cluster) => cluster.place(shard),
        }
    }

    /// Changes whenever a shard has moved to another node; nothing where there is only one.
    pub(super) fn moves(&self) -> Option<watch::Receiver<u64>> {
        match self {
            Self::One(_) => None,
            Self::Cluster(cluster) => Some(cluster.moves()),
        }
    }
}

/// The place of a server that is not told apart from others.
const fn nowhere() -> Place {
    Place {
        host: String::new(),
        port: 0,
    }
}
