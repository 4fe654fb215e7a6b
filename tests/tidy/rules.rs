//! Rule IDs ⇄ tests: every rule, ruling, invariant and worked example of a game is named by a test, and tests name no
//! other.

use std::{collections::BTreeSet, path::Path};

use tinsel_harness::files;

use crate::{assert_none, below_root, read};

/// The IDs that a specification defines: `- **PM-12**`, `| PM-R3 |`, `**GM-W4 A title**` and `### W-9`.
fn defined(specification: &str) -> BTreeSet<String> {
    let in_bold = |line: &str| {
        let bold = line.strip_prefix("- ").unwrap_or(line).strip_prefix("**")?;
        Some(bold.split_once("**")?.0.split(' ').next()?.to_owned())
    };
    let in_table = |line: &str| Some(line.strip_prefix("| ")?.split_once(" |")?.0.to_owned());
    let in_heading = |line: &str| Some(line.strip_prefix("### ")?.split(' ').next()?.to_owned());
    let ids = specification
        .lines()
        .filter_map(|line| in_bold(line).or_else(|| in_table(line)).or_else(|| in_heading(line)));
    ids.filter(|id| is_id(id)).collect()
}

/// Upper-case letters, a hyphen, perhaps an R, I or W, a number, perhaps a letter.
fn is_id(text: &str) -> bool {
    let Some((prefix, rest)) = text.split_once('-') else {
        return false;
    };
    let number = rest.strip_prefix(['R', 'I', 'W']).unwrap_or(rest);
    let digits = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let plain = |part: &str, of: fn(&char) -> bool| !part.is_empty() && part.chars().all(|letter| of(&letter));
    plain(prefix, char::is_ascii_uppercase) && plain(digits, char::is_ascii_digit) && number.len() - digits.len() <= 1
}

/// The names of the test functions in a file, and the IDs of the invariants that it declares for the law `invariants_hold`,
/// as a test's name would hold them.
fn tests_of(text: &str) -> Vec<String> {
    let invariants = text
        .split("Invariant::of_")
        .skip(1)
        .filter_map(|declared| declared.split('"').nth(1));
    let mut names: Vec<_> = invariants.map(|id| id.to_lowercase().replace('-', "_")).collect();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if is_test && let Some((_, rest)) = line.split_once("fn ") {
            names.extend(rest.split('(').next().map(str::to_owned));
            is_test = false;
        }
    }
    names
}

/// Whether a test's name holds an ID's, as words of its own.
fn names(test: &str, id: &str) -> bool {
    let id = id.to_lowercase().replace('-', "_");
    format!("_{test}_").contains(&format!("_{id}_"))
}

fn games() -> Vec<std::path::PathBuf> {
    files("crates/games", |path| path.ends_with("RULES.md"))
}

fn tests(game: &Path) -> Vec<String> {
    let folder = below_root(game.parent().unwrap());
    let sources = files(&folder, |path| path.extension().is_some_and(|of| of == "rs"));
    sources.iter().flat_map(|path| tests_of(&read(path))).collect()
}

#[test]
fn every_rule_is_named_by_a_test() {
    assert!(!games().is_empty(), "there is a game");
    for game in games() {
        let ids = defined(&read(&game));
        assert!(ids.len() > 50, "{} defines {} rules only", game.display(), ids.len());
        let tests = tests(&game);
        let untested: Vec<_> = ids
            .into_iter()
            .filter(|id| !tests.iter().any(|test| names(test, id)))
            .collect();
        assert_none(&format!("rules of {} that no test names", below_root(&game)), &untested);
    }
}

#[test]
fn tests_name_no_rule_that_is_not_there() {
    for game in games() {
        let specification = read(&game);
        let ids = defined(&specification);
        let prefix = ids
            .iter()
            .find_map(|id| id.split_once("-R"))
            .expect("a ruling")
            .0
            .to_lowercase();
        let known: BTreeSet<_> = ids.iter().map(|id| id.to_lowercase().replace('-', "_")).collect();
        let mut unknown = Vec::new();
        for test in tests(&game) {
            let words: Vec<_> = test.split('_').collect();
            for pair in words.windows(2).filter(|pair| pair[0] == prefix) {
                let id = pair.join("_");
                if !known.contains(&id) {
                    unknown.push(format!("{test} names {id}"));
                }
            }
        }
        assert_none("tests that name a rule that is not there", &unknown);
    }
}

#[test]
fn ids_are_told_from_other_words() {
    for id in ["PM-1", "PM-43a", "PM-R3", "GM-I4", "GM-W17", "I-17", "W-9"] {
        assert!(is_id(id), "{id}");
    }
    for other in ["PM-", "pm-1", "PM-R", "1-1", "PM", "A-B", "PM-1-2", "PM-43ab"] {
        assert!(!is_id(other), "{other}");
    }
    assert!(names("pm_12_the_extra_a", "PM-12"));
    assert!(!names("pm_12_the_extra_a", "PM-1"));
    assert!(names("the_rule_w_9", "W-9"));
}
