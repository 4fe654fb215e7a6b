//! Where operators are served: at an address of their own, apart from players.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tinsel_service::{AdmissionLayer, Deps};
use tinsel_store::MatchStore;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;

use crate::{
    connections::{Connections, Served},
    reflection, telemetry,
};

/// Serves operators at this address until the server drains; calls that are under way then have `grace` to finish.
///
/// # Errors
///
/// If the address cannot be listened on.
pub(crate) async fn serve<S: MatchStore>(
    deps: &Arc<Deps<S>>,
    at: SocketAddr,
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
    // A guard and places of its own: operators are served when players have taken all there are.
    let guard = AdmissionLayer::of_operators(deps);
    let calls = ServiceBuilder::new()
        .layer(telemetry::CallsLayer)
        .layer(guard.clone())
        .service(routes.prepare());
    let connections = Connections::of_operators(grace, draining);
    tracing::info!(%address, "operators are served");
    Ok(Served {
        address,
        guard,
        serving: tokio::spawn(connections.serve(listener, calls)),
    })
}
