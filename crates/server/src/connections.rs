//! Connections: each is served until it ends by itself, has lived long enough, or the server stops.
//!
//! A client keeps its connection for as long as it can, so a server that has come would get nothing of what is there
//! already. So a connection is ended after a while, as gently as when the server stops: the client is told to send
//! nothing more (GOAWAY), then streams are told to go on elsewhere, and calls finish. The client connects again, perhaps
//! to another server. How long that is, is drawn for each, or clients that came together would leave together.
//!
//! tonic has ages as well; but with a grace it cuts connections that were never told.

mod places;
#[cfg(test)]
mod tests;

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use http::{Request, Response};
use hyper::body::{Body as HttpBody, Incoming};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use opentelemetry::metrics::Meter;
use tinsel_service::{AdmissionLayer, ConnectionEnd, Entropy, OverLimit};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::{JoinHandle, JoinSet},
};
use tokio_util::{io::InspectReader, sync::CancellationToken};
use tonic::{body::Body, transport::server::Connected};
use tower::{BoxError, Service, ServiceExt};

pub(crate) use self::places::PlaceLimits;
use self::places::{Place, Places};
use crate::{clock::OsEntropy, config::Config};

/// How often a quiet connection is tried, and how long it may take to answer.
const KEEPALIVE: Duration = Duration::from_secs(30);
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(20);

/// With how many bytes a connection begins, by RFC 9113, section 3.4.
const PREFACE: usize = 24;

/// How long who has connected may take to say them.
const HELLO: Duration = Duration::from_secs(30);

/// The most calls and streams at once on one connection of players.
const CALLS_MAX: u32 = 250;

/// How many connections beyond the limits are heard at once, in all and of one address, and for how long: to be told that
/// there is no place, and for whoever looks whether the server is alive.
const SPARE: PlaceLimits = PlaceLimits {
    all: 64,
    each: Some(16),
};
const SPARE_AGE: Duration = Duration::from_secs(5);

/// How many connections operators may have at once, and how much each may ask at once.
const OF_OPERATORS: PlaceLimits = PlaceLimits { all: 64, each: None };
const CALLS_MAX_OF_OPERATORS: u32 = 8;

/// How long nobody is let in after that has failed, as when there are no more files to be had.
const BREATH: Duration = Duration::from_millis(50);

/// What is served at one address.
#[derive(Debug)]
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) guard: AdmissionLayer,
    /// Ends when the server drains, and what was under way has ended.
    pub(crate) serving: JoinHandle<()>,
}

/// How connections are served.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    /// How long one lives, at the most; for ever if `None`.
    age: Option<Duration>,
    /// How long one may take to begin.
    hello: Duration,
    /// How long calls may take to finish when a connection ends.
    grace: Duration,
    /// Cancelled when the server lets nobody in any more.
    draining: CancellationToken,
    /// The most calls and streams at once on each.
    calls_max: u32,
    /// Whether HTTP/1 is spoken, which browsers need.
    http1: bool,
    /// Whether each has a place; if not, it is told so.
    has_place: bool,
    /// How many there may be.
    places: Arc<Places>,
    /// How many of those that find no place are told so; others are closed at once.
    spare: Arc<Places>,
}

impl Connections {
    /// Those of players, until `draining` is cancelled.
    pub(crate) fn of_players(config: &Config, draining: CancellationToken, meter: &Meter) -> Self {
        let age = config.connection_age_seconds;
        Self {
            age: (age > 0).then(|| Duration::from_secs(age)),
            hello: HELLO,
            grace: Duration::from_secs(config.drain_seconds),
            draining,
            calls_max: CALLS_MAX,
            http1: true,
            has_place: true,
            places: Arc::new(Places::new(config.places()).measured_by(meter)),
            spare: Arc::new(Places::new(SPARE)),
        }
    }

    /// Those of operators, until `draining` is cancelled. A page that an operator has open in a browser can speak HTTP/1 to
    /// whatever the browser reaches, and so must not be heard.
    pub(crate) fn of_operators(grace: Duration, draining: CancellationToken) -> Self {
        Self {
            age: None,
            hello: HELLO,
            grace,
            draining,
            calls_max: CALLS_MAX_OF_OPERATORS,
            http1: false,
            has_place: true,
            places: Arc::new(Places::new(OF_OPERATORS)),
            spare: Arc::new(Places::new(SPARE)),
        }
    }

