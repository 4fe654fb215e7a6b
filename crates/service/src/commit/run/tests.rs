//! The wait for the turn at a match.

use std::sync::atomic::{AtomicUsize, Ordering};

use tracing::{Subscriber, span};
use tracing_subscriber::{Layer, Registry, layer::Context, prelude::*};

use super::*;

/// Counts the spans of waits.
struct Waits(Arc<AtomicUsize>);

impl<S: Subscriber> Layer<S> for Waits {
    fn on_new_span(&self, span: &span::Attributes<'_>, _: &span::Id, _: Context<'_, S>) {
        self.0
            .fetch_add(usize::from(span.metadata().name() == "wait"), Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_wait_of_more_than_a_millisecond_has_a_span() {
    let waits = Arc::new(AtomicUsize::new(0));
    let _counting = tracing::subscriber::set_default(Registry::default().with(Waits(Arc::clone(&waits))));
    let cached = CacheEntry::default();
    let id = MatchId::from_entropy([7; 16], 256);
    for spans in [0, 1] {
        let held = cached.changing.lock().await;
        let release = async {
            while waits.load(Ordering::Relaxed) < spans {
                tokio::task::yield_now().await;
            }
            drop(held);
        };
        let (locked, ()) = tokio::join!(lock(&cached, id), release);
        assert!(locked.is_ok());
        assert_eq!(waits.load(Ordering::Relaxed), spans);
    }
}
