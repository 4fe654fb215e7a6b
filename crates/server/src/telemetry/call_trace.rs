//! The trace that the log lines of a call name where no spans are collected.

use std::{
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use http_body::{Frame, SizeHint};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};
use serde::Serialize;
use tonic::{Status, body::Body};

tokio::task_local! {
    /// That of the call which is being answered.
    pub(super) static CALL_TRACE: Arc<CallTrace>;
}

/// The trace context that a call brings. It is only read when a line is written.
#[derive(Debug)]
pub(crate) struct CallTrace {
    traceparent: Option<HeaderValue>,
    own: OnceLock<Ids>,
}

/// The ids that a line names, in hexadecimal digits.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ids {
    trace_id: String,
    span_id: String,
}

impl CallTrace {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self {
            traceparent: headers.get("traceparent").cloned(),
            own: OnceLock::new(),
        }
    }

    /// The ids of the caller; without any, those that are drawn for this call, so that its lines are found together.
    pub(super) fn ids(&self) -> Ids {
        let callers = self
            .traceparent
            .as_ref()
            .and_then(|value| Ids::parse(value.to_str().ok()?));
        callers.unwrap_or_else(|| self.own.get_or_init(Ids::draw).clone())
    }
}

impl Ids {
    /// Reads a `traceparent` of the W3C trace context: version, trace id, span id and flags, separated by hyphens.
    fn parse(traceparent: &str) -> Option<Self> {
        let parts: Vec<_> = traceparent.split('-').collect();
        let [version, trace_id, span_id, flags, ..] = parts[..] else {
            return None;
        };
        let is_hex = |text: &str, length: usize| {
            text.len() == length && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
        };
        let is_set = |text: &str| text.bytes().any(|digit| digit != b'0');
        let is_version = is_hex(version, 2) && version != "ff" && (version != "00" || parts.len() == 4);
        let are_ids = is_hex(trace_id, 32) && is_hex(span_id, 16) && is_set(trace_id) && is_set(span_id);
        (is_version && are_ids && is_hex(flags, 2)).then(|| Self {
            trace_id: trace_id.to_owned(),
            span_id: span_id.to_owned(),
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

/// The body of a stream, whose log lines name the trace of its call as well.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_valid_traceparent_is_believed() {
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        let parse = |text: &str| Ids::parse(text).map(|ids| (ids.trace_id, ids.span_id));
        let ids = Some((trace.to_owned(), span.to_owned()));
        assert_eq!(parse(&format!("00-{trace}-{span}-01")), ids);
        assert_eq!(parse(&format!("cc-{trace}-{span}-01-later")), ids, "of a later version");
        let zeros = "0".repeat(32);
        for wrong in [
            String::new(),
            format!("00-{trace}-{span}"),
            format!("00-{trace}-{span}-01-more"),
            format!("ff-{trace}-{span}-01"),
            format!("00-{zeros}-{span}-01"),
            format!("00-{trace}-{}-01", &zeros[..16]),
            format!("00-{}-{span}-01", trace.to_uppercase()),
            format!("00-{trace}x-{span}-01"),
        ] {
            assert_eq!(parse(&wrong), None, "{wrong}");
        }
    }
}
