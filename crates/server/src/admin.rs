//! Where operators are served: at an address of their own, apart from players.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tinsel_service::{Deps, GuardLayer};
use tinsel_store::MatchStore;
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use tonic::transport::server::TcpIncoming;

use crate::{reflection, telemetry};

/// How much one connection may ask at once.
const CONNECTION_CALLS_MAX: u32 = 8;

/// How often a quiet connection is tried.
const KEEPALIVE: Duration = Duration::from_secs(30);

/// Serves operators at this address until the server begins to stop; calls that are under way then have as long as those
/// of players need to finish.
///
/// # Errors
///
/// If the address cannot be listened on.
pub(crate) async fn serve<S: MatchStore>(
    deps: &Arc<Deps<S>>,
    at: SocketAddr,
    draining: CancellationToken,
) -> io::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = TcpListener::bind(at).await?;
    let address = listener.local_addr()?;
    let reflection = reflection::of_operators().build_v1().map_err(io::Error::other)?;
    let reflection_alpha = reflection::of_operators().build_v1alpha().map_err(io::Error::other)?;
    let routes = tinsel_service::admin_routes(Arc::clone(deps))
        .add_service(reflection)
        .add_service(reflection_alpha);
    // A guard of its own: operators are served when players have taken all places.
    let serving = tonic::transport::Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .max_concurrent_streams(Some(CONNECTION_CALLS_MAX))
        .layer(telemetry::calls())
        .layer(GuardLayer::of_operators(deps))
        .add_routes(routes)
        .serve_with_incoming_shutdown(TcpIncoming::from(listener), draining.cancelled_owned());
    tracing::info!(%address, "operators are served");
    let serving = tokio::spawn(async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "operators are not served any more");
        }
    });
    Ok((address, serving))
}
