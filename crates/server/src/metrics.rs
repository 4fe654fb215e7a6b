//! Where metrics go: to Prometheus, which fetches them from a port of their own, and by OTLP beside the traces.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, http::StatusCode, response::IntoResponse, routing::get};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use opentelemetry::metrics::{Meter, MeterProvider};
use opentelemetry_otlp::{MetricExporter, WithExportConfig};
use opentelemetry_sdk::metrics::SdkMeterProvider;
use prometheus::{Registry, TextEncoder};
use tokio::{net::TcpListener, sync::Semaphore, task::JoinHandle};

use crate::{config::Config, telemetry};

/// How many may fetch at once, and how long each may take to ask.
const FETCHERS: usize = 16;
const ASKING: Duration = Duration::from_secs(5);

/// For how long nobody is let in after the system gave no connection, as when it is out of files: to ask again at once
/// would take a processor for nothing.
const PAUSE: Duration = Duration::from_millis(100);

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
        let mut provider = SdkMeterProvider::builder().with_resource(telemetry::resource("tinsel"));
        match opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .build()
        {
            Ok(exporter) => provider = provider.with_reader(exporter),
            Err(error) => tracing::error!(%error, "metrics cannot be fetched"),
        }
        if let Some(endpoint) = &config.otlp_metrics_endpoint {
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

    /// Serves them at `/metrics` of this address, until what is returned is aborted. Each connection is for one answer.
    ///
    /// # Errors
    ///
    /// If the address cannot be listened on.
    pub(crate) async fn serve(&self, at: SocketAddr) -> io::Result<(SocketAddr, JoinHandle<()>)> {
        let listener = TcpListener::bind(at).await?;
        let address = listener.local_addr()?;
        let registry = self.registry.clone();
        let routes = Router::new().route("/metrics", get(async move || text(&registry)));
        let serving = tokio::spawn(async move {
            let places = Arc::new(Semaphore::new(FETCHERS));
            // The semaphore is never closed.
            while let Ok(place) = Arc::clone(&places).acquire_owned().await {
                let (stream, _) = next(|| listener.accept(), || tokio::time::sleep(PAUSE)).await;
                let service = TowerToHyperService::new(routes.clone());
                tokio::spawn(async move {
                    let mut answering = http1::Builder::new();
                    answering
                        .timer(TokioTimer::new())
                        .header_read_timeout(ASKING)
                        .keep_alive(false);
                    let answering = answering.serve_connection(TokioIo::new(stream), service);
                    if let Ok(Err(error)) = tokio::time::timeout(2 * ASKING, answering).await {
                        tracing::debug!(%error, "metrics were not fetched");
                    }
                    drop(place);
                });
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

/// The next connection, with a pause after each time that there was none to have.
async fn next<C, A, P>(mut accept: impl FnMut() -> A, mut pause: impl FnMut() -> P) -> C
where
    A: Future<Output = io::Result<C>>,
    P: Future<Output = ()>,
{
    loop {
        match accept().await {
            Ok(connection) => return connection,
            Err(error) => {
                tracing::debug!(%error, "nobody could be let in who fetches metrics");
                pause().await;
            }
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

#[cfg(test)]
mod tests {
    use std::{collections::VecDeque, future::ready};

    use super::*;

    #[tokio::test]
    async fn who_fails_to_let_somebody_in_pauses_before_trying_again() {
        let out_of_files = || Err(io::Error::from(io::ErrorKind::QuotaExceeded));
        let mut tries = VecDeque::from([out_of_files(), out_of_files(), Ok("somebody")]);
        let mut pauses = 0;
        let accept = || ready(tries.pop_front().expect("a try"));
        let pause = || {
            pauses += 1;
            ready(())
        };
        let came = next(accept, pause).await;
        assert_eq!((came, pauses), ("somebody", 2));
    }
}
