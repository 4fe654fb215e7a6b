//! Where metrics go: to Prometheus, which fetches them from a port of their own, and by OTLP beside the traces.

use std::{io, net::SocketAddr};

use axum::{Router, http::StatusCode, response::IntoResponse, routing::get};
use opentelemetry::metrics::{Meter, MeterProvider};
use opentelemetry_otlp::{MetricExporter, WithExportConfig};
use opentelemetry_sdk::metrics::SdkMeterProvider;
use prometheus::{Registry, TextEncoder};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::{config::Config, telemetry};

/// The metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    provider: SdkMeterProvider,
    registry: Registry,
}

impl Metrics {
    /// Metrics that go where `config` says; what cannot be sent is dropped.
    pub(crate) fn new(config: &Config) -> Self {
        let registry = Registry::new();
        let mut provider = SdkMeterProvider::builder().with_resource(telemetry::resource());
        match opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .build()
        {
            Ok(exporter) => provider = provider.with_reader(exporter),
            Err(error) => tracing::error!(%error, "metrics cannot be fetched"),
        }
        if let Some(endpoint) = &config.otlp_endpoint {
            let exporter = MetricExporter::builder()
                .with_tonic()
                .with_endpoint(endpoint)
                .with_timeout(telemetry::EXPORT)
                .build();
            match exporter {
                Ok(exporter) => provider = provider.with_periodic_exporter(exporter),
                Err(error) => tracing::error!(%error, "metrics cannot be sent"),
            }
        }
        Self {
            provider: provider.build(),
            registry,
        }
    }

    /// By which everything of the server is measured.
    pub(crate) fn meter(&self) -> Meter {
        self.provider.meter("tinsel")
    }

    /// Serves them at `/metrics` of this address, until told to stop.
    ///
    /// # Errors
    ///
    /// If the address cannot be listened on.
    pub(crate) async fn serve(
        &self,
        at: SocketAddr,
        stopping: CancellationToken,
    ) -> io::Result<(SocketAddr, JoinHandle<()>)> {
        let listener = TcpListener::bind(at).await?;
        let address = listener.local_addr()?;
        let registry = self.registry.clone();
        let routes = Router::new().route("/metrics", get(async move || text(&registry)));
        let serving = tokio::spawn(async move {
            let served = axum::serve(listener, routes).with_graceful_shutdown(stopping.cancelled_owned());
            if let Err(error) = served.await {
                tracing::error!(%error, "metrics are served no longer");
            }
        });
        Ok((address, serving))
    }

    /// Sends what has not been sent.
    pub(crate) fn flush(&self) {
        if let Err(error) = self.provider.shutdown_with_timeout(telemetry::FLUSH) {
            tracing::warn!(%error, "not every metric has left");
        }
    }
}

/// All metrics as Prometheus reads them.
fn text(registry: &Registry) -> axum::response::Response {
    match TextEncoder::new().encode_to_string(&registry.gather()) {
        Ok(text) => ([("content-type", prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "metrics cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
