//! Exports metrics: to Prometheus, which scrapes an endpoint of its own, and by OTLP beside the traces.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, http::StatusCode, response::IntoResponse, routing::get};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use opentelemetry::{
    KeyValue,
    metrics::{Meter, MeterProvider},
};
use opentelemetry_sdk::metrics::SdkMeterProvider;
#[cfg(target_os = "linux")]
use prometheus::process_collector::ProcessCollector;
use prometheus::{Registry, TextEncoder};
use tokio::{net::TcpListener, sync::Semaphore, task::JoinHandle};

use crate::{config::Config, telemetry};

/// The maximum of concurrent scrapes, and the time limit of a request.
const FETCHERS: usize = 16;
const ASKING: Duration = Duration::from_secs(5);

/// The pause after a failed accept, such as without free file descriptors. Without it, the loop would use a whole
/// processor.
const PAUSE: Duration = Duration::from_millis(100);

/// The metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    provider: SdkMeterProvider,
    registry: Registry,
}

impl Metrics {
    /// Metrics with the exporters of `config`. Metrics that cannot be sent are dropped.
    pub(crate) fn new(config: &Config) -> Self {
        let registry = Registry::new();
        register_process(&registry);
        let mut provider = SdkMeterProvider::builder().with_resource(telemetry::resource("tinsel", &config.otel));
        match opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .build()
        {
            Ok(exporter) => provider = provider.with_reader(exporter),
            Err(error) => tracing::error!(%error, exporter = "prometheus", "metrics exporter not created"),
        }
        match telemetry::metric_exporter(config) {
            None => {}
            Some(Ok(exporter)) => provider = provider.with_periodic_exporter(exporter),
            Some(Err(error)) => tracing::error!(%error, exporter = "otlp", "metrics exporter not created"),
        }
        let provider = provider.build();
        provider
            .meter("tinsel")
            .u64_observable_counter("tinsel.log.lines_left_out")
            .with_description("Repeated warnings and errors that were counted instead of logged")
            .with_callback(|observer| observer.observe(telemetry::left_out(), &[]))
            .build();
        let limits = [
            ("streams", config.streams_max),
            ("calls", config.calls_max),
            ("connections", u64::from(config.connections_max)),
        ];
        provider
            .meter("tinsel")
            .u64_observable_gauge("tinsel.limits")
            .with_description("Configured maximum of open streams, calls in progress, and connections")
            .with_callback(move |observer| {
                for (limit, maximum) in limits {
                    observer.observe(maximum, &[KeyValue::new("limit", limit)]);
                }
            })
            .build();
        Self { provider, registry }
    }

    /// The meter of all metrics of the server.
    pub(crate) fn meter(&self) -> Meter {
        self.provider.meter("tinsel")
    }

    /// Serves `/metrics` at this address, until the returned task is aborted. Each connection serves one request.
    ///
    /// # Errors
    ///
    /// If the server cannot listen on the address.
    pub(crate) async fn serve(&self, at: SocketAddr) -> io::Result<(SocketAddr, JoinHandle<()>)> {
        let listener = TcpListener::bind(at).await?;
        let address = listener.local_addr()?;
        let registry = self.registry.clone();
        let routes = Router::new().route("/metrics", get(async move || text(&registry)));
        let serving = tokio::spawn(async move {
            let permits = Arc::new(Semaphore::new(FETCHERS));
            // Never fails, because the semaphore is never closed.
            while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
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
                        tracing::debug!(%error, "metrics request failed");
                    }
                    drop(permit);
                });
            }
        });
        Ok((address, serving))
    }

    /// Sends pending metrics.
    pub(crate) fn flush(&self) {
        if let Err(error) = self.provider.shutdown_with_timeout(telemetry::FLUSH) {
            tracing::warn!(%error, "metrics flush failed");
        }
    }
}

/// Adds the metrics of this process, such as CPU time, memory and open files. Only Linux offers them.
fn register_process(registry: &Registry) {
    #[cfg(target_os = "linux")]
    if let Err(error) = registry.register(Box::new(ProcessCollector::for_self())) {
        tracing::error!(%error, "process metrics not created");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = registry;
}

/// The next connection, with a pause after each failed accept.
async fn next<C, A, P>(mut accept: impl FnMut() -> A, mut pause: impl FnMut() -> P) -> C
where
    A: Future<Output = io::Result<C>>,
    P: Future<Output = ()>,
{
    loop {
        match accept().await {
            Ok(connection) => return connection,
            Err(error) => {
                tracing::debug!(%error, "metrics listener: accept failed");
                pause().await;
            }
        }
    }
}

/// All metrics in the text format of Prometheus.
fn text(registry: &Registry) -> axum::response::Response {
    match TextEncoder::new().encode_to_string(&registry.gather()) {
        Ok(text) => ([("content-type", prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "metrics not encoded");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::VecDeque, future::ready};

    use super::*;

    #[tokio::test]
    async fn a_failed_accept_is_followed_by_a_pause() {
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
