//! The beginning of a connection.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use tokio::sync::Notify;

/// The size of the connection preface in bytes, by RFC 9113, section 3.4.
pub(super) const PREFACE: usize = 24;

/// Tracks whether the client has sent the connection preface. hyper waits for it without a time limit.
#[derive(Debug, Default)]
pub(super) struct Greeting {
    heard: AtomicUsize,
    complete: Notify,
}

impl Greeting {
    pub(super) fn hear(&self, bytes: usize) {
        let before = self.heard.fetch_add(bytes, Ordering::Relaxed);
        if before < PREFACE && before.saturating_add(bytes) >= PREFACE {
            self.complete.notify_one();
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.heard.load(Ordering::Relaxed) >= PREFACE
    }

    /// Completes when the preface has taken longer than this; otherwise never.
    pub(super) async fn failed(&self, hello: Duration) {
        if tokio::time::timeout(hello, self.complete.notified()).await.is_ok() {
            std::future::pending::<()>().await;
        }
    }
}
