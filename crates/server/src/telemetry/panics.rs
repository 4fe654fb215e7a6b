//! Logs panics.

use std::panic::{self, PanicHookInfo};

/// Logs every panic, with the trace of the call that it ended.
pub(super) fn are_logged() {
    panic::set_hook(Box::new(log));
}

/// Logs the location, which identifies the violated assumption. The message of the panic is not logged, because it may
/// contain secrets of a match, such as a hand of cards.
fn log(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(ToString::to_string);
    tracing::error!(location, "panic");
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_panic_is_logged_in_one_line_with_its_location_alone() {
        let lines = Lines::default();
        let writer = lines.clone();
        let json = json_subscriber::fmt::layer()
            .with_writer(move || writer.clone())
            .flatten_event(true);
        let before = panic::take_hook();
        are_logged();
        let ended = tracing::subscriber::with_default(tracing_subscriber::registry().with(json), || {
            let hand = ["a", "hidden", "card"].concat();
            panic::catch_unwind(|| panic!("{hand} in hand"))
        });
        panic::set_hook(before);
        assert!(ended.is_err());
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let [line] = text.lines().collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        assert!(line.starts_with('{') && line.contains("\"level\":\"ERROR\""), "{line}");
        assert!(
            line.contains("panics.rs:") && line.contains("\"message\":\"panic\""),
            "{line}"
        );
        assert!(!line.contains("ahiddencard"), "{line}");
    }
}
