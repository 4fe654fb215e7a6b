//! Messages between replicas, for every backend.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use futures_util::Stream;
use tokio::sync::broadcast;
use tokio_stream::wrappers::{BroadcastStream, errors::BroadcastStreamRecvError};

/// The maximum of unread messages of a reader; beyond it the oldest are lost.
const UNREAD_MAX: usize = 1_024;

/// The messages of all replicas, including this one; ends when its store is dropped. Messages can be lost.
pub struct Messages(BroadcastStream<Bytes>);

/// Sends messages to all readers in this process.
#[derive(Debug, Clone)]
pub(crate) struct MessageSender(broadcast::Sender<Bytes>);

impl Default for MessageSender {
    fn default() -> Self {
        Self(broadcast::Sender::new(UNREAD_MAX))
    }
}

impl MessageSender {
    pub(crate) fn send(&self, message: Bytes) {
        // An error means that there are no readers.
        drop(self.0.send(message));
    }

    pub(crate) fn listen(&self) -> Messages {
        Messages(BroadcastStream::new(self.0.subscribe()))
    }
}

impl Stream for Messages {
    type Item = Bytes;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        loop {
            match ready!(Pin::new(&mut self.0).poll_next(context)) {
                Some(Ok(message)) => return Poll::Ready(Some(message)),
                Some(Err(BroadcastStreamRecvError::Lagged(_))) => {}
                None => return Poll::Ready(None),
            }
        }
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").finish_non_exhaustive()
    }
}
