//! The failed tries of clients that retry.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    sync::{Arc, Mutex},
};

use tracing::{
    Dispatch, Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    Layer,
    filter::Targets,
    layer::{Context, SubscriberExt},
};

/// How one try failed, from the log of the client.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failed {
    /// The status code.
    pub code: String,
    /// The reason, if a server sent one.
    pub reason: String,
    /// Whether the server sent a `RetryInfo`.
    pub says_when: bool,
    /// Whether no server responded: the connection broke, or there was none.
    pub broken: bool,
}

impl Failed {
    /// Whether the guide for clients requires a retry after such a failure. For gRPC, a broken connection is
    /// `UNAVAILABLE`.
    #[must_use]
    pub fn is_to_be_repeated(&self) -> bool {
        match self.code.as_str() {
            "Unavailable" | "DeadlineExceeded" => true,
            "ResourceExhausted" => self.says_when,
            _ => self.broken,
        }
    }
}

/// The failed tries of clients, and their number for each kind of failure.
#[derive(Debug, Clone)]
pub struct Tries {
    failed: Arc<Mutex<BTreeMap<Failed, usize>>>,
    dispatch: Dispatch,
}

impl Default for Tries {
    /// One subscriber for all tasks: each new one makes every call site of `tracing` check again whether it is enabled.
    fn default() -> Self {
        let failed = Arc::default();
        let retries = Targets::new().with_target("tinsel_client::retry", Level::DEBUG);
        let counting = Counting(Arc::clone(&failed)).with_filter(retries);
        let dispatch = Dispatch::new(tracing_subscriber::registry().with(counting));
        Self { failed, dispatch }
    }
}

impl Tries {
    /// The subscriber that counts the failed tries of the tasks that use it.
    #[must_use]
    pub fn dispatch(&self) -> Dispatch {
        self.dispatch.clone()
    }

    /// The failed tries since the last call of this function.
    #[must_use]
    pub fn take(&self) -> BTreeMap<Failed, usize> {
        std::mem::take(&mut self.failed.lock().expect("the tries"))
    }
}

struct Counting(Arc<Mutex<BTreeMap<Failed, usize>>>);

impl<S: Subscriber> Layer<S> for Counting {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let mut failed = Failed::default();
        event.record(&mut Reading(&mut failed));
        if !failed.code.is_empty() {
            *self.0.lock().expect("the tries").entry(failed).or_default() += 1;
        }
    }
}

struct Reading<'a>(&'a mut Failed);

impl Visit for Reading<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "code" => self.0.code = format!("{value:?}"),
            "retry_after_ms" => self.0.says_when = true,
            _ => {}
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "reason" {
            self.0.reason = value.to_owned();
        }
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        if field.name() == "broken" {
            self.0.broken = value;
        }
    }
}
