//! The table of `clients/README.md` ⇄ the sources of the four libraries.

use std::fs;

use tinsel_harness::{files, root};

use crate::assert_none;

/// A language: the folder of its library, the ending of its files, and what stands before and after a declared name.
const LANGUAGES: [(&str, &str, &[&str], &[&str]); 4] = [
    ("crates/client/src", "rs", &["fn "], &["(", "<"]),
    ("clients/python/tinsel_client", "py", &["def "], &["("]),
    ("clients/go", "go", &["func ", ") "], &["(", "["]),
    (
        "clients/typescript/src",
        "ts",
        &["  ", "*", "async ", "function "],
        &["(", "<"],
    ),
];

#[test]
fn every_library_has_the_calls_of_the_table() {
    let readme = fs::read_to_string(root().join("clients/README.md")).expect("the page of the clients");
    let (_, surface) = readme.split_once("## The surface").expect("the table");
    let (surface, _) = surface.split_once("\n## ").expect("the next section");
    let rows = surface.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('`').skip(1).step_by(2).collect()).collect();
    assert!(
        rows.len() > 20 && rows.iter().all(|row| row.len() == LANGUAGES.len()),
        "{rows:?}"
    );
    let mut missing = Vec::new();
    for (column, (folder, ending, before, after)) in LANGUAGES.into_iter().enumerate() {
        let of_language = files(folder, |path| path.extension().is_some_and(|of| of == ending));
        let read = |path| fs::read_to_string(path).expect("a source");
        let source: String = of_language.into_iter().map(read).collect();
        for name in rows.iter().map(|row| row[column]) {
            let mut forms = before
                .iter()
                .flat_map(|before| after.iter().map(move |after| format!("{before}{name}{after}")));
            if !forms.any(|form| source.contains(&form)) {
                missing.push(format!("{folder} has no `{name}`"));
            }
        }
    }
    assert_none("calls of client libraries", &missing);
}
