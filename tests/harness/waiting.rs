//! Waiting for events.

use std::{future::Future, time::Duration};

use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use crate::api::Api;

/// The time after which a test counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The interval between two checks of a condition.
const LOOK: Duration = Duration::from_millis(10);

/// The output of `happens`; fails the test after [`PATIENCE`].
pub async fn soon<T>(what: &str, happens: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, happens).await {
        Ok(happened) => happened,
        Err(_) => panic!("waited in vain: {what}"),
    }
}

/// Waits until `holds`; fails the test after [`PATIENCE`].
pub async fn until<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    soon(what, async {
        while !holds().await {
            tokio::time::sleep(LOOK).await;
        }
    })
    .await;
}

/// Waits until the server at this URL is ready: it refuses calls before it has checked its store.
pub async fn until_ready(url: &str) {
    let api = Api::connect(url).await;
    until("the server is ready", || async {
        let mut health = HealthClient::new(api.transport());
        let answer = health.check(HealthCheckRequest::default()).await;
        answer.is_ok_and(|answer| answer.into_inner().status() == ServingStatus::Serving)
    })
    .await;
}
