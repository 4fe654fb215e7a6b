//! Routes a call to its service.

use std::{convert::Infallible, sync::Arc};

use futures_util::FutureExt;
use http::{Request, Response};
use tinsel_store::MatchStore;
use tonic::{body::Body, server::NamedService, service::Routes};
use tower::{Service, service_fn};

use super::MatchService;
use crate::deps::Deps;

/// Passes calls of `MatchService`, the large majority, directly to it without the router, and all others to `routes`.
pub fn dispatch<S: MatchStore>(
    deps: Arc<Deps<S>>,
    routes: Routes,
) -> impl Service<
    Request<Body>,
    Response = Response<Body>,
    Error = Infallible,
    Future: Future<Output = Result<Response<Body>, Infallible>> + Send + 'static,
> + Clone
+ Send
+ Sync
+ 'static {
    let (matches, routes) = (MatchService(deps), routes.prepare());
    service_fn(move |request: Request<Body>| {
        let path = request.uri().path().strip_prefix('/');
        let method = path.and_then(|path| path.strip_prefix(MatchService::<S>::NAME));
        if method.is_some_and(|method| method.starts_with('/')) {
            matches.clone().call(request)
        } else {
            routes.clone().call(request).boxed()
        }
    })
}
