//! Records the end of streams.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tonic::{Code, Status, body::Body};

use crate::{metrics::Metrics, quotas::StreamPermit};

/// The body of a stream, which records the stream's final status. The call itself counts as completed when the stream
/// begins, so without this a later failure would not be counted.
pub(super) struct StreamEnd {
    body: Body,
    metrics: Arc<Metrics>,
    /// The stream's method; `None` after the end was recorded.
    method: Option<&'static str>,
    /// Released when the stream has ended.
    _permit: Option<StreamPermit>,
}

impl StreamEnd {
    pub(super) fn new(body: Body, metrics: Arc<Metrics>, method: &'static str, permit: Option<StreamPermit>) -> Self {
        Self {
            body,
            metrics,
            method: Some(method),
            _permit: permit,
        }
    }

    fn ended(&mut self, code: Code, failure: Option<&Status>) {
        if let Some(method) = self.method.take() {
            self.metrics.stream_ended(method, code, failure);
        }
    }

    fn look_at(&mut self, frame: &Result<Frame<Bytes>, Status>) {
        let trailers = match frame {
            Ok(frame) => frame.trailers_ref().and_then(Status::from_header_map),
            Err(status) => Some(status.clone()),
        };
        if let Some(status) = trailers {
            self.ended(status.code(), Some(&status));
        }
    }
}

impl http_body::Body for StreamEnd {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        match &frame {
            Some(frame) => self.look_at(frame),
            None => self.ended(Code::Ok, None),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for StreamEnd {
    /// The caller has cancelled the stream.
    fn drop(&mut self) {
        self.ended(Code::Cancelled, None);
    }
}
