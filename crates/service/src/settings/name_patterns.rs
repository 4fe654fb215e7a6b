//! Patterns of names that an operator does not permit.

use std::fmt;

use regex::{RegexSet, RegexSetBuilder};

/// The maximum memory of compiled patterns, in bytes.
const COMPILED_MAX: usize = 64 * 1024 * 1024;

/// Patterns of refused names. `Debug` shows none of them.
#[derive(Clone, Default)]
pub struct NamePatterns(RegexSet);

/// A pattern that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a pattern: {why}")]
pub struct NotAPattern {
    line: usize,
    why: String,
}

impl NamePatterns {
    /// The patterns of a text: one regular expression in each line, which ignores case. Empty lines and lines that begin
    /// with `#` are comments.
    ///
    /// # Errors
    ///
    /// If a line is no regular expression, or all of them together are too large.
    pub fn read(text: &str) -> Result<Self, NotAPattern> {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim).zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let lines: Vec<_> = lines.collect();
        for (pattern, line) in &lines {
            let wrong = |why| NotAPattern { line: *line, why };
            if compiled(&[pattern]).map_err(wrong)?.is_match("") {
                return Err(wrong(
                    "it matches the empty text, so it would refuse every name".to_owned(),
                ));
            }
        }
        let patterns: Vec<_> = lines.iter().map(|(pattern, _)| *pattern).collect();
        let line = lines.last().map_or(1, |(_, line)| *line);
        compiled(&patterns).map(Self).map_err(|why| NotAPattern { line, why })
    }

    /// Whether a pattern matches a part of the text.
    pub(crate) fn match_part_of(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

fn compiled(patterns: &[&str]) -> Result<RegexSet, String> {
    let set = RegexSetBuilder::new(patterns)
        .case_insensitive(true)
        .size_limit(COMPILED_MAX)
        .build();
    // The last line of the message names the problem; those before quote the pattern.
    set.map_err(|error| error.to_string().lines().last().unwrap_or_default().to_owned())
}

impl fmt::Debug for NamePatterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NamePatterns({})", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_pattern_names_its_line() {
        let wrong = NamePatterns::read("fine\n\n(\n").unwrap_err();
        assert_eq!(wrong.line, 3);
        for empty in ["elf\nadmin|", "\u{feff}#\n^\\W*$"] {
            assert_eq!(NamePatterns::read(empty).unwrap_err().line, 2, "{empty}");
        }
        assert!(wrong.to_string().starts_with("line 3 is not a pattern: "), "{wrong}");
        assert_eq!(
            format!("{:?}", NamePatterns::read("secret\nother").unwrap()),
            "NamePatterns(2)"
        );
    }
}
