//! Logs and traces.

mod call_trace;
mod calls;
mod logs;
mod panics;
mod sampling;

use std::{sync::LazyLock, time::Duration};

use opentelemetry::{
    KeyValue,
    trace::{Tracer, TracerProvider},
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{Resource, error::OTelSdkError, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use tinsel_service::Entropy;
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::{Layer, filter::Targets, layer::SubscriberExt, registry::LookupSpan, util::SubscriberInitExt};

pub(crate) use calls::CallsLayer;
pub(crate) use logs::LogFilter;

use crate::{clock::OsEntropy, config::Config};

/// How long spans may take to leave when the process ends.
pub(crate) const FLUSH: Duration = Duration::from_secs(3);

/// How long one export may take.
pub(crate) const EXPORT: Duration = Duration::from_secs(3);

/// What must be flushed before the process ends.
#[derive(Debug, Clone)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
    /// `None` for a program that does not log.
    pub(crate) logs: Option<LogFilter>,
}

impl Telemetry {
    /// Sends what was not sent yet, within a few seconds; once.
    pub fn flush(&self) {
        let flushed = self.traces.as_ref().map(|traces| traces.shutdown_with_timeout(FLUSH));
        match flushed {
            None | Some(Ok(()) | Err(OTelSdkError::AlreadyShutdown)) => {}
            Some(Err(error)) => tracing::warn!(%error, "not every span has left"),
        }
    }
}

/// Installs logs, also of panics, and traces if they are to go somewhere. Must be called inside a Tokio runtime, once.
pub(crate) fn install(config: &Config) -> Telemetry {
    let endpoint = config.otlp_endpoint.as_ref();
    let traces = endpoint.and_then(|endpoint| provider(endpoint, "tinsel", config.traces_per_thousand));
    let (logs, filter) = logs::layer(config, traces.is_some());
    let spans = traces.as_ref().map(spans);
    begin(tracing_subscriber::registry().with(logs).with(spans));
    panics::are_logged();
    Telemetry {
        traces,
        logs: Some(filter),
    }
}

/// Sends a trace of every call that this process makes to a collector, by OTLP over gRPC. For programs that are clients;
/// must be called inside a Tokio runtime, once.
#[must_use = "what was not flushed may be lost"]
pub fn trace_calls(program: &'static str, endpoint: &str) -> Telemetry {
    let traces = provider(endpoint, program, 1000);
    let spans = traces.as_ref().map(spans);
    begin(tracing_subscriber::registry().with(spans));
    Telemetry { traces, logs: None }
}

fn begin(subscriber: impl Subscriber + Send + Sync) {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    if subscriber.try_init().is_err() {
        tracing::debug!("telemetry was installed before");
    }
}

fn spans<S: Subscriber + for<'a> LookupSpan<'a>>(traces: &SdkTracerProvider) -> impl Layer<S> + use<S> {
    let ours = Targets::new().with_target("tinsel", tracing::Level::DEBUG);
    told(traces.tracer("tinsel")).with_filter(ours)
}

/// What a span is called says where it comes from.
fn told<S, T>(tracer: T) -> OpenTelemetryLayer<S, T>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    T: Tracer<Span: Send + Sync> + 'static,
{
    let layer = tracing_opentelemetry::layer().with_tracer(tracer);
    let layer = layer.with_location(false).with_threads(false).with_target(false);
    layer.with_tracked_inactivity(false)
}

/// Sends spans to an endpoint. Those that cannot be sent are dropped; calls never wait for them. At most 2048 wait to be
/// sent. How many were dropped the SDK tells nobody but the log, when the first is and at the end.
fn provider(endpoint: &str, service: &'static str, per_thousand: u16) -> Option<SdkTracerProvider> {
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(EXPORT)
        .build();
    let exporter = exporter
        .map_err(|error| tracing::error!(%error, "traces cannot be sent"))
        .ok()?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_sampler(sampling::sampler(per_thousand))
        .with_resource(resource(service));
    Some(provider.build())
}

/// Tells replicas apart, and a replica from the one before it.
static INSTANCE: LazyLock<String> = LazyLock::new(|| {
    let mut random = [0; 16];
    OsEntropy.fill(&mut random);
    random.iter().map(|byte| format!("{byte:02x}")).collect()
});

/// What spans and metrics are said to come from.
pub(crate) fn resource(service: &'static str) -> Resource {
    Resource::builder()
        .with_service_name(service)
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new("service.instance.id", INSTANCE.as_str()))
        .build()
}
