//! The metric and label names in a PromQL query.

use std::collections::BTreeSet;

/// Keywords and aggregations, which have the form of a metric name.
const WORDS: &[&str] = &[
    "and",
    "avg",
    "bool",
    "bottomk",
    "count",
    "count_values",
    "group",
    "max",
    "min",
    "offset",
    "or",
    "quantile",
    "stddev",
    "stdvar",
    "sum",
    "topk",
    "unless",
];

/// Keywords that a list of labels in parentheses follows.
const LABELS_FOLLOW: &[&str] = &["by", "group_left", "group_right", "ignoring", "on", "without"];

/// A selector of a metric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) metric: String,
    /// Label matchers: label, and text or pattern.
    pub(crate) labels: Vec<(String, String)>,
}

/// The names in a query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) selectors: Vec<Selector>,
    /// The labels of grouping clauses.
    pub(crate) grouping: BTreeSet<String>,
}

/// The names in a query. `promtool` has checked its syntax.
pub(crate) fn names(query: &str) -> Names {
    let mut names = Names::default();
    let mut rest = query;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() || first == '_' {
            let (word, behind) = split(rest, is_of_a_word);
            rest = behind.trim_start();
            if LABELS_FOLLOW.contains(&word) {
                if let Some((labels, behind)) = within(rest, '(', ')') {
                    let labels = labels.split(',').map(|label| label.trim().to_owned());
                    names.grouping.extend(labels.filter(|label| !label.is_empty()));
                    rest = behind;
                }
            } else if !WORDS.contains(&word) && !rest.starts_with('(') {
                let mut labels = Vec::new();
                if let Some((inside, behind)) = within(rest, '{', '}') {
                    labels = matchers(inside);
                    rest = behind;
                }
                names.selectors.push(Selector {
                    metric: word.to_owned(),
                    labels,
                });
            }
        } else if first.is_ascii_digit() {
            rest = split(rest, |c| c.is_ascii_alphanumeric() || c == '.').1;
        } else if first == '"' {
            rest = within(rest, '"', '"').expect("a text that ends").1;
        } else if first == '[' {
            rest = within(rest, '[', ']').expect("a range that ends").1;
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    names
}

/// Parses `label="text"` matchers, separated by commas.
fn matchers(mut text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while let Some(at) = text.find(['=', '!']) {
        let label = text[..at].trim_matches([',', ' ']).to_owned();
        let quoted = text[at..].find('"').expect("a text after a label") + at;
        let (value, behind) = within(&text[quoted..], '"', '"').expect("a text that ends");
        found.push((label, value.to_owned()));
        text = behind;
    }
    found
}

/// The text between the delimiters, and the rest, if `text` starts with `opens`.
fn within(text: &str, opens: char, closes: char) -> Option<(&str, &str)> {
    let inside = text.strip_prefix(opens)?;
    let mut quoted = false;
    for (at, character) in inside.char_indices() {
        if character == closes && !quoted {
            return Some((&inside[..at], &inside[at + closes.len_utf8()..]));
        }
        quoted ^= character == '"';
    }
    None
}

const fn is_of_a_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | ':')
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|character| !belongs(character)).unwrap_or(text.len()))
}

#[test]
fn names_are_found_in_all_parts_of_a_query() {
    let query = r#"histogram_quantile(0.99, sum by (le, game) (rate(a_bucket{job="x}",b=~"c|d"}[5m])))
        / on (game) max(e) > 0.5 or absent(f{g!="h"}) unless i offset 10m"#;
    let names = names(query);
    let metrics: Vec<_> = names
        .selectors
        .iter()
        .map(|selector| selector.metric.as_str())
        .collect();
    assert_eq!(metrics, ["a_bucket", "e", "f", "i"]);
    let labels = |pairs: &[(&str, &str)]| {
        pairs
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(names.selectors[0].labels, labels(&[("job", "x}"), ("b", "c|d")]));
    assert_eq!(names.selectors[2].labels, labels(&[("g", "h")]));
    let grouping: Vec<_> = names.grouping.iter().map(String::as_str).collect();
    assert_eq!(grouping, ["game", "le"]);
}

/// The arguments of every call of a function in a query.
pub(crate) fn applied<'a>(query: &'a str, function: &str) -> Vec<&'a str> {
    let call = format!("{function}(");
    let starts = query
        .match_indices(&call)
        .filter(|(at, _)| !query[..*at].ends_with(is_of_a_word));
    starts.map(|(at, _)| balanced(&query[at + call.len()..])).collect()
}

/// The text up to the closing parenthesis.
fn balanced(text: &str) -> &str {
    let (mut depth, mut quoted) = (1, false);
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    panic!("no closing parenthesis in {text}")
}

#[test]
fn arguments_are_complete() {
    let query = r#"f(0.5, sum by (le) (rate(a{b=")"}[5m]))) + rate(c[1m]) + my_rate(d)"#;
    assert_eq!(applied(query, "rate"), [r#"a{b=")"}[5m]"#, "c[1m]"]);
    assert_eq!(applied(query, "f"), [r#"0.5, sum by (le) (rate(a{b=")"}[5m]))"#]);
}
