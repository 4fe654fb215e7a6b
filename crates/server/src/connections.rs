//! Connections: each is served until it closes, reaches its maximum age, or the server shuts down.
//!
//! A client keeps its connection as long as it can, so a new server would get none of the existing clients. Therefore
//! each connection has a maximum age, after which it ends as gracefully as in a shutdown. The server sends GOAWAY,
//! watch streams send Draining, and calls finish. The client then reconnects, possibly to another server. The age has
//! jitter, because otherwise clients that connected together would reconnect together.
//!
//! tonic supports a maximum age as well; but with a grace period, it closes connections without GOAWAY.

mod cancelled;
mod greeting;
mod limits;
mod proxy_protocol;
#[cfg(test)]
mod tests;

use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
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
use tinsel_service::{AdmissionLayer, ConnectionEnd, Entropy, HealthOnly};
use tokio::{
    net::{TcpListener, TcpStream},
    task::{JoinHandle, JoinSet},
};
use tokio_util::{either::Either, io::InspectReader, sync::CancellationToken};
use tonic::{
    body::Body,
    transport::server::{Connected, TcpConnectInfo},
};
use tower::{BoxError, Service, ServiceExt};

use self::{
    cancelled::{CANCELLED_MAX, Cancelled},
    greeting::Greeting,
    limits::{ConnectionLimits, ConnectionPermit},
    proxy_protocol::ProxyProtocol,
};
use crate::{
    clock::OsEntropy,
    config::{Config, ConnectionMaxima},
    tls::{Stream, Tls},
    workers::Worker,
};

/// The interval of pings on an idle connection, and their timeout. `proto/README.md` states them.
const KEEPALIVE: Duration = Duration::from_secs(20);
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(10);

/// The timeout of each step before the first call: the PROXY header, the TLS handshake, the connection preface.
const HELLO: Duration = Duration::from_secs(30);

/// The maximum of concurrent calls and streams on one connection of players.
const CALLS_MAX: u32 = 250;

/// The limits of connections over the regular limits, in all and from one address, and their maximum age. They only
/// exist to send an OVERLOADED error and to answer health checks.
const SPARE: ConnectionMaxima = ConnectionMaxima {
    all: 64,
    each: Some(16),
};
const SPARE_AGE: Duration = Duration::from_secs(5);

/// The limits of operators' connections, and of concurrent calls on each.
const OF_OPERATORS: ConnectionMaxima = ConnectionMaxima { all: 64, each: None };
const CALLS_MAX_OF_OPERATORS: u32 = 8;

/// The pause after a failed accept, such as without free file descriptors.
const BREATH: Duration = Duration::from_millis(50);

/// A listening endpoint.
#[derive(Debug)]
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) guard: AdmissionLayer,
    /// Completes when the server has drained.
    pub(crate) serving: JoinHandle<()>,
}

/// The parameters of connections.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    /// The maximum age; `None` for no limit.
    age: Option<Duration>,
    /// The timeout of each step before the first call; see [`HELLO`].
    hello: Duration,
    /// The time limit of calls in flight when a connection ends.
    grace: Duration,
    /// Cancelled when the server stops accepting connections.
    draining: CancellationToken,
    /// The maximum of concurrent calls and streams on each connection.
    calls_max: u32,
    /// Whether HTTP/1 is supported, which browsers need.
    http1: bool,
    proxies: ProxyProtocol,
    /// `None` if connections do not use TLS.
    tls: Option<Tls>,
    /// Why the connection only serves health checks; `None` if it serves all calls.
    health_only: Option<HealthOnly>,
    /// The regular limits.
    limits: Arc<ConnectionLimits>,
    /// The limits of connections that are over the regular limits; beyond these, connections are closed at once.
    spare: Arc<ConnectionLimits>,
}

impl Connections {
    /// Connections of players, accepted until `draining` is cancelled.
    pub(crate) fn of_players(config: &Config, tls: Option<Tls>, draining: CancellationToken, meter: &Meter) -> Self {
        let age = config.connection_age_seconds;
        Self {
            age: (age > 0).then(|| Duration::from_secs(age)),
            hello: HELLO,
            grace: Duration::from_secs(config.drain_seconds),
            draining,
            calls_max: CALLS_MAX,
            http1: true,
            proxies: ProxyProtocol::new(&config.proxy_protocol_from),
            tls,
            health_only: None,
            limits: Arc::new(ConnectionLimits::new(config.connection_maxima()).measured_by(meter)),
            spare: Arc::new(ConnectionLimits::new(SPARE)),
        }
    }

