//! Opens connections, and chooses among several servers.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
    vec,
};

use futures_util::{FutureExt, TryFutureExt, future::BoxFuture};
use http::Uri;
use hyper_util::{
    client::legacy::connect::{
        HttpConnector,
        dns::{GaiResolver, Name},
    },
    rt::TokioIo,
};
use tokio::net::TcpStream;
use tokio_util::either::Either;
use tower_service::Service;

use crate::{
    options::Options,
    random,
    tls::{Secured, TlsConnection},
};

/// Connects to one of the configured servers. A name can resolve to several addresses; each connection then uses a
/// random one.
#[derive(Debug, Clone)]
pub(crate) struct Connector {
    http: HttpConnector<Resolver>,
    /// The index of the current server, and the number of servers; `None` if they have an order.
    preferred: Option<(Arc<AtomicUsize>, usize)>,
    /// The timeout of the TLS handshake.
    connect: Duration,
    /// `None` without TLS.
    secured: Option<Secured>,
    /// Whether there was a connection before.
    again: bool,
}

impl Connector {
    /// Connects to one of `count` servers; `preferred` is the index of the current one.
    pub(crate) fn new(options: &Options, preferred: Arc<AtomicUsize>, count: usize) -> Self {
        let in_order = options.in_order;
        let mut http = HttpConnector::new_with_resolver(Resolver { in_order });
        http.enforce_http(false);
        http.set_nodelay(true);
        http.set_connect_timeout(Some(options.connect));
        Self {
            http,
            preferred: (!in_order).then_some((preferred, count)),
            connect: options.connect,
            secured: None,
            again: false,
        }
    }

    /// The same with TLS.
    pub(crate) fn secured(self, secured: Secured) -> Self {
        Self {
            secured: Some(secured),
            ..self
        }
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<Either<TcpStream, TlsConnection>>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.http.poll_ready(context).map_err(Into::into)
    }

    /// A server closes connections at a maximum age, so that clients spread over new servers; without a new choice, the
    /// new servers would stay idle. Later calls therefore use a random server.
    fn call(&mut self, to: Uri) -> Self::Future {
        if let Some((preferred, count)) = self.preferred.as_ref().filter(|_| self.again) {
            preferred.store(random::below(*count), Ordering::Relaxed);
        }
        self.again = true;
        let (connecting, secured, patience) = (self.http.call(to), self.secured.clone(), self.connect);
        async move {
            let stream = connecting.await?.into_inner();
            let Some(secured) = secured else {
                return Ok(TokioIo::new(Either::Left(stream)));
            };
            let secured = tokio::time::timeout(patience, secured.connect(stream)).await;
            Ok(TokioIo::new(Either::Right(secured.map_err(io::Error::from)??)))
        }
        .boxed()
    }
}

/// Resolves a name by the system's resolver, in random order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resolver {
    in_order: bool,
}

impl Service<Name> for Resolver {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Self::Response>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        GaiResolver::new().poll_ready(context)
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let in_order = self.in_order;
        let found = GaiResolver::new().call(name);
        found
            .map_ok(move |found| {
                let mut found: Vec<_> = found.collect();
                if !in_order {
                    random::shuffle(&mut found);
                }
                found.into_iter()
            })
            .boxed()
    }
}
