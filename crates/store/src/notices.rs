//! Notices to watchers of a match, for every backend.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::Stream;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;

use crate::{Notice, Version};

/// A stream with a notice whenever a watched match changes; ends when its store is dropped.
///
/// A slow watcher neither delays others nor costs memory: its unread notices merge into one, and a loss takes
/// precedence over a change.
pub struct Notices {
    // Dropped before `leave` runs, so that the number of watchers no longer includes this one then.
    state: WatchStream<NoticeState>,
    losses: u64,
    _leave: Leave,
}

/// The state of notices, as counters of which only the newest values matter.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoticeState {
    version: Version,
    losses: u64,
}

/// Notifies all watchers of one match.
#[derive(Debug)]
pub(crate) struct NoticeSender(watch::Sender<NoticeState>);

impl NoticeSender {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(NoticeState::default()))
    }

    /// Notifies that the match is at `version` now. After a failover its revision may be lower than before.
    pub(crate) fn moved(&self, version: Version) {
        self.0.send_modify(|state| state.version = version);
    }

    /// Notifies that notices may have been lost.
    pub(crate) fn lost(&self) {
        self.0.send_modify(|state| state.losses = state.losses.wrapping_add(1));
    }

    /// Whether no watcher is left.
    pub(crate) fn is_unheard(&self) -> bool {
        self.0.receiver_count() == 0
    }

    /// A stream of notices from now on; `leave` runs when it is dropped.
    pub(crate) fn listen(&self, leave: impl FnOnce() + Send + Sync + 'static) -> Notices {
        let receiver = self.0.subscribe();
        let losses = receiver.borrow().losses;
        Notices {
            state: WatchStream::from_changes(receiver),
            losses,
            _leave: Leave(Some(Box::new(leave))),
        }
    }
}

impl Stream for Notices {
    type Item = Notice;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Notice>> {
        let Some(state) = ready!(Pin::new(&mut self.state).poll_next(context)) else {
            return Poll::Ready(None);
        };
        if state.losses == self.losses {
            return Poll::Ready(Some(Notice::Moved(state.version)));
        }
        self.losses = state.losses;
        Poll::Ready(Some(Notice::Lost))
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notices").finish_non_exhaustive()
    }
}

struct Leave(Option<Box<dyn FnOnce() + Send + Sync>>);

impl Drop for Leave {
    fn drop(&mut self) {
        if let Some(leave) = self.0.take() {
            leave();
        }
    }
}