    /// Serves all that come, until the server drains; then those that are there, until they have ended. Who drops this
    /// cuts them.
    pub(crate) async fn serve<S, B>(self, listener: TcpListener, service: S)
    where
        S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
        B: HttpBody + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                () = self.draining.cancelled() => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, from)) => {
                        if let Some((connections, place)) = self.placed(from.ip()) {
                            let served = connections.serve_one(stream, service.clone());
                            open.spawn(async move {
                                served.await;
                                drop(place);
                            });
                        }
                    }
                    Err(error) => {
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(BREATH).await;
                    }
                },
                Some(_) = open.join_next() => {}
            }
        }
        drop(listener);
        while open.join_next().await.is_some() {}
    }

    /// How a connection from this address is served, and its place; not at all, if there is not even a spare one.
    fn placed(&self, from: IpAddr) -> Option<(Self, Place)> {
        match self.places.take(from) {
            Ok(place) => Some((self.clone(), place)),
            Err(full) => {
                tracing::debug!(?full, "a connection found no place");
                let spare = Self {
                    age: Some(SPARE_AGE),
                    grace: SPARE_AGE,
                    has_place: false,
                    ..self.clone()
                };
                self.spare.take(from).ok().map(|place| (spare, place))
            }
        }
    }

    async fn serve_one<S, B>(self, stream: TcpStream, service: S)
    where
        S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
        B: HttpBody + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection may be slow");
        }
        let (from, ending) = (stream.connect_info(), self.draining.child_token());
        let end = ConnectionEnd::new(ending.clone());
        let service = service.map_request(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(from.clone());
            request.extensions_mut().insert(end.clone());
            if !self.has_place {
                request.extensions_mut().insert(OverLimit);
            }
            request
        });
        let (http, greeting) = (self.http(), Arc::new(Greeting::default()));
        let heard = Arc::clone(&greeting);
        let stream = TokioIo::new(InspectReader::new(stream, move |bytes| heard.hear(bytes.len())));
        let mut connection = pin!(http.serve_connection(stream, TowerToHyperService::new(service)));
        tokio::select! {
            // What has been said by now counts, however late it is looked at.
            biased;
            served = &mut connection => return ended(served),
            () = greeting.failed(self.hello) => return tracing::debug!("a connection is cut: nobody has spoken"),
            () = ending.cancelled() => {}
            () = tokio::time::sleep(self.age.map_or(Duration::MAX, drawn)) => {}
        }
        // hyper would wait for a connection to begin before it ends it.
        if !greeting.is_complete() {
            return;
        }
        connection.as_mut().graceful_shutdown();
        // Whoever is told now to go on elsewhere has been told first not to do so by this connection.
        ending.cancel();
        match tokio::time::timeout(self.grace, connection).await {
            Ok(served) => ended(served),
            Err(_) => tracing::debug!("a connection is cut: it took longer than it may to end"),
        }
    }

    fn http(&self) -> Builder<TokioExecutor> {
        let mut http = Builder::new(TokioExecutor::new());
        // Without a timer, a client could take for ever to say what it wants.
        http.http1().timer(TokioTimer::new());
        http.http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(self.calls_max)
            .keep_alive_interval(KEEPALIVE)
            .keep_alive_timeout(KEEPALIVE_ANSWER);
        if self.http1 { http } else { http.http2_only() }
    }
}

/// Whether who has connected has said enough for its connection to begin. hyper waits for that without end.
#[derive(Debug, Default)]
struct Greeting {
    heard: AtomicUsize,
    complete: Notify,
}

impl Greeting {
    fn hear(&self, bytes: usize) {
        let before = self.heard.fetch_add(bytes, Ordering::Relaxed);
        if before < PREFACE && before.saturating_add(bytes) >= PREFACE {
            self.complete.notify_one();
        }
    }

    fn is_complete(&self) -> bool {
        self.heard.load(Ordering::Relaxed) >= PREFACE
    }

    /// Returns when it has taken longer than this, else never.
    async fn failed(&self, hello: Duration) {
        if tokio::time::timeout(hello, self.complete.notified()).await.is_ok() {
            std::future::pending::<()>().await;
        }
    }
}

fn ended(served: Result<(), BoxError>) {
    if let Err(error) = served {
        tracing::debug!(error, "a connection has failed");
    }
}

/// A time between half of `longest` and all of it.
fn drawn(longest: Duration) -> Duration {
    let mut random = [0; 4];
    OsEntropy.fill(&mut random);
    let half = longest / 2;
    let share = half.as_nanos().saturating_mul(u128::from(u32::from_be_bytes(random))) >> u32::BITS;
    half.saturating_add(Duration::from_nanos(u64::try_from(share).unwrap_or(u64::MAX)))
}
