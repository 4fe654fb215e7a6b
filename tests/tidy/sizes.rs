//! No file eats everything.

use crate::{assert_none, below_root, files_in, read};

/// The most lines of a file of source.
const SOURCE_MAX: usize = 400;

/// The most lines of a file of tests.
const TESTS_MAX: usize = 600;

/// Files that may be longer, and why.
const LONGER: &[(&str, &str)] = &[];

#[test]
fn files_are_small_enough_to_be_read() {
    let mut wrong = Vec::new();
    for path in files_in("", "rs") {
        let (name, lines) = (below_root(&path), read(&path).lines().count());
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
