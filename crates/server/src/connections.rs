//! Connections: each is served until it ends by itself, has lived long enough, or the server stops.
//!
//! A client keeps its connection for as long as it can, so a server that has come would get nothing of what is there
//! already. So a connection is ended after a while, as gently as when the server stops: the client is told to send
//! nothing more (GOAWAY), then streams are told to go on elsewhere, and calls finish. The client connects again, perhaps
//! to another server. How long that is, is drawn for each, or clients that came together would leave together.
//!
//! tonic has ages as well; but with a grace it cuts connections that were never told.

use std::{convert::Infallible, pin::pin, time::Duration};

use http::{Request, Response};
use hyper::body::{Body as HttpBody, Incoming};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use tinsel_service::{ConnectionEnd, Entropy};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;
use tonic::{body::Body, transport::server::Connected};
use tower::{BoxError, Service, ServiceExt};

use crate::clock::OsEntropy;

/// The most calls and streams at once on one connection.
const STREAMS_MAX: u32 = 250;

/// How often a quiet connection is tried, and how long it may take to answer.
const KEEPALIVE: Duration = Duration::from_secs(30);
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(20);

/// How long who has connected may take to say something.
const HELLO: Duration = Duration::from_secs(30);

/// How long nobody is let in after that has failed, as when there are no more files to be had.
const BREATH: Duration = Duration::from_millis(50);

/// How connections are served.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    /// How long one lives, at the most; for ever if `None`.
    pub(crate) age: Option<Duration>,
    /// How long calls may take to finish when a connection ends.
    pub(crate) grace: Duration,
    /// Cancelled when the server lets nobody in any more.
    pub(crate) draining: CancellationToken,
}

impl Connections {
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
                    Ok((stream, _)) => {
                        open.spawn(self.clone().serve_one(stream, service.clone()));
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
        let spoken = tokio::time::timeout(HELLO, stream.readable());
        if !matches!(self.draining.run_until_cancelled(spoken).await, Some(Ok(Ok(())))) {
            return;
        }
        let (from, ending) = (stream.connect_info(), self.draining.child_token());
        let end = ConnectionEnd::new(ending.clone());
        let service = service.map_request(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(from.clone());
            request.extensions_mut().insert(end.clone());
            request
        });
        let http = http();
        let mut connection = pin!(http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)));
        tokio::select! {
            served = &mut connection => return ended(served),
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
}

fn http() -> Builder<TokioExecutor> {
    let mut http = Builder::new(TokioExecutor::new());
    // Without a timer, a client could take for ever to say what it wants.
    http.http1().timer(TokioTimer::new());
    http.http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_MAX)
        .keep_alive_interval(KEEPALIVE)
        .keep_alive_timeout(KEEPALIVE_ANSWER);
    http
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

    use super::*;

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
