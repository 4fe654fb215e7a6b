//! The connection for notices, which must never share the connection of commands.
//!
//! One task owns it, and keeps it open for notices about deadlines even while no match is watched. A watched match has
//! one subscription, however many watchers it has in this process. If the connection ends, the task reconnects,
//! subscribes to everything again, and then sends a loss to every watcher.

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::Pin,
    time::Duration,
};

use ::redis::{
    Msg,
    aio::{PubSub, PubSubSink},
};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};

use super::{
    failures::{ended, within},
    keys::{self, Name},
    servers::{Servers, host_port::HostPort, options::RedisOptions},
};
use crate::{
    DeadlineNotice, DeadlineNotices, MatchId, Messages, Notices, StoreError, deadlines::DeadlineSender,
    messages::MessageSender, notices::NoticeSender,
};

/// The minimum and maximum pause before reconnecting.
const PAUSE_MIN: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_secs(1);
/// The maximum pause while the server refuses subscriptions, which lasts until an operator acts.
const REFUSED_PAUSE_MAX: Duration = Duration::from_secs(10);

/// The interval of pings on an idle connection, because a silent connection does not end by itself.
const PING_EVERY: Duration = Duration::from_secs(5);

/// The maximum of channels in one command.
const CHANNELS_MAX: usize = 1000;

/// The handle by which watchers subscribe.
#[derive(Debug)]
pub(super) struct SubscriptionHandle {
    asks: mpsc::UnboundedSender<Ask>,
    deadlines: DeadlineSender,
    messages: MessageSender,
    patience: Duration,
}

enum Ask {
    /// Subscribe to the match, and reply when that is done.
    Watch(MatchId, oneshot::Sender<Notices>),
    /// A watcher of the match has left.
    Left(MatchId),
}

impl SubscriptionHandle {
    pub(super) fn start(servers: Servers, options: &RedisOptions) -> Self {
        let (asks, asked) = mpsc::unbounded_channel();
        let (deadlines, messages) = (DeadlineSender::default(), MessageSender::default());
        let task = SubscriptionTask {
            moves: servers.moves(),
            replaced: servers.replaced(),
            servers,
            connect_timeout: options.connect_timeout,
            response_timeout: options.response_timeout,
            own: asks.downgrade(),
            asked,
            deadlines: deadlines.clone(),
            messages: messages.clone(),
            hears_replicas: false,
            watched: BTreeMap::new(),
            waiting: BTreeMap::new(),
            wanted: BTreeSet::new(),
            left: BTreeSet::new(),
        };
        tokio::spawn(task.run());
        Self {
            asks,
            deadlines,
            messages,
            patience: options.connect_timeout.saturating_add(options.response_timeout),
        }
    }

    pub(super) fn deadline_notices(&self) -> DeadlineNotices {
        self.deadlines.listen()
    }

    pub(super) fn messages(&self) -> Messages {
        self.messages.listen()
    }

    pub(super) async fn watch(&self, id: MatchId) -> Result<Notices, StoreError> {
        let (reply, notices) = oneshot::channel();
        let unavailable = |what: &str| StoreError::Unavailable(what.to_owned());
        let ask = Ask::Watch(id, reply);
        self.asks
            .send(ask)
            .map_err(|_| unavailable("the subscriptions have ended"))?;
        match timeout(self.patience, notices).await {
            Ok(Ok(notices)) => Ok(notices),
            Ok(Err(_)) | Err(_) => Err(unavailable("a subscription timed out")),
        }
    }
}

/// The task that serves the watchers.
struct SubscriptionTask {
    servers: Servers,
    /// Changes when shards have moved to other servers.
    moves: Option<watch::Receiver<u64>>,
    /// Changes when this connection may lead to a server that is no master any more.
    replaced: watch::Receiver<()>,
    connect_timeout: Duration,
    response_timeout: Duration,
    own: mpsc::WeakUnboundedSender<Ask>,
    asked: mpsc::UnboundedReceiver<Ask>,
    deadlines: DeadlineSender,
    messages: MessageSender,
    /// Whether this connection is subscribed to the channels of all replicas, or the subscription is in flight.
    hears_replicas: bool,
    watched: BTreeMap<MatchId, Watched>,
    /// Callers waiting for the subscription to a match.
    waiting: BTreeMap<MatchId, Vec<oneshot::Sender<Notices>>>,
    /// Matches to subscribe to.
    wanted: BTreeSet<MatchId>,
    /// Matches that a watcher has left, possibly the last one.
    left: BTreeSet<MatchId>,
}

