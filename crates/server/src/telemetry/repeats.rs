//! Limits repeated warnings and errors in the log, and counts the lines that are left out.
//!
//! While the store is full or unreachable, each call fails with the same line. Lines are the same if they have the same
//! call site and the same texts, such as the same error. Numbers do not count. If a line has an error, its match and its shard
//! do not count either; without an error it is a fact about a match, such as a loss, which each match gets.

use std::{
    collections::BTreeMap,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    mem,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use tracing::{
    Dispatch, Event, Level, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};
use tracing_subscriber::{Layer, layer::Context};

/// The period in which repeated lines are counted.
pub(super) const PERIOD: Duration = Duration::from_secs(10);

/// The maximum of equal lines in a period.
const WRITTEN_MAX: u64 = 5;

/// The number of distinct lines of a period, of which errors can contain any text. Further ones count by their call site
/// alone, and facts about matches do not count, so memory is bounded.
const DISTINCT_MAX: usize = 256;

/// The maximum size of a text that is repeated in a report, in bytes.
const TEXT_MAX: usize = 200;

/// Fields that differ between lines with the same cause.
const INSTANCES: [&str; 2] = ["match", "shard"];

/// The field of lines about an operator, which are an audit trail.
const OPERATOR: &str = "operator";

/// The number of lines that this process has left out.
static LEFT_OUT: AtomicU64 = AtomicU64::new(0);

/// The number of log lines that this process has left out.
pub(crate) fn left_out() -> u64 {
    LEFT_OUT.load(Ordering::Relaxed)
}

/// The repeated lines of the current period, at the levels WARN and ERROR. Clones share their counts.
#[derive(Debug, Clone, Default)]
pub(super) struct Repeats(Arc<Mutex<BTreeMap<u64, Repeated>>>);

/// Equal lines of the current period.
#[derive(Debug)]
struct Repeated {
    count: u64,
    is_error: bool,
    texts: Texts,
}

impl Repeats {
    /// Ends the current period: writes a line about each line that was left out in it.
    pub(super) fn end_period(&self) {
        // Reports are lines as well, for which the lock is taken.
        let ended = mem::take(&mut *self.0.lock());
        for Repeated { count, is_error, texts } in ended.into_values() {
            let Some(lines @ 1..) = count.checked_sub(WRITTEN_MAX) else {
                continue;
            };
            LEFT_OUT.fetch_add(lines, Ordering::Relaxed);
            let Texts { message, error, .. } = texts;
            if is_error {
                tracing::error!(lines, of = message, error, "repeated log lines left out");
            } else {
                tracing::warn!(lines, of = message, error, "repeated log lines left out");
            }
        }
    }

    fn admits(&self, event: &Event<'_>) -> bool {
        let metadata = event.metadata();
        let is_limited = *metadata.level() <= Level::WARN
            && metadata.target() != module_path!()
            && metadata.fields().field(OPERATOR).is_none();
        if !is_limited {
            return true;
        }
        let mut texts = Texts::default();
        event.record(&mut texts);
        let is_fact = texts.error.is_empty() && !texts.instances.is_empty();
        if is_fact {
            texts.instances.hash(&mut texts.hash);
        }
        let mut by_text = DefaultHasher::new();
        metadata.callsite().hash(&mut by_text);
        let by_callsite = by_text.finish();
        texts.hash.finish().hash(&mut by_text);
        let mut lines = self.0.lock();
        let key = match lines.len() {
            DISTINCT_MAX.. if !lines.contains_key(&by_text.finish()) => {
                if is_fact {
                    return true;
                }
                by_callsite
            }
            _ => by_text.finish(),
        };
        let is_error = *metadata.level() == Level::ERROR;
        let repeated = lines.entry(key).or_insert_with(|| Repeated {
            count: 0,
            is_error,
            texts,
        });
        repeated.count += 1;
        repeated.count <= WRITTEN_MAX
    }
}

/// A layer that writes log lines, without those that are left out.
///
/// Not a filter of that layer: a filter that decides by the fields of an event leaves its decision behind in the thread,
/// which then also applies to the next event.
#[derive(Debug)]
pub(super) struct Limited<L> {
    pub(super) lines: L,
    pub(super) repeats: Repeats,
}

impl<S: Subscriber, L: Layer<S>> Layer<S> for Limited<L> {
    fn on_register_dispatch(&self, subscriber: &Dispatch) {
        self.lines.on_register_dispatch(subscriber);
    }

    fn on_layer(&mut self, subscriber: &mut S) {
        self.lines.on_layer(subscriber);
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        self.lines.on_new_span(attributes, id, context);
    }

    fn on_record(&self, span: &Id, values: &Record<'_>, context: Context<'_, S>) {
        self.lines.on_record(span, values, context);
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if self.repeats.admits(event) {
            self.lines.on_event(event, context);
        }
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        self.lines.on_enter(id, context);
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        self.lines.on_exit(id, context);
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        self.lines.on_close(id, context);
    }
}

/// The texts of a line.
#[derive(Debug, Default)]
struct Texts {
    /// Of all texts that make lines distinct.
    hash: DefaultHasher,
    /// The match and the shard.
    instances: String,
    message: String,
    error: String,
}

impl Texts {
    fn note(&mut self, field: &Field, mut text: String) {
        let name = field.name();
        if INSTANCES.contains(&name.strip_prefix("r#").unwrap_or(name)) {
            return self.instances.push_str(&text);
        }
        name.hash(&mut self.hash);
        text.hash(&mut self.hash);
        text.truncate(text.floor_char_boundary(TEXT_MAX));
        match name {
            "message" => self.message = text,
            "error" => self.error = text,
            _ => {}
        }
    }
}

impl Visit for Texts {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.note(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.note(field, format!("{value:?}"));
    }

    fn record_u64(&mut self, _: &Field, _: u64) {}

    fn record_i64(&mut self, _: &Field, _: i64) {}

    fn record_u128(&mut self, _: &Field, _: u128) {}

    fn record_i128(&mut self, _: &Field, _: i128) {}

    fn record_f64(&mut self, _: &Field, _: f64) {}
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use tracing::level_filters::LevelFilter;
    use tracing_subscriber::{fmt::MakeWriter, prelude::*};

    use super::*;

    /// Written lines.
    #[derive(Debug, Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Lines {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    impl Lines {
        fn take(&self) -> Vec<String> {
            let bytes = mem::take(&mut *self.0.lock());
            String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
        }
    }

    /// The lines that `run` writes; it ends periods itself.
    fn written(run: impl FnOnce(&Repeats, &Lines)) {
        let (lines, repeats) = (Lines::default(), Repeats::default());
        let layer = tracing_subscriber::fmt::layer().with_writer(lines.clone());
        let limited = Limited {
            lines: layer.without_time().with_ansi(false).with_target(false),
            repeats: repeats.clone(),
        };
        let subscriber = tracing_subscriber::registry().with(limited.with_filter(LevelFilter::INFO));
        tracing::subscriber::with_default(subscriber, || run(&repeats, &lines));
    }

    // E5
    #[test]
    fn a_repeated_line_is_written_a_few_times_and_its_rest_is_counted() {
        written(|repeats, lines| {
            for number in 1..=4_250 {
                tracing::warn!(number, r#match = %format!("m{number}"), error = "the store is full", "write refused");
                assert_eq!(lines.take().len(), usize::from(number <= WRITTEN_MAX), "line {number}");
            }
            repeats.end_period();
            let report = r#" WARN repeated log lines left out lines=4245 of="write refused" error="the store is full""#;
            assert_eq!(lines.take(), [report]);
            tracing::warn!(error = "the store is full", "write refused");
            assert_eq!(lines.take().len(), 1, "a new period begins");
            repeats.end_period();
            assert_eq!(lines.take().len(), 0);
        });
    }

    // E5
    #[test]
    fn other_errors_other_levels_and_audit_lines_are_written() {
        written(|_, lines| {
            for number in 0..100 {
                tracing::error!(error = %format!("error {number}"), "call failed");
                tracing::warn!(operator = "Olga", "match repaired");
                tracing::info!("stream opened");
            }
            assert_eq!(lines.take().len(), 300);
            let matches = u64::try_from(DISTINCT_MAX).unwrap() * 2;
            for number in 0..matches {
                tracing::warn!(r#match = %format!("m{number}"), "store lost acknowledged writes");
            }
            assert_eq!(u64::try_from(lines.take().len()), Ok(matches), "each match is named");
        });
    }

    // E5
    #[test]
    fn memory_is_bounded_when_every_line_has_another_text() {
        written(|repeats, lines| {
            let texts = u64::try_from(DISTINCT_MAX).unwrap();
            for number in 0..texts * 10 {
                tracing::warn!(error = %format!("error {number}"), "connection closed");
            }
            assert_eq!(repeats.0.lock().len(), DISTINCT_MAX + 1);
            assert_eq!(lines.take().len(), DISTINCT_MAX + usize::try_from(WRITTEN_MAX).unwrap());
            repeats.end_period();
            let report = lines.take();
            assert!(
                report[0].contains(&format!("lines={} ", texts * 9 - WRITTEN_MAX)),
                "{report:?}"
            );
        });
    }
}