    /// Connections of operators, accepted until `draining` is cancelled. HTTP/1 is disabled: a web page in an
    /// operator's browser could send HTTP/1 requests to every server that the browser can reach.
    pub(crate) fn of_operators(grace: Duration, tls: Option<Tls>, draining: CancellationToken) -> Self {
        Self {
            age: None,
            hello: HELLO,
            grace,
            draining,
            calls_max: CALLS_MAX_OF_OPERATORS,
            http1: false,
            proxies: ProxyProtocol::new(&[]),
            tls,
            health_only: None,
            limits: Arc::new(ConnectionLimits::new(OF_OPERATORS)),
            spare: Arc::new(ConnectionLimits::new(SPARE)),
        }
    }

    /// Accepts connections until the server drains, and serves them on `workers` until they end. Dropping the future
    /// closes them at once.
    pub(crate) async fn serve<S, B>(self, listener: TcpListener, workers: Vec<Worker>, service: S)
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
                    Ok((stream, peer)) => {
                        if let Some(worker) = Worker::least_busy(&workers) {
                            let (slot, service, connections) = (worker.slot(), service.clone(), self.clone());
                            let served = async move {
                                connections.serve_accepted(stream, peer, service).await;
                                drop(slot);
                            };
                            open.spawn_on(served, worker.runtime());
                        }
                    }
                    Err(error) => {
                        tracing::warn!(%error, "accept failed");
                        tokio::time::sleep(BREATH).await;
                    }
                },
                Some(_) = open.join_next() => {}
            }
        }
        drop(listener);
        while open.join_next().await.is_some() {}
    }

    /// The parameters and the permit of a connection from this address; `None` if both kinds of limits are reached.
    fn permitted(&self, from: IpAddr) -> Option<(Self, ConnectionPermit)> {
        match self.limits.take(from) {
            Ok(permit) => Some((self.clone(), permit)),
            Err(reached) => {
                tracing::debug!(limit = reached.label(), "connection refused: over limit");
                let spare = self.clone().for_health_checks(HealthOnly::OverLimit);
                self.spare.take(from).ok().map(|permit| (spare, permit))
            }
        }
    }

    /// The parameters of a connection that only serves health checks.
    fn for_health_checks(self, why: HealthOnly) -> Self {
        Self {
            age: Some(SPARE_AGE),
            grace: SPARE_AGE,
            health_only: Some(why),
            ..self
        }
    }

    /// The connection after the TLS handshake, if there is one; `None` if the handshake failed, took too long, or the
    /// server drains.
    async fn secured(self, stream: TcpStream) -> Option<(Self, Stream)> {
        let Some(tls) = &self.tls else {
            return Some((self, Either::Left(stream)));
        };
        let accepted = tokio::select! {
            accepted = tokio::time::timeout(self.hello, tls.accept(stream)) => accepted,
            () = self.draining.cancelled() => return None,
        };
        match accepted {
            Ok(Ok(stream @ Either::Right(_))) => Some((self, stream)),
            Ok(Ok(stream @ Either::Left(_))) => Some((self.for_health_checks(HealthOnly::Plaintext), stream)),
            Ok(Err(error)) => {
                tracing::debug!(%error, "connection closed: TLS handshake failed");
                None
            }
            Err(_) => {
                tracing::debug!("connection closed: handshake timeout");
                None
            }
        }
    }

    async fn serve_accepted<S, B>(self, stream: TcpStream, peer: SocketAddr, service: S)
    where
        S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
        B: HttpBody + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        let mut stream = match moved(stream) {
            Ok(stream) => stream,
            Err(error) => return tracing::warn!(%error, "connection closed"),
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "socket option TCP_NODELAY not set");
        }
        let Some(client) = self.client(&mut stream, peer).await else {
            return;
        };
        let from = TcpConnectInfo {
            remote_addr: Some(client),
            ..stream.connect_info()
        };
        let Some((connection, _permit)) = self.permitted(client.ip()) else {
            return;
        };
        if let Some((connection, stream)) = connection.secured(stream).await {
            connection.serve_secured(stream, from, service).await;
        }
    }

    /// The address of the client on a connection; `None` if its load balancer does not state it in time, or the server drains.
    async fn client(&self, stream: &mut TcpStream, peer: SocketAddr) -> Option<SocketAddr> {
        let client = tokio::time::timeout(self.hello, self.proxies.client(stream, peer));
        match self.draining.run_until_cancelled(client).await? {
            Ok(Ok(client)) => Some(client),
            // Many load balancers check a port by opening and closing a connection.
            Ok(Err(error))
                if [io::ErrorKind::UnexpectedEof, io::ErrorKind::ConnectionReset].contains(&error.kind()) =>
            {
                tracing::debug!("connection closed before the end of its header");
                None
            }
            Ok(Err(error)) => {
                tracing::warn!(%peer, %error, "connection refused by the rules of the PROXY protocol");
                None
            }
            Err(_) => {
                tracing::debug!("connection closed: timeout of the PROXY protocol");
                None
            }
        }
    }

    async fn serve_secured<S, B>(self, stream: Stream, from: TcpConnectInfo, service: S)
    where
        S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
        B: HttpBody + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        let ending = self.draining.child_token();
        let end = ConnectionEnd::new(ending.clone());
        let cancelled = Arc::new(Cancelled::default());
        let watched = Arc::clone(&cancelled);
        let service = service.map_future(move |response| {
            let watched = Arc::clone(&watched);
            async move { watched.watch(response).await }
        });
        let service = service.map_request(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(from.clone());
            request.extensions_mut().insert(end.clone());
            if let Some(why) = self.health_only {
                request.extensions_mut().insert(why);
            }
            request
        });
        let (http, greeting) = (self.http(), Arc::new(Greeting::default()));
        let heard = Arc::clone(&greeting);
        let stream = TokioIo::new(InspectReader::new(stream, move |bytes| heard.hear(bytes.len())));
        let mut connection = pin!(http.serve_connection(stream, TowerToHyperService::new(service)));
        let mut exceeded = false;
        tokio::select! {
            // Data that has arrived counts, even if it is read late.
            biased;
            served = &mut connection => return ended(served),
            () = greeting.failed(self.hello) => return tracing::debug!("connection closed: handshake timeout"),
            () = ending.cancelled() => {}
            () = cancelled.is_exceeded() => exceeded = true,
            () = tokio::time::sleep(self.age.map_or(Duration::MAX, drawn)) => {}
        }
        // hyper would wait for the beginning of a connection before it ends the connection.
        if !greeting.is_complete() {
            return;
        }
        connection.as_mut().graceful_shutdown();
        // GOAWAY goes out before streams are ended, so that their clients do not resume on this connection.
        ending.cancel();
        let flooded = async {
            // The end of the connection is the answer to the first excess.
            if !exceeded {
                cancelled.is_exceeded().await;
            }
            cancelled.is_exceeded().await;
        };
        drained(connection, self.grace, flooded).await;
    }

    fn http(&self) -> Builder<TokioExecutor> {
        let mut http = Builder::new(TokioExecutor::new());
        // Without a timer, a client could take any amount of time to send its request.
        http.http1().timer(TokioTimer::new());
        http.http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(self.calls_max)
            // The default of 20 is less than a proxy with many users cancels at once.
            .max_pending_accept_reset_streams(CANCELLED_MAX)
            .keep_alive_interval(KEEPALIVE)
            .keep_alive_timeout(KEEPALIVE_ANSWER);
        if self.http1 { http } else { http.http2_only() }
    }
}

/// Serves the remaining calls of a connection that accepts no more.
async fn drained(
    connection: impl Future<Output = Result<(), BoxError>>,
    grace: Duration,
    flooded: impl Future<Output = ()>,
) {
    tokio::select! {
        served = connection => ended(served),
        () = tokio::time::sleep(grace) => tracing::debug!("connection closed: drain timeout"),
        () = flooded => tracing::debug!("connection closed: too many cancelled calls"),
    }
}

fn ended(served: Result<(), BoxError>) {
    if let Err(error) = served {
        tracing::debug!(error, "connection failed");
    }
}

/// The stream on the current runtime.
fn moved(stream: TcpStream) -> io::Result<TcpStream> {
    TcpStream::from_std(stream.into_std()?)
}

/// A random time between half of `longest` and `longest`.
fn drawn(longest: Duration) -> Duration {
    let mut random = [0; 4];
    OsEntropy.fill(&mut random);
    let half = longest / 2;
    let share = half.as_nanos().saturating_mul(u128::from(u32::from_be_bytes(random))) >> u32::BITS;
    half.saturating_add(Duration::from_nanos(u64::try_from(share).unwrap_or(u64::MAX)))
}
