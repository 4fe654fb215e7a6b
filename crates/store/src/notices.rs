//! How watchers of a match are told, whatever the backend.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_util::Stream;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;

use crate::{Notice, Version};

/// Tells whenever a watched match moves; ends with the store it came from.
///
/// A slow watcher holds up nobody and costs no memory: what it has not taken yet is told as one notice, and a loss
/// outweighs a move.
pub struct Notices {
    // Dropped before `leave` runs, so that whoever is told of the leaving counts one watcher less.
    told: WatchStream<Told>,
    losses: u64,
    _leave: Leave,
}

/// What a watcher can be told, as counters of which only the newest state matters.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Told {
    version: Version,
    losses: u64,
}

/// Tells all watchers of one match.
#[derive(Debug)]
pub(crate) struct Herald(watch::Sender<Told>);

impl Herald {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(Told::default()))
    }

    /// Tells that the match is at `version` now. After a failover its revision may be lower than before.
    pub(crate) fn moved(&self, version: Version) {
        self.0.send_modify(|told| told.version = version);
    }

    /// Tells that notices may have been lost.
    pub(crate) fn lost(&self) {
        self.0.send_modify(|told| told.losses = told.losses.wrapping_add(1));
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_unheard(&self) -> bool {
        self.0.receiver_count() == 0
    }

    /// A stream of what is told from now on; `leave` runs once it is dropped.
    pub(crate) fn listen(&self, leave: impl FnOnce() + Send + Sync + 'static) -> Notices {
        let receiver = self.0.subscribe();
        let losses = receiver.borrow().losses;
        Notices {
            told: WatchStream::from_changes(receiver),
            losses,
            _leave: Leave(Some(Box::new(leave))),
        }
    }
}

impl Stream for Notices {
    type Item = Notice;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Notice>> {
        let Some(told) = ready!(Pin::new(&mut self.told).poll_next(context)) else {
            return Poll::Ready(None);
        };
        if told.losses == self.losses {
            return Poll::Ready(Some(Notice::Moved(told.version)));
        }
        self.losses = told.losses;
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
