//! The endpoint for operators, at an address separate from the players' endpoint.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tinsel_service::{AdmissionLayer, Deps};
use tinsel_store::MatchStore;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;

use crate::{
    connections::{Connections, Served},
    reflection, telemetry,
    tls::Tls,
    workers::Worker,
};

/// Serves operators at this address until the server drains; calls in flight then have `grace` to finish.
///
/// # Errors
///
/// If the server cannot listen on the address.
pub(crate) async fn serve<S: MatchStore>(
    deps: &Arc<Deps<S>>,
    at: SocketAddr,
    tls: Option<Tls>,
    draining: CancellationToken,
    grace: Duration,
) -> io::Result<Served> {
    let listener = TcpListener::bind(at).await?;
    let address = listener.local_addr()?;
    let reflection = reflection::of_operators().build_v1().map_err(io::Error::other)?;
    let reflection_alpha = reflection::of_operators().build_v1alpha().map_err(io::Error::other)?;
    let routes = tinsel_service::admin_routes(Arc::clone(deps))
        .add_service(reflection)
        .add_service(reflection_alpha);
    // Separate limits: operators are served even when players have used up theirs.
    let guard = AdmissionLayer::of_operators(deps);
    let calls = ServiceBuilder::new()
        .layer(telemetry::CallsLayer)
        .layer(guard.clone())
        .service(routes.prepare());
    let connections = Connections::of_operators(grace, tls, draining);
    tracing::info!(%address, "admin listener started");
    Ok(Served {
        address,
        guard,
        serving: tokio::spawn(connections.serve(listener, Worker::current(), calls)),
    })
}
