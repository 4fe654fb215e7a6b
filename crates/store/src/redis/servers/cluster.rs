//! Routes commands in a Cluster to the node of their shard.
//!
//! This is not the cluster client of the redis crate: after a master dies, that client can return replies to the wrong
//! caller, and may never recover. Here every node has a connection of its own, on which requests and replies match as
//! with a single server. The only shared state is the map from shards to nodes. A failing node delays only its own
//! shards.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use ::redis::{Cmd, ErrorKind, RedisError, RedisResult, ServerErrorKind, Value, aio::PubSub};
use futures_util::{StreamExt, stream::FuturesUnordered};
use parking_lot::RwLock;
use tokio::sync::{Mutex, watch};

use super::{
    access::Access,
    endpoint::Replaced,
    host_port::HostPort,
    known::{Known, NodeOfShards},
    node::{Durability, Node},
    shards::{self, Range},
};
use crate::redis::failures::{failed, is_broken};
use crate::{SHARDS_MAX, Shard};

/// The maximum of redirections and retries of one command.
const HOPS_MAX: u32 = 8;

/// The pause before a retry at a node that is temporarily unable to answer.
const HOP_PAUSE: Duration = Duration::from_millis(20);

/// The minimum interval of topology requests while commands keep failing.
const SURVEY_PAUSE: Duration = Duration::from_millis(100);

/// The number of nodes that are asked for the topology at once.
const SURVEYED: usize = 5;

/// The known state of a Cluster.
pub(crate) struct Cluster {
    own: Weak<Self>,
    access: Access,
    replicas: u32,
    seeds: Vec<HostPort>,
    known: RwLock<Known>,
    /// Incremented whenever a shard has moved to another node.
    moves: watch::Sender<u64>,
    replaced: Replaced,
    /// Held during a topology request; contains the number of requests so far.
    surveying: Mutex<()>,
    surveys: AtomicU64,
    /// Whether a command has failed and a topology request is in progress.
    suspected: AtomicBool,
    /// The index of the node to ask or to subscribe at next.
    turn: AtomicUsize,
}

type Nodes = BTreeMap<HostPort, NodeOfShards>;

/// The reaction to a reply.
enum Hop {
    Done(RedisResult<Value>),
    To(Arc<Node>),
    Asking(Arc<Node>),
    Again,
}

impl Cluster {
    pub(crate) fn new(seeds: Vec<HostPort>, access: Access, replicas: u32) -> Arc<Self> {
        Arc::new_cyclic(|own| Self {
            own: Weak::clone(own),
            access,
            replicas,
            seeds,
            known: RwLock::default(),
            moves: watch::Sender::new(0),
            replaced: Replaced::default(),
            surveying: Mutex::default(),
            surveys: AtomicU64::new(0),
            suspected: AtomicBool::new(false),
            turn: AtomicUsize::new(0),
        })
    }

    pub(crate) const fn access(&self) -> &Access {
        &self.access
    }

    /// The reply to a command about one shard.
    pub(crate) async fn query(&self, shard: Shard, command: &Cmd, durability: Durability) -> RedisResult<Value> {
        let mut node = self.node(shard).await?;
        let mut asking = false;
        for _ in 0..HOPS_MAX {
            let reply = if asking {
                node.connection(durability).query_asking(command).await
            } else {
                node.connection(durability).query(command).await
            };
            asking = false;
            match self.after(reply, shard, &node) {
                Hop::Done(reply) => return reply,
                Hop::To(next) => node = next,
                Hop::Asking(next) => (node, asking) = (next, true),
                Hop::Again => {
                    tokio::time::sleep(HOP_PAUSE).await;
                    node = self.node(shard).await?;
                }
            }
        }
        Err(failed("sent from node to node"))
    }

    fn after(&self, reply: RedisResult<Value>, shard: Shard, node: &Node) -> Hop {
        let error = match reply {
            Ok(reply) => return Hop::Done(Ok(reply)),
            Err(error) => error,
        };
        let moved = error.kind() == ErrorKind::Server(ServerErrorKind::Moved);
        if is_broken(&error) || error.is_cluster_error() {
            self.suspect();
        }
        if error.kind() == ErrorKind::Server(ServerErrorKind::TryAgain) {
            return Hop::Again;
        }
        match self.redirected(&error, node) {
            None => Hop::Done(Err(error)),
            Some(Err(error)) => Hop::Done(Err(error)),
            Some(Ok(next)) if moved => {
                self.learn(shard, &next);
                Hop::To(next)
            }
            Some(Ok(next)) => Hop::Asking(next),
        }
    }

