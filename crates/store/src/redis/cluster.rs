//! Commands to a Cluster, each to the node that keeps its shard.
//!
//! Not the crate's cluster client: when a master dies under it, replies can go to the wrong caller, and it may never
//! find the way again. Here every node has a link of its own, on which requests and replies pair off as with a single
//! server, and only one thing is known of the Cluster: which node keeps which shard. A node that fails holds up its
//! own shards and no others.

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
    failures::{failed, is_broken},
    node::{Lasts, Node},
    place::Place,
    shards::{self, Range},
};
use crate::{SHARDS_MAX, Shard};

/// How often one command is sent on to another node, or to the same once more.
const HOPS_MAX: u32 = 8;

/// How long a node gets that says it is amid something.
const HOP_PAUSE: Duration = Duration::from_millis(20);

/// How often nodes are asked for the shards while commands keep failing.
const SURVEY_PAUSE: Duration = Duration::from_millis(100);

/// How many nodes are asked for the shards at once.
const SURVEYED: usize = 5;

/// A Cluster, as far as it is known.
pub(super) struct Cluster {
    own: Weak<Self>,
    access: Access,
    replicas: u32,
    seeds: Vec<Place>,
    known: RwLock<Known>,
    /// Counts up whenever a shard has another node.
    moves: watch::Sender<u64>,
    /// Held by whoever asks for the shards, and how often that was done.
    surveying: Mutex<()>,
    surveys: AtomicU64,
    /// Whether something has failed and the shards are being asked for.
    suspected: AtomicBool,
    /// Which node is asked or listened to next.
    turn: AtomicUsize,
}

#[derive(Default)]
struct Known {
    nodes: BTreeMap<Place, Arc<Node>>,
    /// The place of each shard's node, by the shard's number.
    places: Vec<Option<Place>>,
}

/// What to do about a reply.
enum Hop {
    Done(RedisResult<Value>),
    To(Arc<Node>),
    Asking(Arc<Node>),
    Again,
}

impl Cluster {
    pub(super) fn new(seeds: Vec<Place>, access: Access, replicas: u32) -> Arc<Self> {
        Arc::new_cyclic(|own| Self {
            own: Weak::clone(own),
            access,
            replicas,
            seeds,
            known: RwLock::default(),
            moves: watch::Sender::new(0),
            surveying: Mutex::default(),
            surveys: AtomicU64::new(0),
            suspected: AtomicBool::new(false),
            turn: AtomicUsize::new(0),
        })
    }

