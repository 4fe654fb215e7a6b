//! The trace ids in the log lines of a call, if no spans are collected.

use std::{
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use http_body::{Frame, SizeHint};
use opentelemetry::{
    propagation::{Extractor, TextMapPropagator},
    trace::TraceContextExt,
};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{IdGenerator, RandomIdGenerator},
};
use serde::Serialize;
use tonic::{Status, body::Body};

tokio::task_local! {
    /// The trace of the current call.
    pub(super) static CALL_TRACE: Arc<CallTrace>;
}

const TRACEPARENT: &str = "traceparent";

/// The W3C trace context of a call, without its `tracestate`. The sender chooses the length of a `tracestate`, and
/// every span of the call would contain it. Many such spans would overload the collector.
pub(super) struct TraceParent<'a>(Option<&'a HeaderValue>);

impl<'a> TraceParent<'a> {
    pub(super) fn of(headers: &'a HeaderMap) -> Self {
        Self(headers.get(TRACEPARENT))
    }
}

impl Extractor for TraceParent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        let value = self.0.filter(|_| key == TRACEPARENT)?;
        value.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT]
    }
}

/// The trace context that a call sends. It is parsed only when a log line is written.
#[derive(Debug)]
pub(crate) struct CallTrace {
    traceparent: Option<HeaderValue>,
    own: OnceLock<Ids>,
}

/// The ids in a log line, in hexadecimal.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ids {
    trace_id: String,
    span_id: String,
}

impl CallTrace {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self {
            traceparent: headers.get(TRACEPARENT).cloned(),
            own: OnceLock::new(),
        }
    }

    /// The ids of the caller or, without any, ids that are drawn for this call, so that its lines can be found
    /// together.
    pub(super) fn ids(&self) -> Ids {
        let callers = self.traceparent.as_ref().and_then(Ids::read);
        callers.unwrap_or_else(|| self.own.get_or_init(Ids::draw).clone())
    }
}

impl Ids {
    /// The ids of a valid W3C `traceparent`.
    fn read(traceparent: &HeaderValue) -> Option<Self> {
        let context = TraceContextPropagator::new().extract(&TraceParent(Some(traceparent)));
        let span = context.span();
        let context = span.span_context();
        context.is_valid().then(|| Self {
            trace_id: context.trace_id().to_string(),
            span_id: context.span_id().to_string(),
        })
    }

    fn draw() -> Self {
        let ids = RandomIdGenerator::default();
        Self {
            trace_id: ids.new_trace_id().to_string(),
            span_id: ids.new_span_id().to_string(),
        }
    }
}

/// The body of a stream, which keeps the trace of its call current for log lines.
pub(super) struct Named {
    body: Body,
    trace: Arc<CallTrace>,
}

impl Named {
    pub(super) fn body(body: Body, trace: Arc<CallTrace>) -> Body {
        Body::new(Self { body, trace })
    }
}

impl http_body::Body for Named {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let trace = Arc::clone(&self.trace);
        CALL_TRACE.sync_scope(trace, || Pin::new(&mut self.body).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