struct Watched {
    sender: NoticeSender,
    subscribed: bool,
    /// The server of the match, as far as it was known at the last check.
    address: Option<HostPort>,
}

/// A command in flight. It yields its effect, or why the connection has failed.
type UnderWay = Pin<Box<dyn Future<Output = Result<Done, StoreError>> + Send>>;

enum Done {
    Subscribed(Vec<MatchId>),
    SubscribedToReplicas,
    Other,
}

/// Why the task stopped serving.
enum Ended {
    /// The connection has failed.
    Disconnected(StoreError),
    /// No handle is left.
    Closed,
}

impl SubscriptionTask {
    async fn run(mut self) {
        let (mut pause, mut was_refused) = (PAUSE_MIN, false);
        loop {
            self.tidy();
            self.replaced.mark_unchanged();
            let opened = timeout(self.connect_timeout, self.servers.pubsub()).await;
            if let Ok(Ok(connection)) = opened {
                let since = Instant::now();
                let Ended::Disconnected(cause) = self.serve(connection).await else {
                    return;
                };
                let is_refused = matches!(cause, StoreError::NotPermitted(_));
                if !(is_refused && was_refused) {
                    tracing::warn!(error = %cause, "redis subscriptions lost: reconnecting");
                }
                // A connection that ends soon after each opening must not reconnect, and report losses, without a pause.
                if since.elapsed() > PAUSE_MAX && !is_refused {
                    pause = PAUSE_MIN;
                }
                was_refused = is_refused;
            }
            if let Ended::Closed = self.wait(pause).await {
                return;
            }
            pause = pause
                .saturating_mul(2)
                .min(if was_refused { REFUSED_PAUSE_MAX } else { PAUSE_MAX });
        }
    }

    /// Waits before the next attempt.
    async fn wait(&mut self, pause: Duration) -> Ended {
        let mut over = std::pin::pin!(sleep(pause));
        loop {
            tokio::select! {
                () = &mut over => return Ended::Disconnected(ended()),
                ask = self.asked.recv() => match ask {
                    Some(ask) => self.take(ask),
                    None => return Ended::Closed,
                },
            }
        }
    }

    /// Drops matches without watchers and callers. Only needed without a connection.
    fn tidy(&mut self) {
        self.waiting.retain(|_, replies| {
            replies.retain(|reply| !reply.is_closed());
            !replies.is_empty()
        });
        let waiting = &self.waiting;
        self.watched
            .retain(|id, watched| !watched.sender.is_unheard() || waiting.contains_key(id));
        self.left.clear();
    }

    async fn serve(&mut self, connection: PubSub) -> Ended {
        let (sink, mut messages) = connection.split();
        self.hears_replicas = false;
        self.watched.values_mut().for_each(|watched| watched.subscribed = false);
        self.wanted = self.watched.keys().copied().collect();
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.reset();
        let mut under_way: Option<UnderWay> = None;
        loop {
            if under_way.is_none() {
                under_way = self.next_command(&sink);
            }
            tokio::select! {
                message = messages.next() => match message {
                    Some(message) => self.tell(&message),
                    None => return Ended::Disconnected(ended()),
                },
                done = finished(&mut under_way) => match done {
                    Ok(done) => self.complete(done),
                    Err(cause) => return Ended::Disconnected(cause),
                },
                ask = self.asked.recv() => match ask {
                    Some(ask) => self.take(ask),
                    None => return Ended::Closed,
                },
                () = changed(&mut self.moves) => self.follow(),
                Ok(()) = self.replaced.changed() => return Ended::Disconnected(ended()),
                _ = pings.tick(), if under_way.is_none() => under_way = Some(self.ping(&sink)),
            }
        }
    }

    fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Left(id) => drop(self.left.insert(id)),
            Ask::Watch(id, reply) => match self.watched.get(&id) {
                Some(watched) if watched.subscribed => self.welcome(id, &watched.sender, reply),
                Some(_) => self.waiting.entry(id).or_default().push(reply),
                None => {
                    let sender = NoticeSender::new();
                    let (subscribed, address) = (false, self.servers.address(id.shard()));
                    let watched = Watched {
                        sender,
                        subscribed,
                        address,
                    };
                    self.watched.insert(id, watched);
                    self.wanted.insert(id);
                    self.waiting.entry(id).or_default().push(reply);
                }
            },
        }
    }

    /// Sends notices to a new watcher. If it no longer takes them, it counts as having left.
    fn welcome(&self, id: MatchId, sender: &NoticeSender, reply: oneshot::Sender<Notices>) {
        let Some(asks) = self.own.upgrade() else { return };
        let left = move || drop(asks.send(Ask::Left(id)));
        drop(reply.send(sender.listen(left)));
    }

    /// The next command, which combines the requests that have accumulated.
    fn next_command(&mut self, sink: &PubSubSink) -> Option<UnderWay> {
        let mut sink = sink.clone();
        let patience = self.response_timeout;
        if !std::mem::replace(&mut self.hears_replicas, true) {
            return Some(Box::pin(async move {
                let channels = [keys::DUE_CHANNEL, keys::MESSAGES_CHANNEL];
                within(patience, sink.subscribe(&channels), Done::SubscribedToReplicas).await
            }));
        }
        let ids: Vec<_> = self.wanted.iter().copied().take(CHANNELS_MAX).collect();
        if !ids.is_empty() {
            self.wanted.retain(|id| ids.binary_search(id).is_err());
            let channels: Vec<_> = ids.iter().map(|id| keys::of_match(*id)).collect();
            return Some(Box::pin(async move {
                within(patience, sink.subscribe(channels), Done::Subscribed(ids)).await
            }));
        }
        let channels = self.deserted();
        (!channels.is_empty()).then(|| -> UnderWay {
            Box::pin(async move { within(patience, sink.unsubscribe(channels), Done::Other).await })
        })
    }

    fn ping(&self, sink: &PubSubSink) -> UnderWay {
        let mut sink = sink.clone();
        let patience = self.response_timeout;
        Box::pin(async move { within(patience, sink.ping::<::redis::Value>(), Done::Other).await })
    }

    /// Removes the matches without watchers; returns their channels.
    fn deserted(&mut self) -> Vec<Name> {
        let mut channels = Vec::new();
        while channels.len() < CHANNELS_MAX
            && let Some(id) = self.left.pop_first()
        {
            let watched = self.watched.get(&id);
            if watched.is_some_and(|watched| watched.subscribed && watched.sender.is_unheard()) {
                self.watched.remove(&id);
                channels.push(keys::of_match(id));
            }
        }
        channels
    }

    fn complete(&mut self, done: Done) {
        let ids = match done {
            Done::Subscribed(ids) => ids,
            Done::SubscribedToReplicas => return self.deadlines.send(DeadlineNotice::Lost),
            Done::Other => return,
        };
        for id in ids {
            let Some(watched) = self.watched.get_mut(&id) else {
                continue;
            };
            watched.subscribed = true;
            // Existing watchers had no subscription for a while, so they may have lost notices; new ones have not.
            watched.sender.lost();
            let replies = self.waiting.remove(&id).unwrap_or_default();
            let Some(watched) = self.watched.get(&id) else { continue };
            for reply in replies {
                self.welcome(id, &watched.sender, reply);
            }
        }
    }

    /// Makes watchers read matches again that have moved to another server. After a failover that server may have an
    /// earlier version, and this connection, possibly to another server, has not reported that.
    fn follow(&mut self) {
        self.deadlines.send(DeadlineNotice::Lost);
        for (id, watched) in &mut self.watched {
            let address = self.servers.address(id.shard());
            if watched.address.is_some() && watched.address != address {
                watched.sender.lost();
            }
            watched.address = address.or(watched.address.take());
        }
    }

    fn tell(&self, message: &Msg) {
        if message.get_channel_name() == keys::DUE_CHANNEL {
            return self.deadlines.send(keys::deadline_notice(message.get_payload_bytes()));
        }
        if message.get_channel_name() == keys::MESSAGES_CHANNEL {
            return self.messages.send(Bytes::copy_from_slice(message.get_payload_bytes()));
        }
        let id = keys::match_of(message.get_channel_name());
        let Some(watched) = id.and_then(|id| self.watched.get(&id)) else {
            return;
        };
        match keys::version_of(message.get_payload_bytes()) {
            Ok(version) => watched.sender.moved(version),
            Err(_) => watched.sender.lost(),
        }
    }
}

/// Waits until shards have moved; never completes if they cannot move.
async fn changed(moves: &mut Option<watch::Receiver<u64>>) {
    match moves {
        // The sender lives as long as the servers, which the task holds.
        Some(moves) => drop(moves.changed().await),
        None => std::future::pending().await,
    }
}

/// Waits for the command in flight; never completes without one.
async fn finished(under_way: &mut Option<UnderWay>) -> Result<Done, StoreError> {
    let done = match under_way {
        Some(command) => command.await,
        None => std::future::pending().await,
    };
    *under_way = None;
    done
}
