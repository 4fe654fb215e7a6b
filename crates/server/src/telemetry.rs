//! Logs and traces.

mod call_trace;
mod calls;
mod logs;
mod panics;
mod repeats;
mod sampling;

use std::{fs, path::Path, sync::LazyLock, time::Duration};

use opentelemetry::{
    KeyValue,
    trace::{Tracer, TracerProvider},
};
use opentelemetry_otlp::{
    SpanExporter, WithExportConfig, WithTonicConfig,
    tonic_types::transport::{Certificate, ClientTlsConfig},
};
use opentelemetry_sdk::{Resource, error::OTelSdkError, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use tinsel_service::Entropy;
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::{
    Layer, Registry, filter::Targets, layer::SubscriberExt, registry::LookupSpan, util::SubscriberInitExt,
};

pub(crate) use call_trace::TRACE_ID;
pub(crate) use calls::CallsLayer;
pub(crate) use logs::LogFilter;
pub(crate) use repeats::left_out;

use self::repeats::Repeats;
use crate::{clock::OsEntropy, config::Config};

/// The time limit of the last export when the process ends.
pub(crate) const FLUSH: Duration = Duration::from_secs(3);

/// The time limit of one export.
pub(crate) const EXPORT: Duration = Duration::from_secs(3);

/// Data to flush before the process ends.
#[derive(Debug, Clone)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
    /// `None` for a program without logs.
    pub(crate) logs: Option<LogFilter>,
    /// The log lines that were left out and not reported yet.
    repeats: Repeats,
}

impl Telemetry {
    /// Reports log lines that were left out, and sends pending spans and metrics, within a few seconds.
    pub fn flush(&self) {
        self.repeats.end_period();
        let flushed = self.traces.as_ref().map(|traces| traces.shutdown_with_timeout(FLUSH));
        match flushed {
            None | Some(Ok(()) | Err(OTelSdkError::AlreadyShutdown)) => {}
            Some(Err(error)) => tracing::warn!(%error, "trace flush failed"),
        }
    }
}

/// Installs logs, including panics, and traces if they are configured. Must be called inside a Tokio runtime, once.
pub(crate) fn install(config: &Config) -> Telemetry {
    let endpoint = config.otlp_endpoint.as_ref();
    let ca = config.otlp_ca.as_deref();
    let traces = endpoint.and_then(|endpoint| provider((endpoint, ca), "tinsel", config.traces_per_thousand));
    let repeats = Repeats::default();
    let (logs, filter) = logs::layer(config, traces.is_some(), repeats.clone());
    let spans = traces.as_ref().map(spans);
    begin(tracing_subscriber::registry().with(logs).with(spans));
    panics::are_logged();
    tokio::spawn(report(repeats.clone()));
    Telemetry {
        traces,
        logs: Some(filter),
        repeats,
    }
}

/// Reports in each period which log lines were left out. Never returns.
async fn report(repeats: Repeats) {
    loop {
        tokio::time::sleep(repeats::PERIOD).await;
        repeats.end_period();
    }
}

/// Sends a trace of every call of this process to a collector, if there is one, by OTLP over gRPC. `ca` is a file with CA
/// certificates in place of the system's. `events` receives the events of the client library. For client programs; must
/// be called inside a Tokio runtime, once.
#[must_use = "unflushed spans and metrics may be lost"]
pub fn trace_calls(
    program: &'static str,
    endpoint: Option<&str>,
    ca: Option<&Path>,
    events: impl Layer<Registry> + Send + Sync,
) -> Telemetry {
    let traces = endpoint.and_then(|endpoint| provider((endpoint, ca), program, 1000));
    let spans = traces.as_ref().map(spans);
    begin(tracing_subscriber::registry().with(events).with(spans));
    Telemetry {
        traces,
        logs: None,
        repeats: Repeats::default(),
    }
}

fn begin(subscriber: impl Subscriber + Send + Sync) {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    if subscriber.try_init().is_err() {
        tracing::debug!("telemetry already installed");
    }
}

fn spans<S: Subscriber + for<'a> LookupSpan<'a>>(traces: &SdkTracerProvider) -> impl Layer<S> + use<S> {
    let ours = Targets::new().with_target("tinsel", tracing::Level::DEBUG);
    told(traces.tracer("tinsel")).with_filter(ours)
}

/// The target of a span is redundant, because its name identifies the code.
fn told<S, T>(tracer: T) -> OpenTelemetryLayer<S, T>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    T: Tracer<Span: Send + Sync> + 'static,
{
    let layer = tracing_opentelemetry::layer().with_tracer(tracer);
    let layer = layer.with_location(false).with_threads(false).with_target(false);
    layer.with_tracked_inactivity(false)
}

/// Exports spans to an endpoint, at most 2048 of which wait. Spans that cannot be sent are dropped; calls never wait
/// for the export. The SDK reports dropped spans only in the log: at the first one, and their number at the end.
fn provider(
    (endpoint, ca): (&str, Option<&Path>),
    service: &'static str,
    per_thousand: u16,
) -> Option<SdkTracerProvider> {
    let exporter = SpanExporter::builder().with_tonic().with_endpoint(endpoint);
    let exporter = secured(exporter.with_timeout(EXPORT), endpoint, ca).build();
    let exporter = exporter
        .map_err(|error| tracing::error!(%error, "trace exporter not created"))
        .ok()?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_sampler(sampling::sampler(per_thousand))
        .with_resource(resource(service));
    Some(provider.build())
}

/// An exporter with TLS if its endpoint is an `https://` one, by the CA certificates of this file, or of the system.
pub(crate) fn secured<E: WithTonicConfig>(exporter: E, endpoint: &str, ca: Option<&Path>) -> E {
    if !endpoint.starts_with("https://") {
        return exporter;
    }
    // Without a readable file no certificate is trusted, and every export fails.
    let pem = ca.map(|path| fs::read(path).unwrap_or_default());
    exporter.with_tls_config(match pem {
        Some(pem) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)),
        None => ClientTlsConfig::new().with_native_roots(),
    })
}

/// Distinguishes replicas, and the successive processes of a replica.
static INSTANCE: LazyLock<String> = LazyLock::new(|| {
    let mut random = [0; 16];
    OsEntropy.fill(&mut random);
    hex::encode(random)
});

/// The resource attributes of spans and metrics.
pub(crate) fn resource(service: &'static str) -> Resource {
    Resource::builder()
        .with_service_name(service)
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new("service.instance.id", INSTANCE.as_str()))
        .build()
}
