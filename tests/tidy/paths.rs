//! No file of the repository contains paths of one machine.

use std::process::Command;

use tinsel_harness::root;

use crate::{assert_none, read};

/// Texts that are only valid on one machine or in one company's network. They are assembled here, so that this file
/// does not contain them.
fn foreign() -> Vec<String> {
    let slash = |folders: &[&str]| format!("/{}/", folders.join("/"));
    vec![
        format!("..{}", slash(&["shared"])),
        format!("../{}", "shared"),
        slash(&["work", "wt"]),
        slash(&["work", "shared"]),
        slash(&["root", ".cargo"]),
        format!("{}.pyenv", slash(&["root"])),
        format!("file:{}", "//"),
        format!("{}factory", "arti"),
        format!("{}-url", "--index"),
        format!("replace-{}", "with ="),
    ]
}

/// Every file that is in git.
fn tracked() -> Vec<String> {
    let listed = Command::new("git")
        .current_dir(root())
        .args(["ls-files", "-z"])
        .output();
    let listed = listed.expect("git is needed to list the files of the repository");
    assert!(
        listed.status.success(),
        "git ls-files: {}",
        String::from_utf8_lossy(&listed.stderr)
    );
    let names = String::from_utf8(listed.stdout).expect("names in text");
    names
        .split('\0')
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_file_names_a_machine() {
    let mut wrong = Vec::new();
    for name in tracked() {
        let path = root().join(&name);
        // A file may be missing from the work tree, or may not be text.
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        for word in foreign() {
            if text.contains(&word) {
                wrong.push(format!("{name} has {word}"));
            }
        }
    }
    assert_none("texts that are only valid on one machine", &wrong);
}

#[test]
fn every_crate_comes_from_crates_io() {
    let lock = read(&root().join("Cargo.lock"));
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = "));
    let elsewhere: Vec<_> = sources
        .filter(|source| *source != "\"registry+https://github.com/rust-lang/crates.io-index\"")
        .map(str::to_owned)
        .collect();
    assert_none("crates from elsewhere", &elsewhere);
}

#[test]
fn no_generated_or_secret_file_is_tracked() {
    let wrong: Vec<_> = tracked()
        .into_iter()
        .filter(|name| {
            let file = name.rsplit('/').next().unwrap_or_default();
            let folder = name
                .split('/')
                .any(|part| ["target", "__pycache__", "node_modules", ".tools"].contains(&part));
            folder
                || [".env", "id_rsa"].contains(&file)
                || [".pyc", ".pem", ".key", ".rdb", ".aof"]
                    .iter()
                    .any(|end| file.ends_with(end))
        })
        .collect();
    assert_none("files that do not belong in git", &wrong);
}
