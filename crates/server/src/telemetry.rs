//! Logs and traces.

mod call_trace;
mod calls;
mod collector;
mod logs;
mod panics;
mod repeats;
mod sampling;

use std::{error::Error, path::Path, sync::LazyLock, time::Duration};

use opentelemetry::{
    KeyValue,
    trace::{Tracer, TracerProvider},
};
use opentelemetry_otlp::{MetricExporter, SpanExporter};
use opentelemetry_sdk::{Resource, error::OTelSdkError, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use tinsel_service::Entropy;
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::{
    Layer, Registry, filter::Targets, layer::SubscriberExt, registry::LookupSpan, util::SubscriberInitExt,
};

pub(crate) use call_trace::TRACE_ID;
pub(crate) use calls::CallsLayer;
pub(crate) use collector::Collector;
pub(crate) use logs::LogFilter;
pub(crate) use repeats::left_out;

use self::repeats::Repeats;
use crate::{
    clock::OsEntropy,
    config::{Config, Otel, Protocol},
};

/// The time limit of the last export when the process ends.
pub(crate) const FLUSH: Duration = Duration::from_secs(3);

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
    let (endpoint, ca) = (config.otlp_endpoint.as_deref(), config.otlp_ca.as_deref());
    let traces = provider((endpoint, ca), &config.otel, "tinsel", config.traces_per_thousand);
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

/// Sends a trace of every call of this process to a collector, if there is one, by OTLP. `ca` is a file with CA
/// certificates in place of the system's, `otel` contains further settings. `events` receives the events of the client library. For client programs; must
/// be called inside a Tokio runtime, once.
#[must_use = "unflushed spans and metrics may be lost"]
pub fn trace_calls(
    program: &'static str,
    endpoint: Option<&str>,
    ca: Option<&Path>,
    otel: &Otel,
    events: impl Layer<Registry> + Send + Sync,
) -> Telemetry {
    let traces = provider((endpoint, ca), otel, program, 1000);
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
    (endpoint, ca): (Option<&str>, Option<&Path>),
    otel: &Otel,
    service: &'static str,
    per_thousand: u16,
) -> Option<SdkTracerProvider> {
    if otel.disabled {
        return None;
    }
    let collector = Collector::of_traces(endpoint, ca, &otel.traces)?;
    let exporter = span_exporter(&collector)
        .map_err(|error| tracing::error!(%error, "trace exporter not created"))
        .ok()?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_sampler(sampling::sampler(per_thousand))
        .with_resource(resource(service, otel));
    Some(provider.build())
}

fn span_exporter(collector: &Collector) -> Result<SpanExporter, Box<dyn Error>> {
    Ok(match collector.protocol() {
        Protocol::Grpc => collector.by_grpc(SpanExporter::builder().with_tonic()).build()?,
        Protocol::HttpProtobuf => collector.by_http(SpanExporter::builder().with_http())?.build()?,
    })
}

/// The exporter of metrics; `None` if they are not exported by OTLP.
pub(crate) fn metric_exporter(config: &Config) -> Option<Result<MetricExporter, Box<dyn Error>>> {
    let (ca, signal) = (config.otlp_ca.as_deref(), &config.otel.metrics);
    let endpoint = config.otlp_metrics_endpoint.clone().filter(|_| !config.otel.disabled)?;
    let collector = Collector::at(endpoint, ca, signal)?;
    let built = || {
        Ok(match collector.protocol() {
            Protocol::Grpc => collector.by_grpc(MetricExporter::builder().with_tonic()).build()?,
            Protocol::HttpProtobuf => collector.by_http(MetricExporter::builder().with_http())?.build()?,
        })
    };
    Some(built())
}

/// The ID of this process in spans, metrics and log lines. Distinguishes replicas, and the successive processes of a replica.
fn instance() -> &'static str {
    static INSTANCE: LazyLock<String> = LazyLock::new(|| {
        let mut random = [0; 16];
        OsEntropy.fill(&mut random);
        hex::encode(random)
    });
    INSTANCE.as_str()
}

/// The resource attributes of spans and metrics. `service` is its name, unless a variable contains one.
pub(crate) fn resource(service: &'static str, otel: &Otel) -> Resource {
    let resource = match otel.names_service {
        true => Resource::builder(),
        false => Resource::builder().with_service_name(service),
    };
    resource
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new("service.instance.id", instance()))
        .build()
}