    /// The reply to a command about one shard.
    pub(super) async fn query(&self, shard: Shard, command: &Cmd, lasts: Lasts) -> RedisResult<Value> {
        let mut node = self.node(shard).await?;
        let mut asking = false;
        for _ in 0..HOPS_MAX {
            let reply = if asking {
                node.link(lasts).query_asking(command).await
            } else {
                node.link(lasts).query(command).await
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

    /// The node that an error leads to; nothing if it leads nowhere. One that does not know its own host is where the
    /// error came from.
    fn redirected(&self, error: &RedisError, from: &Node) -> Option<RedisResult<Arc<Node>>> {
        let (to, _) = error.redirect_node()?;
        let place = Place::parse(to).or_else(|| {
            let port = to.strip_prefix(':')?.parse().ok()?;
            let host = from.place.host.clone();
            Some(Place { host, port })
        })?;
        Some(self.known.write().at(&place, || self.make(&place)))
    }

    fn make(&self, place: &Place) -> RedisResult<Arc<Node>> {
        Node::at(place.clone(), &self.access, self.replicas).map(Arc::new)
    }

    /// The node that keeps a shard.
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

    /// Which node keeps a shard, as far as it is known.
    pub(super) fn place(&self, shard: Shard) -> Option<Place> {
        self.known.read().place(shard).cloned()
    }

    /// Changes whenever a shard has moved to another node.
    pub(super) fn moves(&self) -> watch::Receiver<u64> {
        self.moves.subscribe()
    }

    /// Whether any node answers.
    pub(super) async fn ready(&self) -> RedisResult<()> {
        if self.known.read().places.is_empty() {
            self.survey().await?;
        }
        let nodes: Vec<_> = self.known.read().nodes.values().cloned().collect();
        let ping = ::redis::cmd("PING");
        let mut pings: FuturesUnordered<_> = nodes.iter().map(|node| node.commands.query(&ping)).collect();
        let mut last = Err(failed("no node is known"));
        while let Some(pong) = pings.next().await {
            last = pong.map(drop);
            if last.is_ok() {
                return last;
            }
        }
        self.suspect();
        last
    }

    /// A connection for subscriptions, to one node after the other: what one node publishes all nodes tell.
    ///
    /// So one connection serves all shards, and none need be subscribed to anew when a shard moves. Sharded channels
    /// would spare the nodes telling each other, but need a connection to every node, and subscriptions that move
    /// with their slot, which is what the clients at hand do not do after a failover.
    pub(super) async fn pubsub(&self) -> RedisResult<PubSub> {
        let place = self.places().into_iter().next();
        let place = place.ok_or_else(|| failed("no node is known"))?;
        self.access.to(&place)?.get_async_pubsub().await
    }

    /// All nodes that are known, beginning with another one each time, and then those named in the address.
    fn places(&self) -> Vec<Place> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut places = turned(self.known.read().nodes.keys().cloned().collect(), turn);
        let mut seeds = turned(self.seeds.clone(), turn);
        seeds.retain(|seed| !places.contains(seed));
        places.append(&mut seeds);
        places
    }

    /// Has the shards asked for, without waiting for it.
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

    /// Asks which node keeps which shard. Of all who come at once one does it.
    async fn survey(&self) -> RedisResult<()> {
        let surveys = self.surveys.load(Ordering::Acquire);
        let _turn = self.surveying.lock().await;
        if self.surveys.load(Ordering::Acquire) > surveys {
            return Ok(());
        }
        let ranges = self.ask().await;
        self.surveys.fetch_add(1, Ordering::AcqRel);
        self.settle(&ranges?)
    }

    /// What the first of some nodes says that answers. Which ones are asked changes, so that one that is wrong is not
    /// believed for ever.
    async fn ask(&self) -> RedisResult<Vec<Range>> {
        let places = self.places();
        let mut asked: FuturesUnordered<_> = places.iter().take(SURVEYED).map(|place| self.ask_at(place)).collect();
        let mut failure = failed("no node is known");
        while let Some(ranges) = asked.next().await {
            match ranges {
                Ok(ranges) => return Ok(ranges),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    async fn ask_at(&self, place: &Place) -> RedisResult<Vec<Range>> {
        let known = self.known.read().nodes.get(place).cloned();
        let node = known.map_or_else(|| self.make(place), Ok)?;
        let mut command = ::redis::cmd("CLUSTER");
        command.arg("SLOTS");
        let reply = node.commands.query(&command).await?;
        let ranges = shards::ranges(reply, place).filter(|ranges| !ranges.is_empty());
        ranges.ok_or_else(|| failed("a node that knows of no slots"))
    }

    fn settle(&self, ranges: &[Range]) -> RedisResult<()> {
        let mut masters = BTreeMap::new();
        let before = self.known.read().nodes.clone();
        for Range { master, .. } in ranges {
            if !masters.contains_key(master) {
                let node = before.get(master).cloned().map_or_else(|| self.make(master), Ok)?;
                masters.insert(master.clone(), node);
            }
        }
        let place = |number| {
            let slot = shards::slot(Shard::new(number)?);
            let range = ranges.iter().find(|range| (range.first..=range.last).contains(&slot))?;
            Some(range.master.clone())
        };
        let known = Known {
            nodes: masters,
            places: (0..SHARDS_MAX).map(place).collect(),
        };
        let before = std::mem::replace(&mut *self.known.write(), known);
        if before.places != self.known.read().places {
            tracing::info!("the nodes that keep the shards of the cluster are known anew");
            self.moves.send_modify(|moves| *moves = moves.wrapping_add(1));
        }
        Ok(())
    }

    /// Notes that a shard has moved.
    fn learn(&self, shard: Shard, node: &Arc<Node>) {
        if self.known.write().learn(shard, node) {
            self.moves.send_modify(|moves| *moves = moves.wrapping_add(1));
        }
    }
}

impl Known {
    fn place(&self, shard: Shard) -> Option<&Place> {
        self.places.get(usize::from(shard.get()))?.as_ref()
    }

    fn node(&self, shard: Shard) -> Option<Arc<Node>> {
        self.nodes.get(self.place(shard)?).cloned()
    }

    /// The node at a place.
    fn at(&mut self, place: &Place, make: impl FnOnce() -> RedisResult<Arc<Node>>) -> RedisResult<Arc<Node>> {
        if let Some(node) = self.nodes.get(place) {
            return Ok(Arc::clone(node));
        }
        let node = make()?;
        self.nodes.insert(place.clone(), Arc::clone(&node));
        Ok(node)
    }

    /// Whether it is news that a shard is at this node.
    fn learn(&mut self, shard: Shard, node: &Arc<Node>) -> bool {
        let Some(place) = self.places.get_mut(usize::from(shard.get())) else {
            return false;
        };
        let news = place.as_ref() != Some(&node.place);
        if news {
            *place = Some(node.place.clone());
            self.nodes.insert(node.place.clone(), Arc::clone(node));
        }
        news
    }
}

/// The places in the same order, beginning with another one.
fn turned(mut places: Vec<Place>, turn: usize) -> Vec<Place> {
    let first = turn.checked_rem(places.len()).unwrap_or_default();
    places.rotate_left(first);
    places
}
