//! Waits for an optional point in time.

use tokio::time::{Instant, sleep_until};

/// Waits until this time; without one, never completes.
pub(super) async fn wait_until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
