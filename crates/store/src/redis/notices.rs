//! The connection that carries notices: its own, for subscriptions and commands must never share one.
//!
//! One task owns it. A watched match is one subscription, however many watch it in this process. If the connection
//! ends it is made anew, all matches are subscribed to again, and then every watcher is told that it may have missed
//! something.

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::Pin,
    time::Duration,
};

use ::redis::{
    Msg,
    aio::{PubSub, PubSubSink},
};
use futures_util::StreamExt;
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use super::{keys, options::RedisOptions, place::Place, servers::Servers};
use crate::{MatchId, Notices, StoreError, notices::Herald};

/// How long to wait before connecting again, at first and at most.
const PAUSE_MIN: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// How often the connection is tried while nothing else is sent: one that has fallen silent does not end by itself.
const PING_EVERY: Duration = Duration::from_secs(5);

/// The most channels in one command.
const CHANNELS_MAX: usize = 1000;

/// Where watchers ask for notices.
#[derive(Debug)]
pub(super) struct Hub {
    asks: mpsc::UnboundedSender<Ask>,
    patience: Duration,
}

enum Ask {
    /// Answer once the match is subscribed to.
    Watch(MatchId, oneshot::Sender<Notices>),
    /// A watcher of the match has gone.
    Left(MatchId),
}

