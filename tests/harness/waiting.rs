//! Waiting for what must happen.

use std::{future::Future, time::Duration};

/// How long anything may take before a test counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How often a condition is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// What `happens`; fails the test if it does not happen at all.
pub async fn soon<T>(what: &str, happens: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, happens).await {
        Ok(happened) => happened,
        Err(_) => panic!("waited in vain: {what}"),
    }
}

/// Waits until `holds`; fails the test if it never does.
pub async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    soon(what, async {
        while !holds().await {
            tokio::time::sleep(LOOK).await;
        }
    })
    .await;
}
