//! Rules of the source that no compiler checks.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod clients;
mod cycles;
mod fields;
mod layers;
mod logs;
mod map;
mod options;
mod paths;
mod prose;
mod reasons;
mod rules;
mod sizes;

use std::{
    fs,
    path::{Path, PathBuf},
};

use tinsel_harness::root;

/// The text of a file.
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A path, relative to the root.
fn below_root(path: &Path) -> String {
    let below = path.strip_prefix(root()).expect("a path of the workspace");
    below.to_string_lossy().into_owned()
}

/// The files below `folder` with this extension.
fn files_in(folder: &str, extension: &str) -> Vec<PathBuf> {
    tinsel_harness::files(folder, |path| path.extension().is_some_and(|of| of == extension))
}

/// Fails with a list of all findings.
fn assert_none(what: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{what}:\n  {}", wrong.join("\n  "));
}
