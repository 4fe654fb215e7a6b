//! Plain technical English in the texts that clients and operators read: READMEs, the changelog, the page of refusals,
//! protos, `--help`, error texts, log lines, chart values, alerts and dashboards.
//!
//! Code is not checked: code blocks, text in backquotes, comments of HTML, and addresses.

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

use regex::Regex;
use tinsel_harness::files;

use crate::{assert_none, below_root, files_in, logs, read};

/// Phrases that hide the actor or replace a standard term. A finding is fixed by rewriting its sentence: name the
/// client, player or operator, and use the standard term.
static DIALECT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)\b(whoever|whose|ow(e|es|ed|ing)|(no|some|every|any)body|tells?|told|says?|anew|so\smany|for\sever|gone\sback|but\sfor|no\splace
    |who\s(is|are|has|had|does|may|can|calls?|comes?|wants?|holds?|sends?|plays?|waits?|looks?|brings?|reads?|knows?)|at\sthe\smost|puts?\sright
    |(is|are|was|were|be|been|not)\s(said|let|looked)|looks?\safter|looked\safter|out\sof\sreach|of\swhat|as\s(many|much)\sas|(comes?|came)\sof
    |what\s(is|are|was|were|has|had|may|can|came|comes|becomes|happens|it|they|of|a|the)|stays?\saway)\b").unwrap()
});

