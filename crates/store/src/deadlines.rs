//! Due deadlines, and notices about them, for every backend.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::Stream;
use tokio::sync::broadcast;
use tokio_stream::wrappers::{BroadcastStream, errors::BroadcastStreamRecvError};

use crate::{MatchId, UnixMillis};

/// The maximum number of unread notices of a reader; beyond it the oldest are dropped.
const BEHIND_MAX: usize = 1024;

/// The matches of a shard that are due.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// The matches with their deadlines, the earliest deadline first.
    pub matches: Vec<(MatchId, UnixMillis)>,
    /// The next deadline in the index after those matches; `None` if there is none. No other match of the shard is due
    /// before it. If it is not after the `now` of the query, more matches are due than the limit.
    pub next: Option<UnixMillis>,
}

/// A reason to read deadlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadlineNotice {
    /// The match is due at this time, which is earlier than the index had it before.
    Due(MatchId, UnixMillis),
    /// A replica has left, or the number of shards or an outage was stored.
    ReplicasChanged,
    /// Notices may have been lost; read again.
    Lost,
}

/// A stream of notices about deadlines; ends when its store is dropped.
pub struct DeadlineNotices {
    is_new: bool,
    received: BroadcastStream<DeadlineNotice>,
}

/// Sends notices to all readers in this process.
#[derive(Debug, Clone)]
pub(crate) struct DeadlineSender(broadcast::Sender<DeadlineNotice>);

impl Default for DeadlineSender {
    fn default() -> Self {
        Self(broadcast::Sender::new(BEHIND_MAX))
    }
}

impl DeadlineSender {
    pub(crate) fn send(&self, notice: DeadlineNotice) {
        // An error means that there are no readers.
        drop(self.0.send(notice));
    }

    pub(crate) fn listen(&self) -> DeadlineNotices {
        DeadlineNotices {
            is_new: true,
            received: BroadcastStream::new(self.0.subscribe()),
        }
    }
}

impl Stream for DeadlineNotices {
    type Item = DeadlineNotice;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<DeadlineNotice>> {
        if std::mem::take(&mut self.is_new) {
            return Poll::Ready(Some(DeadlineNotice::Lost));
        }
        let received = ready!(Pin::new(&mut self.received).poll_next(context));
        Poll::Ready(received.map(|notice| match notice {
            Ok(notice) => notice,
            Err(BroadcastStreamRecvError::Lagged(_)) => DeadlineNotice::Lost,
        }))
    }
}

impl fmt::Debug for DeadlineNotices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeadlineNotices").finish_non_exhaustive()
    }
}
