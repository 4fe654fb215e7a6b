//! Files that a test compares with, or writes on request.

use std::{fs, path::Path};

/// Whether this environment variable is `1`, which requests that the test writes files.
#[expect(
    clippy::disallowed_methods,
    reason = "a person asks a test to write; no server reads this"
)]
pub(crate) fn asked_to(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| value == "1")
}

/// The files of a folder with this extension, in order. A folder that does not exist has none.
pub(crate) fn in_folder(folder: &Path, extension: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|found| found == extension))
        .collect();
    names.sort();
    names
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The lines in which two texts differ, with two lines around them; old ones with `-`, new ones with `+`.
pub(crate) fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(same..).unwrap_or_default(), new.get(same..).unwrap_or_default());
    let tail = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let mut text = format!("from line {}:\n", same + 1);
    let mut put = |mark: char, lines: &[&str]| {
        for line in lines.iter().take(LINES_SHOWN) {
            text.push_str(&format!("{mark} {line}\n"));
        }
        if lines.len() > LINES_SHOWN {
            text.push_str(&format!("{mark} … {} more\n", lines.len() - LINES_SHOWN));
        }
    };
    put(' ', old.get(same.saturating_sub(2)..same).unwrap_or_default());
    put('-', old_rest.get(..old_rest.len() - tail).unwrap_or_default());
    put('+', new_rest.get(..new_rest.len() - tail).unwrap_or_default());
    put(
        ' ',
        old_rest
            .get(old_rest.len() - tail..)
            .unwrap_or_default()
            .get(..tail.min(2))
            .unwrap_or_default(),
    );
    text
}

/// Maximum number of lines of a difference on each side.
const LINES_SHOWN: usize = 40;

/// Whether a setup's name is a valid file name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_changed_lines_and_their_neighbours() {
        let text = difference("a\nb\nc\nd\ne", "a\nb\nC\nC2\nd\ne");
        assert_eq!(text, "from line 3:\n  a\n  b\n- c\n+ C\n+ C2\n  d\n  e\n");
        assert_eq!(difference("a", "a\nb"), "from line 2:\n  a\n+ b\n");
    }
}