/// Parts of a text that are no prose.
static CODE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)```.*?```|`[^`\n]*`|<!--.*?-->|https?://\S+").unwrap());

/// The end of a sentence, of a paragraph, of an item of a list, or of a cell of a table.
static END: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[.!?]\s+|\n\s*\n|\n\s*(?:[-*]|\d+\.)\s|\|").unwrap());

/// The maximum number of words of a sentence.
const WORDS_MAX: usize = 40;

/// The minimum number of words of a sentence: headings and labels are shorter.
const WORDS_MIN: usize = 3;

/// A sentence and the number of the line where it starts.
#[derive(Debug, PartialEq)]
struct Sentence {
    line: usize,
    text: String,
}

/// The sentences of a text, in order.
fn sentences(prose: &str) -> Vec<Sentence> {
    // A placeholder keeps the line numbers and counts as one word.
    let prose = CODE.replace_all(prose, |found: &regex::Captures<'_>| {
        format!(" x{} ", "\n".repeat(found[0].matches('\n').count()))
    });
    let mut bounds: Vec<_> = END.find_iter(&prose).map(|end| end.end()).collect();
    bounds.push(prose.len());
    let mut start = 0;
    let mut found = Vec::new();
    for end in bounds {
        let piece = &prose[start..end];
        let indent = piece.len() - piece.trim_start().len();
        let words: Vec<_> = piece
            .split(|letter: char| letter.is_whitespace() || "#*|".contains(letter))
            .filter(|word| !word.is_empty() && *word != "-")
            .collect();
        if words.len() >= WORDS_MIN {
            found.push(Sentence {
                line: 1 + prose[..start + indent].matches('\n').count(),
                text: words.join(" "),
            });
        }
        start = end;
    }
    found
}

/// The rule that a sentence breaks, if any.
fn broken_rule(sentence: &str) -> Option<String> {
    if let Some(phrase) = DIALECT.find(sentence) {
        return Some(format!("{:?} is dialect", phrase.as_str()));
    }
    let words = sentence.split(' ').count();
    (words > WORDS_MAX).then(|| format!("{words} words, and {WORDS_MAX} are the maximum"))
}

/// The prose of a file: a text with as many lines as the file, empty where a line contains none.
type Prose = fn(&str) -> String;

/// Keeps the first group of `pattern` in each line that matches.
fn of_lines(text: &str, pattern: &str) -> String {
    let pattern = Regex::new(pattern).unwrap();
    let kept = |line| {
        pattern
            .captures(line)
            .map_or("", |found| found.get(1).unwrap().as_str())
    };
    text.lines().map(kept).collect::<Vec<_>>().join("\n")
}

/// Line comments, doc comments included.
fn comments(text: &str) -> String {
    of_lines(text, r"^\s*//[/!]? ?(.*)$")
}

/// The doc comments that the command line shows as help.
fn help(text: &str) -> String {
    of_lines(text, r"^\s*/// ?(.*)$")
}

/// Comments in YAML.
fn values(text: &str) -> String {
    of_lines(text, r"^\s*# (.*)$")
}

/// Summaries and runbooks of alerts, each a paragraph of its own.
fn annotations(text: &str) -> String {
    apart(&of_lines(text, r"^\s*(?:summary|runbook): (.*)$"))
}

/// Titles and descriptions of dashboards, each a paragraph of its own.
fn panels(text: &str) -> String {
    apart(&of_lines(text, r#"^\s*"(?:title|description)": "(.*)",?$"#))
}

/// The texts of errors, which `thiserror` formats.
fn errors(text: &str) -> String {
    let attribute = Regex::new(r#"(?s)#\[error\(\s*"(.*?)"\s*[,)]"#).unwrap();
    let texts = attribute.captures_iter(text).map(|found| found.get(1).unwrap());
    at_their_lines(text, texts.map(|found| (found.start(), found.as_str().to_owned())))
}

/// The string literals of several words, which describe a game to its clients.
fn literals(text: &str) -> String {
    let literal = Regex::new(r#"(?s)"((?:[^"\\]|\\.)*)""#).unwrap();
    let texts = literal.captures_iter(text).map(|found| found.get(1).unwrap());
    let phrases = texts.filter(|found| found.as_str().contains(' '));
    at_their_lines(
        text,
        phrases.map(|found| (found.start(), found.as_str().replace("\\\n", ""))),
    )
}

/// The messages of log lines.
fn log_lines(text: &str) -> String {
    at_their_lines(text, logs::messages(text).into_iter())
}

/// A text with each piece at the line of its offset. Pieces are separated as sentences.
fn at_their_lines(text: &str, pieces: impl Iterator<Item = (usize, String)>) -> String {
    let mut lines = vec![String::new(); text.lines().count()];
    for (offset, piece) in pieces {
        let line = text[..offset].matches('\n').count();
        lines[line].push_str(&piece.replace('\n', " "));
        lines[line].push_str(" |");
    }
    lines.join("\n")
}

/// Ends each line of `prose` like a cell of a table.
fn apart(prose: &str) -> String {
    prose.lines().map(|line| format!("{line} |\n")).collect()
}

/// The files with public texts, and how to extract their prose.
fn public_texts() -> Vec<(Vec<PathBuf>, Prose)> {
    let whole: Prose = |text| text.to_owned();
    let named =
        |folder, names: &'static [&str]| files(folder, move |path| names.iter().any(|name| path.ends_with(name)));
    let of_games = |path: &Path| path.components().any(|part| part.as_os_str() == "games");
    let mut sources = files_in("crates", "rs");
    sources.retain(|path| !of_games(path) && path.components().any(|part| part.as_os_str() == "src"));
    let mut games = files_in("crates", "rs");
    games.retain(|path| of_games(path) && is_public_text_of_a_game(path));
    let mut commands = files_in("crates/cli/src/command", "rs");
    commands.extend(named("crates", &["cli/src/command.rs", "server/src/config/options.rs"]));
    vec![
        (named("", &["README.md", "CHANGELOG.md", "REFUSALS.md"]), whole),
        (files_in("proto", "proto"), comments),
        (commands, help),
        (sources.clone(), errors),
        (sources, log_lines),
        (games, literals),
        (named("helm", &["values.yaml"]), values),
        (named("helm", &["alerts.yaml"]), annotations),
        (files_in("helm/tinsel/dashboards", "json"), panels),
    ]
}

/// Whether a file of a game declares options, actions, defaults, refusals or the summary.
fn is_public_text_of_a_game(path: &Path) -> bool {
    let names = ["absent.rs", "config.rs", "facts.rs", "lib.rs", "reject.rs"];
    names.iter().any(|name| path.ends_with(Path::new("src").join(name)))
        || path.parent().is_some_and(|folder| folder.ends_with("src/config"))
}

#[test]
fn public_texts_are_plain_technical_english() {
    let mut wrong = Vec::new();
    for (files, prose) in public_texts() {
        assert!(!files.is_empty(), "each kind of public text has files");
        for path in files {
            for Sentence { line, text } in sentences(&prose(&read(&path))) {
                if let Some(rule) = broken_rule(&text) {
                    wrong.push(format!("{}:{line}: {rule}: {text}", below_root(&path)));
                }
            }
        }
    }
    assert_none("public texts that are not plain technical English", &wrong);
}

#[test]
fn the_pattern_finds_dialect_and_no_standard_english() {
    for dialect in [
        "Who calls is told by a token in the metadata.",
        "a move that nobody\nowes",
        "The match has gone back.",
        "Generate the client anew.",
        "This is what is stored.",
        "No seat whose player left.",
    ] {
        assert!(
            broken_rule(dialect).is_some_and(|rule| rule.ends_with("is dialect")),
            "{dialect}"
        );
    }
    for plain in [
        "Callers authenticate with a bearer token in the metadata.",
        "The server retries a failed write.",
        "The store is unreachable; retry with the same request_id.",
        "It renews tokens for everyone who joined.",
    ] {
        assert_eq!(broken_rule(plain), None, "{plain}");
    }
}

#[test]
fn a_sentence_may_have_40_words_but_not_41() {
    let of = |words: usize| format!("{}end.", "word ".repeat(words - 1));
    assert_eq!(broken_rule(&of(40)), None);
    let rule = broken_rule(&of(41));
    assert_eq!(rule.as_deref(), Some("41 words, and 40 are the maximum"));
}

#[test]
fn sentences_are_found_with_their_lines_and_without_code() {
    let text = "# A short title\n\nOne sentence, with `what is` code\nover two lines. A second one!\n\n```sh\nwhat is \
                code\n```\n- An item of list\n- Another item here\n\n| a cell here | see https://what.is/a page |\n";
    let of = |line, text: &str| Sentence {
        line,
        text: text.to_owned(),
    };
    assert_eq!(
        sentences(text),
        [
            of(1, "A short title"),
            of(3, "One sentence, with x code over two lines."),
            of(4, "A second one!"),
            of(9, "An item of list"),
            of(10, "Another item here"),
            of(12, "a cell here"),
            of(12, "see x page"),
        ]
    );
}

#[test]
fn prose_is_found_in_each_kind_of_file() {
    let line = |prose: &str, number: usize| prose.lines().nth(number - 1).unwrap_or_default().trim().to_owned();
    assert_eq!(line(&comments("message A {\n  // It is here.\n"), 2), "It is here.");
    assert_eq!(line(&help("//! not this\n    /// The address.\n"), 2), "The address.");
    assert_eq!(line(&values("key: 1\n  # The port.\n"), 2), "The port.");
    assert_eq!(line(&annotations("a:\n  summary: It fails.\n"), 2), "It fails. |");
    assert_eq!(line(&panels("{\n  \"title\": \"Calls\",\n"), 2), "Calls |");
    assert_eq!(
        line(&errors("a\n#[error(\n  \"too long: {0}\"\n)]\n"), 3),
        "too long: {0} |"
    );
    assert_eq!(
        line(&literals("a(\n  \"open\",\n  \"the gift to open\",\n"), 3),
        "the gift to open |"
    );
    assert_eq!(
        line(&log_lines("a\ntracing::warn!(limit, \"refused\");\n"), 2),
        "refused |"
    );
}
