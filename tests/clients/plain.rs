//! Two programs that show what the checks find: one with only the generated code, and a mutant of the library for Rust.

use std::time::Duration;

use tinsel_harness::binary;

use crate::library::{self, Library};

/// A program of this package.
struct OwnProgram(&'static str);

impl Library for OwnProgram {
    fn example(&self, _: &str) -> Vec<String> {
        vec![binary(self.0).display().to_string()]
    }
}

#[tokio::test]
async fn generated_code_alone_fails_the_checks_of_faults() {
    let line = OwnProgram("tinsel-plain-client").example("conformance");
    let (failed, report) = library::failed(&line, Duration::from_secs(10)).await;
    let expected = [
        "other_seat",
        "api_key",
        "deadline",
        "no_response",
        "lost_response",
        "lost_join",
        "broken_server",
        "other_server",
        "silent_call",
        "silent_watch",
        "retry_info",
        "refused",
        "late",
        "cut",
        "early_end",
        "draining",
        "silence",
        "counted_stream",
        "snapshot",
        "repeated",
    ];
    assert_eq!(failed, expected, "{report}");
}

#[tokio::test]
async fn a_mutant_of_the_rust_library_fails_the_checks_of_its_promises() {
    for check in ["lost_response", "silent_call", "silent_watch"] {
        library::fails(check, &OwnProgram("tinsel-forgetful-client")).await;
    }
}
