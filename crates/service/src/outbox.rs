//! The matches that this replica has put into an outbox, and whose players' indexes have to follow.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use tinsel_store::MatchId;
use tokio::sync::Notify;

/// The matches that this replica has put into an outbox.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    written: Mutex<BTreeSet<MatchId>>,
    notify: Notify,
}

impl Outbox {
    pub(crate) fn written(&self, id: MatchId) {
        self.written.lock().insert(id);
        self.notify.notify_one();
    }

    /// The matches since the last call, as soon as there are any.
    pub(crate) async fn next(&self) -> BTreeSet<MatchId> {
        loop {
            let written = std::mem::take(&mut *self.written.lock());
            if !written.is_empty() {
                return written;
            }
            self.notify.notified().await;
        }
    }
}
