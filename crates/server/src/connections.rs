//! Connections: each is served until it ends by itself, has lived long enough, or the server stops.
//!
//! A client keeps its connection for as long as it can, so a server that has come would get nothing of what is there
//! already. So a connection is ended after a while, as gently as when the server stops: the client is told to send
//! nothing more (GOAWAY), then streams are told to go on elsewhere, and calls finish. The client connects again, perhaps
//! to another server. How long that is, is drawn for each, or clients that came together would leave together.
//!
//! tonic has ages as well; but with a grace it cuts connections that were never told.

mod places;

use std::{
    convert::Infallible,
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
use tinsel_service::{ConnectionEnd, Entropy};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
    task::JoinSet,
};
use tokio_util::{io::InspectReader, sync::CancellationToken};
use tonic::{body::Body, transport::server::Connected};
use tower::{BoxError, Service, ServiceExt};

pub(crate) use self::places::PlaceLimits;
use self::places::Places;
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

/// How many connections operators may have at once, and how much each may ask at once.
const OF_OPERATORS: PlaceLimits = PlaceLimits { all: 64, each: None };
const CALLS_MAX_OF_OPERATORS: u32 = 8;

/// How long nobody is let in after that has failed, as when there are no more files to be had.
const BREATH: Duration = Duration::from_millis(50);

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
    /// How many there may be; who finds no place is not let in.
    places: Arc<Places>,
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
            places: Arc::new(Places::new(config.places()).measured_by(meter)),
        }
    }

    /// Those of operators, until `draining` is cancelled.
    pub(crate) fn of_operators(grace: Duration, draining: CancellationToken) -> Self {
        Self {
            age: None,
            hello: HELLO,
            grace,
            draining,
            calls_max: CALLS_MAX_OF_OPERATORS,
            places: Arc::new(Places::new(OF_OPERATORS)),
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
                    Ok((stream, from)) => match self.places.take(from.ip()) {
                        Ok(place) => {
                            let served = self.clone().serve_one(stream, service.clone());
                            open.spawn(async move {
                                served.await;
                                drop(place);
                            });
                        }
                        Err(full) => tracing::debug!(?full, "a connection found no place"),
                    },
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
            request
        });
        let (http, greeting) = (self.http(), Arc::new(Greeting::default()));
        let heard = Arc::clone(&greeting);
        let stream = TokioIo::new(InspectReader::new(stream, move |bytes| heard.hear(bytes.len())));
        let mut connection = pin!(http.serve_connection(stream, TowerToHyperService::new(service)));
        tokio::select! {
            served = &mut connection => return ended(served),
            () = greeting.failed(self.hello) => return tracing::debug!("a connection is cut: nobody has spoken"),
            () = ending.cancelled() => {}
            () = tokio::time::sleep(self.age.map_or(Duration::MAX, drawn)) => {}
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
        http
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const SAID_FIRST: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
    const PING: &[u8] = &[
        0, 0, 8, 6, 0, 0, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', b'y', b'o', b'u',
    ];
    const PONG: &[u8] = &[
        0, 0, 8, 6, 1, 0, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', b'y', b'o', b'u',
    ];

    /// Says this at the beginning of a connection.
    async fn says(to: std::net::SocketAddr, what: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(to).await.expect("a connection");
        stream.write_all(what).await.expect("it is heard");
        stream
    }

    /// Waits until it is hung up on.
    async fn is_cut(mut stream: TcpStream) {
        let mut heard = Vec::new();
        // Whether it is closed or reset is for the system to choose.
        drop(stream.read_to_end(&mut heard).await);
    }

    #[tokio::test]
    async fn who_does_not_begin_to_speak_is_cut_and_nobody_else() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let at = listener.local_addr().expect("its address");
        let limits = PlaceLimits { all: 9, each: None };
        let connections = Connections {
            age: None,
            hello: Duration::from_millis(200),
            grace: Duration::ZERO,
            draining: CancellationToken::new(),
            calls_max: 1,
            places: Arc::new(Places::new(limits)),
        };
        let nothing = tower::service_fn(async |_: Request<Body>| Ok::<_, Infallible>(Response::new(Body::empty())));
        let serving = tokio::spawn(connections.serve(listener, nothing));

        let mut quiet = says(at, &[SAID_FIRST, SETTINGS].concat()).await;
        is_cut(says(at, &[]).await).await;
        is_cut(says(at, &SAID_FIRST[..PREFACE - 1]).await).await;
        quiet.write_all(PING).await.expect("it is heard");
        let mut heard = Vec::new();
        while !heard.windows(PONG.len()).any(|bytes| bytes == PONG) {
            assert_ne!(
                quiet.read_buf(&mut heard).await.expect("an answer"),
                0,
                "it was cut: {heard:?}"
            );
        }
        serving.abort();
    }

    #[test]
    fn connections_that_begin_together_do_not_end_together() {
        let longest = Duration::from_secs(600);
        let drawn: BTreeSet<_> = (0..100).map(|_| drawn(longest)).collect();
        assert!(drawn.len() > 90, "{drawn:?}");
        assert!(drawn.iter().all(|age| (longest / 2..=longest).contains(age)));
        let early = drawn.iter().filter(|age| **age < longest * 3 / 4).count();
        assert!((20..=80).contains(&early), "{early} of 100 in the first half");
    }
}
