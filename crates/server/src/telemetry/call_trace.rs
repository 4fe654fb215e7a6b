//! The trace ID of a call: in its log lines, if no spans are collected, in the metadata of its response, and in the
//! details of a refusal.

use std::{
    fmt,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
use http_body::{Frame, SizeHint};
use opentelemetry::{
    propagation::{Extractor, TextMapPropagator},
    trace::{SpanContext, SpanId, TraceContextExt, TraceId},
};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{IdGenerator, RandomIdGenerator},
};
use prost::Message;
use prost_types::Any;
use serde::{Serialize, Serializer};
use tonic::{Status, body::Body, metadata::MetadataMap};
use tonic_types::pb;

tokio::task_local! {
    /// The trace of the current call.
    pub(super) static CALL_TRACE: Arc<CallTrace>;
}

static TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The metadata of a response with the trace ID of its call, in hexadecimal.
pub(crate) static TRACE_ID: HeaderName = HeaderName::from_static("x-trace-id");

/// The W3C trace context of a call, without its `tracestate`. The sender chooses the length of a `tracestate`, and
/// every span of the call would contain it. Many such spans would overload the collector.
pub(super) struct TraceParent<'a>(Option<&'a HeaderValue>);

impl<'a> TraceParent<'a> {
    pub(super) fn of(headers: &'a HeaderMap) -> Self {
        Self(headers.get(&TRACEPARENT))
    }
}

impl Extractor for TraceParent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        let value = self.0.filter(|_| key == TRACEPARENT.as_str())?;
        value.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT.as_str()]
    }
}

/// The trace of a call: the one that it sends, which is parsed when it is first needed, or its own.
#[derive(Debug)]
pub(crate) struct CallTrace {
    traceparent: Option<HeaderValue>,
    ids: OnceLock<Ids>,
}

/// The ids in a log line, which contains them in hexadecimal.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ids {
    #[serde(serialize_with = "as_displayed")]
    trace_id: TraceId,
    #[serde(serialize_with = "as_displayed")]
    span_id: SpanId,
}

fn as_displayed<S: Serializer>(id: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

impl CallTrace {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self {
            traceparent: headers.get(&TRACEPARENT).cloned(),
            ids: OnceLock::new(),
        }
    }

    /// Uses the trace of the call's span, unless the caller sent one, which the span then continues.
    pub(super) fn follow(&self, span: &SpanContext) {
        if span.is_valid() {
            self.ids_or(|| Ids::of(span));
        }
    }

    /// Adds the trace ID to the headers of a response, also if these are those of a refusal.
    pub(super) fn name_response(&self, headers: &mut HeaderMap) {
        let ids = self.ids();
        let mut digits = [0; 32];
        // Cannot fail: 16 bytes are 32 digits.
        let _ = hex::encode_to_slice(ids.trace_id.to_bytes(), &mut digits);
        if let Ok(mut id) = HeaderValue::from_bytes(&digits) {
            // Sensitive headers stay out of the HPACK table: this one rarely repeats, and would evict others.
            id.set_sensitive(true);
            headers.insert(&TRACE_ID, id);
        }
        ids.name_refusal(headers);
    }

    /// The ids of the caller or, without any, ids that are drawn for this call, so that its lines can be found
    /// together.
    pub(super) fn ids(&self) -> Ids {
        self.ids_or(Ids::draw)
    }

    /// The ids that the call sends, or else its own, which are determined once.
    fn ids_or(&self, own: impl FnOnce() -> Ids) -> Ids {
        let sent = || self.traceparent.as_ref().and_then(Ids::read);
        *self.ids.get_or_init(|| sent().unwrap_or_else(own))
    }
}

impl Ids {
    /// The ids of a valid W3C `traceparent`.
    fn read(traceparent: &HeaderValue) -> Option<Self> {
        let context = TraceContextPropagator::new().extract(&TraceParent(Some(traceparent)));
        let span = context.span();
        let context = span.span_context();
        context.is_valid().then(|| Self::of(context))
    }

    fn of(context: &SpanContext) -> Self {
        Self {
            trace_id: context.trace_id(),
            span_id: context.span_id(),
        }
    }

    /// Adds the trace ID to the details of the refusal that these headers or trailers contain, as
    /// `google.rpc.RequestInfo`.
    fn name_refusal(&self, headers: &mut HeaderMap) {
        let Some(status) = Status::from_header_map(headers).filter(|status| !status.details().is_empty()) else {
            return;
        };
        let info = pb::RequestInfo {
            request_id: self.trace_id.to_string(),
            serving_data: String::new(),
        };
        let addition = pb::Status {
            details: vec![Any {
                type_url: "type.googleapis.com/google.rpc.RequestInfo".to_owned(),
                value: info.encode_to_vec(),
            }],
            ..pb::Status::default()
        };
        // Concatenated messages are merged: the list of details grows.
        let details = [status.details(), &addition.encode_to_vec()].concat();
        let named =
            Status::with_details_and_metadata(status.code(), status.message(), details.into(), MetadataMap::new());
        // Fails only for text that is not valid in a header, which came from one.
        let _ = named.add_header(headers);
    }

    fn draw() -> Self {
        let ids = RandomIdGenerator::default();
        Self {
            trace_id: ids.new_trace_id(),
            span_id: ids.new_span_id(),
        }
    }
}

/// The body of a stream, which keeps the trace of its call current for log lines, and adds the trace ID to a refusal.
pub(super) struct NamedBody {
    body: Body,
    trace: Arc<CallTrace>,
}

impl NamedBody {
    pub(super) fn of(body: Body, trace: Arc<CallTrace>) -> Body {
        Body::new(Self { body, trace })
    }
}

impl http_body::Body for NamedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let trace = Arc::clone(&self.trace);
        let polled = CALL_TRACE.sync_scope(trace, || Pin::new(&mut self.body).poll_frame(context));
        polled.map_ok(|mut frame| {
            if let Some(trailers) = frame.trailers_mut() {
                self.trace.ids().name_refusal(trailers);
            }
            frame
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_has_the_trace_id_outside_of_the_hpack_table() {
        let trace = CallTrace::of(&HeaderMap::new());
        let mut headers = HeaderMap::new();
        trace.name_response(&mut headers);
        let id = &headers["x-trace-id"];
        assert_eq!(id.to_str().unwrap(), trace.ids().trace_id.to_string());
        assert!(id.is_sensitive());
    }
}
