//! Traces that continue at the server.

use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry_sdk::{propagation::TraceContextPropagator, trace::SdkTracerProvider};
use tinsel_client::Token;
use tinsel_proto::v1::GameAction;
use tonic::Code;
use tracing::{Dispatch, Instrument, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{layer::SubscriberExt, registry};

use crate::fake::{Fake, client, status};

// It runs on one thread, so that its own subscriber receives all its spans and none of other tests.
#[tokio::test]
async fn every_attempt_is_a_span_of_the_callers_trace_and_sends_its_context() {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    let tracer = SdkTracerProvider::builder().build().tracer("test");
    // With a single subscriber, `tracing` caches callsites that other threads reach first as disabled for all.
    let _another = Dispatch::new(registry());
    let layer = tracing_opentelemetry::layer().with_tracer(tracer);
    let _guard = tracing::subscriber::set_default(registry().with(layer));
    tracing::callsite::rebuild_interest_cache();

    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.submits.push_back(status(Code::Unavailable, "CONTENDED", None)));
    let seat = client(&[&address]).seat("000-match", Token::new("token"), 3);
    let asking = info_span!("asking");
    let trace = asking.context().span().span_context().trace_id().to_string();
    seat.submit(GameAction::default()).instrument(asking).await.unwrap();

    let told = fake.script(|script| script.traceparents.clone());
    let spans: Vec<_> = told
        .iter()
        .map(|parent| parent.split('-').collect::<Vec<_>>())
        .collect();
    assert_eq!(spans.len(), 2, "{told:?}");
    assert!(spans.iter().all(|parts| parts[1] == trace), "{told:?} of {trace}");
    assert_ne!(spans[0][2], spans[1][2], "each attempt is a span of its own");
}