    /// The node that a redirection leads to; `None` if the error is no redirection. An empty host stands for the node
    /// that sent it.
    fn redirected(&self, error: &RedisError, from: &Node) -> Option<RedisResult<Arc<Node>>> {
        let (to, _) = error.redirect_node()?;
        let address = HostPort::parse(to).or_else(|| {
            let port = to.strip_prefix(':')?.parse().ok()?;
            let host = from.address.host.clone();
            Some(HostPort { host, port })
        })?;
        Some(self.known.write().at(&address, || self.make(&address)))
    }

    fn make(&self, address: &HostPort) -> RedisResult<Arc<Node>> {
        Node::at(address.clone(), &self.access, self.replicas, &self.replaced).map(Arc::new)
    }

    /// The node of a shard.
    async fn node(&self, shard: Shard) -> RedisResult<Arc<Node>> {
        if let Some(node) = self.known.read().node(shard) {
            return Ok(node);
        }
        let surveyed = self.survey().await;
        let node = self.known.read().node(shard);
        match (node, surveyed) {
            (Some(node), _) => Ok(node),
            (None, Ok(())) => Err(failed("no node keeps the shard")),
            (None, Err(error)) => Err(error),
        }
    }

    /// The address of a shard's node, if it is known.
    pub(crate) fn address(&self, shard: Shard) -> Option<HostPort> {
        self.known.read().address(shard).cloned()
    }

    /// Changes whenever a shard has moved to another node.
    pub(crate) fn moves(&self) -> watch::Receiver<u64> {
        self.moves.subscribe()
    }

    /// Changes whenever all connections of a node are replaced.
    pub(crate) fn replaced(&self) -> watch::Receiver<()> {
        self.replaced.subscribe()
    }

    /// Sends a command to the node of each of these shards, as its heartbeat, and calls `each` with its shards and its reply.
    pub(crate) async fn ask_each(
        &self,
        shards: &[Shard],
        command: &(impl Fn(Shard) -> Cmd + Sync),
        mut each: impl FnMut(Vec<Shard>, RedisResult<Value>) + Send,
    ) {
        let (nodes, unknown) = self.nodes_of(shards).await;
        if let Some((shards, error)) = unknown {
            each(shards, Err(error));
        }
        let asked = nodes.into_values().filter_map(|(node, shards)| {
            let command = command(*shards.first()?);
            Some(async move { (shards, node.pulse(&command).await) })
        });
        let mut asked: FuturesUnordered<_> = asked.collect();
        while let Some((shards, reply)) = asked.next().await {
            if reply.is_err() {
                self.suspect();
            }
            // A redirection concerns one slot, and its sender still answers for the others.
            let redirected = reply.as_ref().is_err_and(is_redirection);
            each(shards, if redirected { Ok(Value::Nil) } else { reply });
        }
    }

    /// The nodes of these shards, and the shards of no known node with the reason.
    async fn nodes_of(&self, shards: &[Shard]) -> (Nodes, Option<(Vec<Shard>, RedisError)>) {
        let (mut nodes, mut unknown) = self.known.read().grouped(shards);
        if unknown.is_empty() {
            return (nodes, None);
        }
        let surveyed = self.survey().await;
        (nodes, unknown) = self.known.read().grouped(shards);
        let error = surveyed.err().unwrap_or_else(|| failed("no node keeps the shard"));
        let unknown = (!unknown.is_empty()).then_some((unknown, error));
        (nodes, unknown)
    }

    /// The node of each master with one of its shards, and the reason if some shards have no known node.
    pub(crate) async fn shards_of_masters(&self) -> (Vec<(Arc<Node>, Shard)>, Option<RedisError>) {
        let shards: Vec<_> = (0..SHARDS_MAX).filter_map(Shard::new).collect();
        let (nodes, unknown) = self.nodes_of(&shards).await;
        let masters = nodes
            .into_values()
            .filter_map(|(node, shards)| Some((node, *shards.first()?)));
        (masters.collect(), unknown.map(|(_, error)| error))
    }

    /// The nodes of all shards, by their addresses.
    pub(crate) async fn masters(&self) -> RedisResult<BTreeMap<HostPort, Arc<Node>>> {
        let shards: Vec<_> = (0..SHARDS_MAX).filter_map(Shard::new).collect();
        match self.nodes_of(&shards).await {
            (_, Some((_, error))) => Err(error),
            (nodes, None) => Ok(nodes.into_iter().map(|(address, (node, _))| (address, node)).collect()),
        }
    }

