//! Health checks.

use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use crate::{client::Client, error::Error};

impl Client {
    /// Whether this health check of a server passes: `readiness`, which depends on the store, or `liveness`, which does
    /// not.
    ///
    /// # Errors
    ///
    /// See [`Client`]; [`Error::Refused`] if there is no such check.
    pub async fn is_serving(&self, part: &str) -> Result<bool, Error> {
        let asked = HealthCheckRequest {
            service: part.to_owned(),
        };
        let send = |channel, request| async { HealthClient::new(channel).check(request).await };
        let told = self.ask(None, asked, send).await?;
        Ok(told.status() == ServingStatus::Serving)
    }
}
