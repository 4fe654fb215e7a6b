//! No file is too long.

use crate::{assert_none, below_root, files_in, read};

/// The maximum number of lines of a source file.
const SOURCE_MAX: usize = 400;

/// The maximum number of lines of a test file.
const TESTS_MAX: usize = 600;

/// Folders whose files a tool writes.
const GENERATED: [&str; 3] = ["/gen/", "/dist/", "/built/"];

/// Files that may be longer, with the reason.
const LONGER: &[(&str, &str)] = &[];

#[test]
fn files_are_small_enough_to_be_read() {
    let mut wrong = Vec::new();
    for path in ["rs", "ts", "tsx", "css"].into_iter().flat_map(|of| files_in("", of)) {
        let name = below_root(&path);
        if GENERATED.iter().any(|folder| name.contains(folder)) {
            continue;
        }
        let lines = read(&path).lines().count();
        let tests = name.starts_with("tests/e2e") || name.starts_with("tests/tidy") || name.contains("/tests/");
        let most = if tests { TESTS_MAX } else { SOURCE_MAX };
        let excused = LONGER.iter().any(|(longer, _)| *longer == name);
        if lines > most && !excused {
            wrong.push(format!("{name} has {lines} lines; {most} are the most"));
        } else if lines <= most && excused {
            wrong.push(format!("{name} needs no exception any more"));
        }
    }
    assert_none("files that are too long", &wrong);
}
