//! Health checks.

use tonic::Response;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use crate::{client::Client, error::Error};

/// The metadata key of the cause why a server is not ready.
const CAUSE: &str = "tinsel-not-ready";

/// The result of a health check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Health {
    /// Whether the check passes.
    pub is_serving: bool,
    /// Why a server is not ready, if it reports that.
    pub cause: Option<String>,
}

impl Client {
    /// The result of this health check of a server: `readiness`, which depends on the store, or `liveness`, which does
    /// not.
    ///
    /// # Errors
    ///
    /// See [`Client`]; [`Error::Refused`] if there is no such check.
    pub async fn check_health(&self, part: &str) -> Result<Health, Error> {
        let asked = HealthCheckRequest {
            service: part.to_owned(),
        };
        let send = |channel, request| async {
            let response = HealthClient::new(channel).check(request).await?;
            let cause = response.metadata().get(CAUSE).and_then(|cause| cause.to_str().ok());
            let health = Health {
                is_serving: response.get_ref().status() == ServingStatus::Serving,
                cause: cause.map(str::to_owned),
            };
            Ok(Response::new(health))
        };
        self.ask(None, asked, send).await
    }
}
