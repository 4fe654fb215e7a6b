//! The style of log lines: lower case, no full stop.

use crate::{assert_none, below_root, files_in, read};

/// The macros that log.
const MACROS: &[&str] = &["info!(", "warn!(", "error!(", "debug!(", "trace!("];

/// The messages that a file logs, with their offsets: the last string of each call.
pub(crate) fn messages(text: &str) -> Vec<(usize, String)> {
    let mut messages = Vec::new();
    for logs in MACROS {
        let tracing = format!("tracing::{logs}");
        for (at, _) in text.match_indices(&tracing) {
            let call = &text[at + tracing.len()..];
            let call = &call[..end_of_call(call)];
            let strings: Vec<_> = call.split('"').collect();
            // Without escapes, every second piece is between quotes.
            if let Some(last) = strings.iter().skip(1).step_by(2).next_back() {
                messages.push((at, (*last).to_owned()));
            }
        }
    }
    messages
}

/// The offset of the parenthesis that closes the call, ignoring strings.
fn end_of_call(text: &str) -> usize {
    let (mut depth, mut quoted) = (1, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[test]
fn log_lines_begin_in_lower_case_and_end_without_a_full_stop() {
    let mut found = 0;
    let mut wrong = Vec::new();
    for path in files_in("crates", "rs") {
        for (_, message) in messages(&read(&path)) {
            found += 1;
            let lower = message.chars().next().is_some_and(|letter| !letter.is_uppercase());
            let ends = message.ends_with(['.', '!', '\n', ':']);
            let data = message.contains('{');
            if !lower || ends || data {
                wrong.push(format!("{}: {message:?}", below_root(&path)));
            }
        }
    }
    assert!(found > 10, "{found} log lines were found only");
    assert_none(
        "log lines are lower case, without a full stop, with data in fields",
        &wrong,
    );
}

#[test]
fn messages_are_found_in_calls() {
    let text = r#"tracing::info!(address = %of("x"), "serving"); tracing::warn!("a (b) c");"#;
    let found = [(0, "serving".to_owned()), (47, "a (b) c".to_owned())];
    assert_eq!(messages(text), found);
}
