//! How connections are made, and to which of several servers.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    vec,
};

use futures_util::{FutureExt, TryFutureExt, future::BoxFuture};
use http::Uri;
use hyper_util::client::legacy::connect::{
    HttpConnector,
    dns::{GaiResolver, Name},
};
use tower_service::Service;

use crate::{options::Options, random};

/// Connects to one of the servers that are named. A name may stand for several; then each connection is to another of
/// them, by chance.
#[derive(Debug, Clone)]
pub(crate) struct Connector {
    http: HttpConnector<Resolver>,
    /// Which of the servers that are named is asked now, of how many; none if they have an order.
    preferred: Option<(Arc<AtomicUsize>, usize)>,
    /// Whether it has connected before.
    again: bool,
}

impl Connector {
    /// Connects to one of `count` servers, of which `preferred` is asked.
    pub(crate) fn new(options: &Options, preferred: Arc<AtomicUsize>, count: usize) -> Self {
        let in_order = options.in_order;
        let mut http = HttpConnector::new_with_resolver(Resolver { in_order });
        http.enforce_http(false);
        http.set_nodelay(true);
        http.set_connect_timeout(Some(options.connect));
        Self {
            http,
            preferred: (!in_order).then_some((preferred, count)),
            again: false,
        }
    }
}

impl Service<Uri> for Connector {
    type Response = <HttpConnector<Resolver> as Service<Uri>>::Response;
    type Error = <HttpConnector<Resolver> as Service<Uri>>::Error;
    type Future = <HttpConnector<Resolver> as Service<Uri>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.http.poll_ready(context)
    }

    /// A server lets a connection end after a while for its client to look around: whoever stayed for ever where it once
    /// was would leave servers that have come with nothing to do. So the calls after this one go wherever chance says.
    fn call(&mut self, to: Uri) -> Self::Future {
        if let Some((preferred, count)) = self.preferred.as_ref().filter(|_| self.again) {
            preferred.store(random::below(*count), Ordering::Relaxed);
        }
        self.again = true;
        self.http.call(to)
    }
}

/// Finds all addresses of a name, as the system does; in an order by chance.
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