impl Hub {
    pub(super) fn start(servers: Servers, options: &RedisOptions) -> Self {
        let (asks, asked) = mpsc::unbounded_channel();
        let desk = Desk {
            moves: servers.moves(),
            servers,
            connect_timeout: options.connect_timeout,
            response_timeout: options.response_timeout,
            own: asks.downgrade(),
            asked,
            watched: BTreeMap::new(),
            waiting: BTreeMap::new(),
            wanted: BTreeSet::new(),
            left: BTreeSet::new(),
        };
        tokio::spawn(desk.run());
        Self {
            asks,
            patience: options.connect_timeout.saturating_add(options.response_timeout),
        }
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

/// Who serves the watchers.
struct Desk {
    servers: Servers,
    /// Changes when shards have moved to other servers.
    moves: Option<watch::Receiver<u64>>,
    connect_timeout: Duration,
    response_timeout: Duration,
    own: mpsc::WeakUnboundedSender<Ask>,
    asked: mpsc::UnboundedReceiver<Ask>,
    watched: BTreeMap<MatchId, Watched>,
    /// Who waits for a match to be subscribed to.
    waiting: BTreeMap<MatchId, Vec<oneshot::Sender<Notices>>>,
    /// Matches to subscribe to.
    wanted: BTreeSet<MatchId>,
    /// Matches that a watcher has left, perhaps the last one.
    left: BTreeSet<MatchId>,
}

struct Watched {
    herald: Herald,
    subscribed: bool,
    /// Which server keeps the match, as far as it was known when that was last looked at.
    place: Option<Place>,
}

/// A command under way; it yields what it has done, or nothing if the connection is of no use any more.
type UnderWay = Pin<Box<dyn Future<Output = Option<Done>> + Send>>;

enum Done {
    Subscribed(Vec<MatchId>),
    Other,
}

/// Why the desk has stopped serving.
enum Ended {
    /// The connection is of no use any more.
    Disconnected,
    /// Nobody is left who could ask.
    Closed,
}

impl Desk {
    async fn run(mut self) {
        let mut pause = PAUSE_MIN;
        loop {
            self.tidy();
            while self.watched.is_empty() {
                let Some(ask) = self.asked.recv().await else { return };
                self.take(ask);
            }
            let opened = timeout(self.connect_timeout, self.servers.pubsub()).await;
            if let Ok(Ok(connection)) = opened {
                if let Ended::Closed = self.serve(connection).await {
                    return;
                }
                tracing::warn!("subscriptions to redis lost, connecting again");
                pause = PAUSE_MIN;
            }
            if let Ended::Closed = self.wait(pause).await {
                return;
            }
            pause = pause.saturating_mul(2).min(PAUSE_MAX);
        }
    }

    /// Lets time pass before the next attempt.
    async fn wait(&mut self, pause: Duration) -> Ended {
        let mut over = std::pin::pin!(sleep(pause));
        loop {
            tokio::select! {
                () = &mut over => return Ended::Disconnected,
                ask = self.asked.recv() => match ask {
                    Some(ask) => self.take(ask),
                    None => return Ended::Closed,
                },
            }
        }
    }

    /// Forgets matches that nobody watches or waits for any more. Without a connection nothing else does.
    fn tidy(&mut self) {
        self.waiting.retain(|_, replies| {
            replies.retain(|reply| !reply.is_closed());
            !replies.is_empty()
        });
        let waiting = &self.waiting;
        self.watched
            .retain(|id, watched| !watched.herald.is_unheard() || waiting.contains_key(id));
        self.left.clear();
    }

    async fn serve(&mut self, connection: PubSub) -> Ended {
        let (sink, mut messages) = connection.split();
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
                    None => return Ended::Disconnected,
                },
                done = finished(&mut under_way) => match done {
                    Some(done) => self.settle(done),
                    None => return Ended::Disconnected,
                },
                ask = self.asked.recv() => match ask {
                    Some(ask) => self.take(ask),
                    None => return Ended::Closed,
                },
                () = changed(&mut self.moves) => self.follow(),
                _ = pings.tick(), if under_way.is_none() => under_way = Some(self.ping(&sink)),
            }
        }
    }

    fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Left(id) => drop(self.left.insert(id)),
            Ask::Watch(id, reply) => match self.watched.get(&id) {
                Some(watched) if watched.subscribed => self.welcome(id, &watched.herald, reply),
                Some(_) => self.waiting.entry(id).or_default().push(reply),
                None => {
                    let herald = Herald::new();
                    let (subscribed, place) = (false, self.servers.place(id.shard()));
                    let watched = Watched {
                        herald,
                        subscribed,
                        place,
                    };
                    self.watched.insert(id, watched);
                    self.wanted.insert(id);
                    self.waiting.entry(id).or_default().push(reply);
                }
            },
        }
    }

    /// Hands notices to who asked for them. If nobody takes them any more, that is one who has left.
    fn welcome(&self, id: MatchId, herald: &Herald, reply: oneshot::Sender<Notices>) {
        let Some(asks) = self.own.upgrade() else { return };
        let left = move || drop(asks.send(Ask::Left(id)));
        drop(reply.send(herald.listen(left)));
    }

    /// What is to be sent next, in few commands however much has come together meanwhile.
    fn next_command(&mut self, sink: &PubSubSink) -> Option<UnderWay> {
        let mut sink = sink.clone();
        let patience = self.response_timeout;
        let ids: Vec<_> = self.wanted.iter().copied().take(CHANNELS_MAX).collect();
        if !ids.is_empty() {
            self.wanted.retain(|id| ids.binary_search(id).is_err());
            let channels: Vec<_> = ids.iter().map(|id| keys::of_match(*id)).collect();
            return Some(Box::pin(async move {
                let subscribed = timeout(patience, sink.subscribe(channels)).await;
                subscribed.ok()?.ok().map(|()| Done::Subscribed(ids))
            }));
        }
        let channels = self.deserted();
        (!channels.is_empty()).then(|| -> UnderWay {
            Box::pin(async move {
                let unsubscribed = timeout(patience, sink.unsubscribe(channels)).await;
                unsubscribed.ok()?.ok().map(|()| Done::Other)
            })
        })
    }

    fn ping(&self, sink: &PubSubSink) -> UnderWay {
        let mut sink = sink.clone();
        let patience = self.response_timeout;
        Box::pin(async move {
            let pong = timeout(patience, sink.ping::<::redis::Value>()).await;
            pong.ok()?.ok().map(|_| Done::Other)
        })
    }

    /// The channels whose last watcher has left; they are watched no more.
    fn deserted(&mut self) -> Vec<String> {
        let mut channels = Vec::new();
        while channels.len() < CHANNELS_MAX
            && let Some(id) = self.left.pop_first()
        {
            let watched = self.watched.get(&id);
            if watched.is_some_and(|watched| watched.subscribed && watched.herald.is_unheard()) {
                self.watched.remove(&id);
                channels.push(keys::of_match(id));
            }
        }
        channels
    }

    fn settle(&mut self, done: Done) {
        let Done::Subscribed(ids) = done else { return };
        for id in ids {
            let Some(watched) = self.watched.get_mut(&id) else {
                continue;
            };
            watched.subscribed = true;
            // Who listens already was subscribed before and has been without for a while; who comes now was not.
            watched.herald.lost();
            let replies = self.waiting.remove(&id).unwrap_or_default();
            let Some(watched) = self.watched.get(&id) else { continue };
            for reply in replies {
                self.welcome(id, &watched.herald, reply);
            }
        }
    }

    /// Has those matches read again that another server keeps now: after a failover it may have less of them, and this
    /// connection, which another server may serve, has told nothing of it.
    fn follow(&mut self) {
        for (id, watched) in &mut self.watched {
            let place = self.servers.place(id.shard());
            if watched.place.is_some() && watched.place != place {
                watched.herald.lost();
            }
            watched.place = place.or(watched.place.take());
        }
    }

    fn tell(&self, message: &Msg) {
        let id = keys::match_of(message.get_channel_name());
        let Some(watched) = id.and_then(|id| self.watched.get(&id)) else {
            return;
        };
        match keys::version_of(message.get_payload_bytes()) {
            Ok(version) => watched.herald.moved(version),
            Err(_) => watched.herald.lost(),
        }
    }
}

/// Waits until shards have moved, for ever if none can.
async fn changed(moves: &mut Option<watch::Receiver<u64>>) {
    match moves {
        // The sender lives as long as the servers, which the desk holds.
        Some(moves) => drop(moves.changed().await),
        None => std::future::pending().await,
    }
}

/// Waits for the command under way, for ever if there is none.
async fn finished(under_way: &mut Option<UnderWay>) -> Option<Done> {
    let done = match under_way {
        Some(command) => command.await,
        None => std::future::pending().await,
    };
    *under_way = None;
    done
}
