//! The files of the repository.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The root of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the workspace around this crate").to_path_buf()
}

/// Whether a developer asks a test to update its expected files, with this variable set to `1`.
#[must_use]
pub fn asked_to(variable: &str) -> bool {
    asked_for(variable).is_some_and(|value| value == "1")
}

/// The value of an environment variable with which a developer changes a test run; `None` if it is unset or empty.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "only tests read it, on behalf of a developer")]
pub fn asked_for(variable: &str) -> Option<String> {
    std::env::var(variable).ok().filter(|value| !value.is_empty())
}

/// All files below `folder` of the workspace for which `wanted` holds, in order, without build output, the folders of
/// tools, and links.
pub fn files(folder: &str, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = entries(folder);
    found.retain(|path| !path.is_symlink() && wanted(path));
    found
}

/// All links below `folder` of the workspace, in order, without those in build output and the folders of tools.
#[must_use]
pub fn links(folder: &str) -> Vec<PathBuf> {
    let mut found = entries(folder);
    found.retain(|path| path.is_symlink());
    found
}

/// All files and links below `folder` of the workspace, in order.
fn entries(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if ["target", ".git", ".tools", "__pycache__", ".venv", "node_modules"].contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() && !path.is_symlink() {
            collect(&path, found);
        } else {
            found.push(path);
        }
    }
}
