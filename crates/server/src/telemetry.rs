//! Logs and traces.

use std::{io::IsTerminal, sync::LazyLock, time::Duration};

use http::{HeaderMap, Request, Response};
use opentelemetry::{KeyValue, propagation::TextMapCompositePropagator, trace::TracerProvider};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracerProvider},
};
use tinsel_service::Entropy;
use tower_http::{
    classify::{GrpcCode, GrpcErrorsAsFailures, SharedClassifier},
    trace::{DefaultOnBodyChunk, MakeSpan, OnEos, OnResponse, TraceLayer},
};
use tracing::{Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{Layer, filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};

use crate::{
    clock::OsEntropy,
    config::{Config, LogFormat},
};

/// How long spans may take to leave when the process ends.
pub(crate) const FLUSH: Duration = Duration::from_secs(3);

/// How long one export may take.
pub(crate) const EXPORT: Duration = Duration::from_secs(3);

/// What must be flushed before the process ends.
#[derive(Debug)]
pub(crate) struct Telemetry(Option<SdkTracerProvider>);

impl Telemetry {
    pub(crate) fn flush(self) {
        if let Some(Err(error)) = self.0.map(|provider| provider.shutdown_with_timeout(FLUSH)) {
            tracing::warn!(%error, "not every span has left");
        }
    }
}

/// Installs logs, and traces if they are to go somewhere. Must be called inside a Tokio runtime, once.
pub(crate) fn install(config: &Config) -> Telemetry {
    let human = match config.log_format {
        LogFormat::Human => true,
        LogFormat::Json => false,
        LogFormat::Auto => std::io::stderr().is_terminal(),
    };
    let filter: Targets = config.log.parse().unwrap_or_default();
    let logs = if human {
        tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_filter(filter)
            .boxed()
    } else {
        let json = tracing_subscriber::fmt::layer().json().flatten_event(true);
        json.with_writer(std::io::stderr).with_filter(filter).boxed()
    };
    opentelemetry::global::set_text_map_propagator(TextMapCompositePropagator::new(vec![Box::new(
        TraceContextPropagator::new(),
    )]));
    let provider = provider(config);
    let traces = provider.as_ref().map(|provider| {
        let ours = Targets::new().with_target("tinsel", tracing::Level::DEBUG);
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("tinsel"))
            .with_filter(ours)
    });
    let installed = tracing_subscriber::registry().with(logs).with(traces).try_init();
    if installed.is_err() {
        tracing::debug!("telemetry was installed before");
    }
    Telemetry(provider)
}

/// Where spans go, if they go anywhere. Spans that cannot be sent are dropped; calls never wait for them.
fn provider(config: &Config) -> Option<SdkTracerProvider> {
    let endpoint = config.otlp_endpoint.as_ref()?;
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(EXPORT)
        .build();
    let exporter = exporter
        .map_err(|error| tracing::error!(%error, "traces cannot be sent"))
        .ok()?;
    #[expect(clippy::float_arithmetic, reason = "the sampler takes a share as a float")]
    let ratio = f64::from(config.traces_per_thousand) / 1000.0;
    let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(ratio)));
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_sampler(sampler)
        .with_resource(resource());
    Some(provider.build())
}

/// Tells replicas apart, and a replica from the one before it.
static INSTANCE: LazyLock<String> = LazyLock::new(|| {
    let mut random = [0; 16];
    OsEntropy.fill(&mut random);
    random.iter().map(|byte| format!("{byte:02x}")).collect()
});

/// What spans and metrics are said to come from.
pub(crate) fn resource() -> Resource {
    Resource::builder()
        .with_service_name("tinsel")
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_attribute(KeyValue::new("service.instance.id", INSTANCE.as_str()))
        .build()
}

type Calls = TraceLayer<SharedClassifier<GrpcErrorsAsFailures>, Call, (), Call, DefaultOnBodyChunk, Call, ()>;

/// A span for every call, below the caller's own if the call brings a W3C trace context.
pub(crate) fn calls() -> Calls {
    // What a call is refused with is no error of the server's.
    let refusals = [
        GrpcCode::Cancelled,
        GrpcCode::InvalidArgument,
        GrpcCode::NotFound,
        GrpcCode::AlreadyExists,
        GrpcCode::PermissionDenied,
        GrpcCode::ResourceExhausted,
        GrpcCode::FailedPrecondition,
        GrpcCode::Aborted,
        GrpcCode::OutOfRange,
        GrpcCode::Unimplemented,
        GrpcCode::Unauthenticated,
    ];
    let classifier = refusals
        .into_iter()
        .fold(GrpcErrorsAsFailures::new(), GrpcErrorsAsFailures::with_success);
    TraceLayer::new(SharedClassifier::new(classifier))
        .make_span_with(Call)
        .on_request(())
        .on_response(Call)
        .on_eos(Call)
        .on_failure(())
}

/// Makes and finishes the span of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call;

impl<B> MakeSpan<B> for Call {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let method = request.uri().path().trim_start_matches('/');
        // Spans are for traces, and logs at the usual level do without: a span that nobody wants costs nothing.
        let span = tracing::debug_span!(
            target: "tinsel_server::call",
            "call",
            otel.name = method,
            otel.kind = "server",
            rpc.system.name = "grpc",
            rpc.method = method,
            rpc.response.status_code = field::Empty,
        );
        if span.is_disabled() {
            return span;
        }
        let parent = opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.extract(&HeaderExtractor(request.headers()))
        });
        if let Err(error) = span.set_parent(parent) {
            tracing::trace!(%error, "no span to continue");
        }
        span
    }
}

impl<B> OnResponse<B> for Call {
    fn on_response(self, response: &Response<B>, _latency: Duration, span: &Span) {
        record_status(response.headers(), span);
    }
}

impl OnEos for Call {
    fn on_eos(self, trailers: Option<&HeaderMap>, _duration: Duration, span: &Span) {
        if let Some(trailers) = trailers {
            record_status(trailers, span);
        }
    }
}

fn record_status(headers: &HeaderMap, span: &Span) {
    if let Some(status) = headers.get("grpc-status").and_then(|status| status.to_str().ok()) {
        span.record("rpc.response.status_code", status);
    }
}
