//! A line for the user while no server answers, because the retries of a call can take many seconds.

use std::{io::Write, time::Duration};

use parking_lot::Mutex;
use tokio::time::Instant;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::{Layer, Registry, filter::Targets, layer::Context};

/// The module of the client library that reports each failed attempt that another one follows.
const RETRIES: &str = "tinsel_client::retry";

/// The duration of an outage after which the user is told.
const PATIENCE: Duration = Duration::from_secs(1);

/// A failure this long after the one before belongs to another outage.
const APART: Duration = Duration::from_secs(10);

/// Prints a line on standard error when calls have failed for a second, once for each outage.
pub(crate) fn layer() -> impl Layer<Registry> + Send + Sync {
    let retries = Targets::new().with_target(RETRIES, Level::DEBUG);
    Waiting(Mutex::new(Outage::starting(Instant::now()))).with_filter(retries)
}

struct Waiting(Mutex<Outage>);

impl<S: Subscriber> Layer<S> for Waiting {
    fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
        if self.0.lock().is_told_at(Instant::now()) {
            // Without standard error there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "tinsel: no answer yet; trying again");
        }
    }
}

/// A time without an answer.
struct Outage {
    since: Instant,
    last_failure: Instant,
    told: bool,
}

impl Outage {
    const fn starting(now: Instant) -> Self {
        Self {
            since: now,
            last_failure: now,
            told: false,
        }
    }

    /// Notes a failure; `true` if the user is to be told of the outage now.
    fn is_told_at(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.last_failure) > APART {
            *self = Self::starting(now);
        }
        self.last_failure = now;
        let tell = !self.told && now.saturating_duration_since(self.since) >= PATIENCE;
        self.told |= tell;
        tell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_told_once_after_a_second() {
        let start = Instant::now();
        let mut outage = Outage::starting(start);
        let told = [0, 500, 1500, 4000, 30_000, 30_500, 31_200, 32_000]
            .map(|at| outage.is_told_at(start.checked_add(Duration::from_millis(at)).expect("soon")));
        assert_eq!(told, [false, false, true, false, false, false, true, false]);
    }
}
