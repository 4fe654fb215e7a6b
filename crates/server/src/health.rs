//! Health as gRPC tells it.
//!
//! `liveness` is serving as long as the process runs, whatever becomes of the store: restarting would not help. The
//! whole server, which is the empty name, and `readiness` are serving while the store answers and the server is not
//! about to stop.

use std::time::Duration;

use tinsel_store::MatchStore;
use tokio_util::sync::CancellationToken;
use tonic_health::{ServingStatus, server::HealthReporter};

const LIVENESS: &str = "liveness";
const READINESS: [&str; 2] = ["", "readiness"];

/// How often the store is asked.
const INTERVAL: Duration = Duration::from_secs(1);

/// Tells health until the server begins to stop.
pub(crate) async fn report<S: MatchStore>(reporter: HealthReporter, store: S, stopping: CancellationToken) {
    reporter.set_service_status(LIVENESS, ServingStatus::Serving).await;
    let mut was_ready = None;
    while !stopping.is_cancelled() {
        let ready = store.ready().await.is_ok();
        if was_ready.replace(ready) != Some(ready) {
            tracing::info!(ready, "readiness");
        }
        set_readiness(&reporter, ready).await;
        tokio::select! {
            () = stopping.cancelled() => {}
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
    set_readiness(&reporter, false).await;
}

async fn set_readiness(reporter: &HealthReporter, ready: bool) {
    let status = if ready {
        ServingStatus::Serving
    } else {
        ServingStatus::NotServing
    };
    for service in READINESS {
        reporter.set_service_status(service, status).await;
    }
}
