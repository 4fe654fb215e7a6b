//! Rule IDs ⇄ tests: each rule, ruling, invariant and worked example of a game has its ID in the comment above a test,
//! and comments contain no other IDs.

use std::{collections::BTreeSet, path::Path};

use tinsel_catalog::GameId;
use tinsel_engine::DefaultFacts;
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

/// Upper-case letters, a hyphen, optionally R, I or W, a number, and optionally a letter.
fn is_id(text: &str) -> bool {
    let Some((prefix, rest)) = text.split_once('-') else {
        return false;
    };
    let number = rest.strip_prefix(['R', 'I', 'W']).unwrap_or(rest);
    let digits = number.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let plain = |part: &str, of: fn(&char) -> bool| !part.is_empty() && part.chars().all(|letter| of(&letter));
    plain(prefix, char::is_ascii_uppercase) && plain(digits, char::is_ascii_digit) && number.len() - digits.len() <= 1
}

/// The IDs among the words of a text.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    words.filter(|word| is_id(word))
}

/// A test: its name, and the IDs in the comment above it.
struct Test {
    name: String,
    ids: BTreeSet<String>,
}

/// The tests in a file, and the invariants that it declares for the law `invariants_hold`. The macro of the laws counts as
/// a test: the comment above it lists the invariants that are laws.
fn tests_of(text: &str) -> Vec<Test> {
    let invariants = text.split("Invariant::of_").skip(1);
    let invariants = invariants.filter_map(|declared| declared.split('"').nth(1));
    let mut tests: Vec<_> = invariants
        .map(|id| Test {
            name: String::new(),
            ids: BTreeSet::from([id.to_owned()]),
        })
        .collect();
    let mut comment = BTreeSet::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("// ") {
            comment.extend(ids_in(words).map(str::to_owned));
        } else if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if !line.starts_with("#[") && !line.starts_with("///") {
            let ids = std::mem::take(&mut comment);
            if line.contains("conformance! {") {
                tests.push(Test {
                    name: "conformance".to_owned(),
                    ids: ids.clone(),
                });
            }
            if is_test && let Some((_, rest)) = line.split_once("fn ") {
                let name = rest.split('(').next().unwrap_or(rest).to_owned();
                tests.push(Test { name, ids });
            }
            is_test = false;
        }
    }
    tests
}

fn games() -> Vec<std::path::PathBuf> {
    files("crates/games", |path| path.ends_with("RULES.md"))
}

fn tests(game: &Path) -> Vec<Test> {
    let folder = below_root(game.parent().unwrap());
    let sources = files(&folder, |path| path.extension().is_some_and(|of| of == "rs"));
    sources.iter().flat_map(|path| tests_of(&read(path))).collect()
}

#[test]
fn every_rule_stands_above_a_test() {
    assert!(!games().is_empty(), "there is a game");
    for game in games() {
        let ids = defined(&read(&game));
        assert!(ids.len() > 50, "{} defines {} rules only", game.display(), ids.len());
        let tested: BTreeSet<_> = tests(&game).into_iter().flat_map(|test| test.ids).collect();
        let untested: Vec<_> = ids.difference(&tested).cloned().collect();
        assert_none(
            &format!("rules of {} that stand above no test", below_root(&game)),
            &untested,
        );
    }
}

/// Invariants and worked examples need only tests.
#[test]
fn every_rule_stands_in_the_code_that_enforces_it() {
    for game in games() {
        let folder = below_root(&game.parent().unwrap().join("src"));
        let sources = files(&folder, |path| path.extension().is_some_and(|of| of == "rs"));
        let marked: BTreeSet<_> = sources
            .iter()
            .flat_map(|path| ids_in(&read(path)).map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let is_rule = |id: &&String| !id.contains("-I") && !id.contains("-W") && !id.starts_with(['I', 'W']);
        let ids = defined(&read(&game));
        let unmarked: Vec<_> = ids.difference(&marked).filter(is_rule).cloned().collect();
        assert_none(
            &format!("rules of {} that stand nowhere in src", below_root(&game)),
            &unmarked,
        );
    }
}

#[test]
fn tests_name_only_rules_that_exist_and_only_in_their_comments() {
    for game in games() {
        let ids = defined(&read(&game));
        let lower: BTreeSet<_> = ids.iter().map(|id| id.to_lowercase().replace('-', "_")).collect();
        let mut wrong = Vec::new();
        for test in tests(&game) {
            let unknown = test.ids.difference(&ids);
            wrong.extend(unknown.map(|id| format!("{} is marked {id}, which does not exist", test.name)));
            let words: Vec<_> = test.name.split('_').collect();
            let named = words.windows(2).map(|pair| pair.join("_"));
            let named = named.filter(|pair| lower.contains(pair));
            wrong.extend(named.map(|id| format!("{} has {id} in its name instead of its comment", test.name)));
        }
        assert_none(&format!("tests of {}", below_root(&game)), &wrong);
    }
}

/// The table of section 9 has a row for each default that the game declares, with its code and its sentence, in the same
/// order.
#[test]
fn the_specifications_describe_the_defaults() {
    for game in GameId::ALL {
        let facts = game.game().facts();
        let (_, section) = facts.rules.split_once("\n## 9. ").expect("the defaults");
        let (section, _) = section.split_once("\n## 10. ").expect("the end of the defaults");
        let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        assert_eq!(rows.len(), facts.defaults.len(), "rows of defaults of {game}");
        let mut wrong = Vec::new();
        for (row, default) in rows.iter().zip(facts.defaults) {
            let DefaultFacts {
                decision,
                code,
                sentence,
            } = default;
            if !row.contains(&format!("| `{code}` | {sentence} |")) {
                wrong.push(format!("{code}: {sentence}"));
            }
            if !facts.actions.iter().any(|action| action.name == *decision) {
                wrong.push(format!("{code} is of {decision}, which is no decision"));
            }
        }
        assert_none(&format!("defaults of {game} that its specification lacks"), &wrong);
    }
}

#[test]
fn ids_are_distinguished_from_other_words() {
    for id in ["PM-1", "PM-43a", "PM-R3", "GM-I4", "GM-W17", "I-17", "W-9"] {
        assert!(is_id(id), "{id}");
    }
    for other in ["PM-", "pm-1", "PM-R", "1-1", "PM", "A-B", "PM-1-2", "PM-43ab"] {
        assert!(!is_id(other), "{other}");
    }
    assert_eq!(
        ids_in("PM-12, SS-R3: (W-9) pm-1").collect::<Vec<_>>(),
        ["PM-12", "SS-R3", "W-9"]
    );
}