    /// A connection for subscriptions, to a different node each time; all nodes forward published messages.
    ///
    /// So one connection serves all shards, and a moved shard needs no new subscription. Sharded channels would save
    /// the forwarding between nodes. But they need a connection to every node, and subscriptions that move with their
    /// slot, which the available clients do not support after a failover.
    pub(crate) async fn pubsub(&self) -> RedisResult<PubSub> {
        let address = self.addresses().into_iter().next();
        let address = address.ok_or_else(|| failed("no node is known"))?;
        self.access.to(&address)?.get_async_pubsub().await
    }

    /// All known nodes, starting with a different one each time, and then those of the address.
    fn addresses(&self) -> Vec<HostPort> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut addresses = turned(self.known.read().nodes.keys().cloned().collect(), turn);
        let mut seeds = turned(self.seeds.clone(), turn);
        seeds.retain(|seed| !addresses.contains(seed));
        addresses.append(&mut seeds);
        addresses
    }

    /// Starts a topology request in the background.
    fn suspect(&self) {
        let Some(own) = self.own.upgrade() else { return };
        if !self.suspected.swap(true, Ordering::AcqRel) {
            tokio::spawn(async move {
                drop(own.survey().await);
                tokio::time::sleep(SURVEY_PAUSE).await;
                own.suspected.store(false, Ordering::Release);
            });
        }
    }

    /// Requests the topology. Of concurrent callers only one sends the request.
    async fn survey(&self) -> RedisResult<()> {
        let surveys = self.surveys.load(Ordering::Acquire);
        let _turn = self.surveying.lock().await;
        if self.surveys.load(Ordering::Acquire) > surveys {
            return Ok(());
        }
        let ranges = self.ask().await;
        self.surveys.fetch_add(1, Ordering::AcqRel);
        self.apply(&ranges?)
    }

    /// The topology from the first of some nodes that answers. The nodes change with each request, so that a single
    /// wrong node is not trusted forever.
    async fn ask(&self) -> RedisResult<Vec<Range>> {
        let addresses = self.addresses();
        let mut asked: FuturesUnordered<_> = addresses
            .iter()
            .take(SURVEYED)
            .map(|address| self.ask_at(address))
            .collect();
        let mut failure = failed("no node is known");
        while let Some(ranges) = asked.next().await {
            match ranges {
                Ok(ranges) => return Ok(ranges),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    async fn ask_at(&self, address: &HostPort) -> RedisResult<Vec<Range>> {
        let known = self.known.read().nodes.get(address).cloned();
        let node = known.map_or_else(|| self.make(address), Ok)?;
        let mut command = ::redis::cmd("CLUSTER");
        command.arg("SLOTS");
        let reply = node.connection(Durability::NotRequired).query(&command).await?;
        let ranges = shards::ranges(reply, address).filter(|ranges| !ranges.is_empty());
        ranges.ok_or_else(|| failed("a node that knows of no slots"))
    }

    fn apply(&self, ranges: &[Range]) -> RedisResult<()> {
        let mut masters = BTreeMap::new();
        let before = self.known.read().nodes.clone();
        for Range { master, .. } in ranges {
            if !masters.contains_key(master) {
                let node = before.get(master).cloned().map_or_else(|| self.make(master), Ok)?;
                masters.insert(master.clone(), node);
            }
        }
        let address = |number| {
            let slot = shards::slot(Shard::new(number)?);
            let range = ranges.iter().find(|range| (range.first..=range.last).contains(&slot))?;
            Some(range.master.clone())
        };
        let known = Known {
            nodes: masters,
            addresses: (0..SHARDS_MAX).map(address).collect(),
        };
        let before = std::mem::replace(&mut *self.known.write(), known);
        if before.addresses != self.known.read().addresses {
            tracing::info!("cluster slots moved");
            self.moves.send_modify(|moves| *moves = moves.wrapping_add(1));
        }
        Ok(())
    }

    /// Records that a shard has moved.
    fn learn(&self, shard: Shard, node: &Arc<Node>) {
        if self.known.write().learn(shard, node) {
            self.moves.send_modify(|moves| *moves = moves.wrapping_add(1));
        }
    }
}

/// The addresses rotated by `turn`.
fn turned(mut addresses: Vec<HostPort>, turn: usize) -> Vec<HostPort> {
    let first = turn.checked_rem(addresses.len()).unwrap_or_default();
    addresses.rotate_left(first);
    addresses
}

/// Whether a node refuses a command only because another node has its slot, or soon will.
pub(crate) fn is_redirection(error: &RedisError) -> bool {
    use ServerErrorKind::{Ask, Moved, TryAgain};
    matches!(error.kind(), ErrorKind::Server(Ask | Moved | TryAgain))
}
