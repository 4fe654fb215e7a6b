//! A limit of cancelled calls: opening and cancelling a call costs a client almost nothing, but the server some work.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::{sync::Notify, time::Instant};

/// The maximum number of calls of one connection that are cancelled before their response, in each second. The users behind
/// one proxy share a connection.
pub(super) const CANCELLED_MAX: usize = 1000;

/// The cancelled calls of one connection.
#[derive(Debug, Default)]
pub(super) struct Cancelled {
    recent: Mutex<Option<(Instant, usize)>>,
    exceeded: Notify,
}

impl Cancelled {
    fn add(&self) {
        let now = Instant::now();
        let mut recent = self.recent.lock();
        let (since, number) = recent
            .filter(|(since, _)| now.saturating_duration_since(*since) < Duration::from_secs(1))
            .unwrap_or((now, 0));
        let number = number.saturating_add(1);
        let exceeds = number > CANCELLED_MAX;
        *recent = (!exceeds).then_some((since, number));
        if exceeds {
            self.exceeded.notify_one();
        }
    }

    /// Completes when the connection has cancelled too many calls.
    pub(super) async fn is_exceeded(&self) {
        self.exceeded.notified().await;
    }

    /// The response to a call. A call that ends before it counts as cancelled.
    pub(super) async fn watch<T>(&self, response: impl Future<Output = T>) -> T {
        struct Pending<'a>(Option<&'a Cancelled>);
        impl Drop for Pending<'_> {
            fn drop(&mut self) {
                if let Some(cancelled) = self.0 {
                    cancelled.add();
                }
            }
        }
        let mut pending = Pending(Some(self));
        let response = response.await;
        pending.0 = None;
        response
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::time::advance;

    use super::*;

    async fn cancel(cancelled: &Cancelled, number: usize) -> bool {
        for _ in 0..number {
            let pending = cancelled.watch(std::future::pending::<()>());
            assert_eq!(pending.now_or_never(), None);
        }
        cancelled.is_exceeded().now_or_never().is_some()
    }

    // B6
    #[tokio::test(start_paused = true)]
    async fn only_calls_that_are_cancelled_within_one_second_add_up() {
        let cancelled = Cancelled::default();
        for _ in 0..3 {
            assert!(!cancel(&cancelled, CANCELLED_MAX).await);
            advance(Duration::from_secs(1)).await;
        }
        for _ in 0..=CANCELLED_MAX {
            cancelled.watch(std::future::ready(())).await;
        }
        assert!(!cancel(&cancelled, CANCELLED_MAX).await, "completed calls do not count");
        assert!(cancel(&cancelled, 1).await);
        assert!(!cancel(&cancelled, CANCELLED_MAX).await, "counted from the start again");
        assert!(cancel(&cancelled, 1).await);
    }
}
