//! Tools, as `.ci/tools` installs them. A test that needs one is in a module with its name, so that it can be left out where
//! no registry offers the tool.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tinsel_harness::root;

/// A tool of `.tools`, to be run in the root of the workspace.
pub(crate) fn tool(name: &str) -> Command {
    let tool = root().join(".tools").join(name).join("bin").join(name);
    assert!(tool.exists(), "{name} is missing: `.ci/tools {name}` installs it");
    let mut command = Command::new(tool);
    command.current_dir(root());
    command
}

/// Runs a tool that must have no findings. Returns its output.
#[track_caller]
pub(crate) fn check(name: &str, arguments: &[&str]) -> String {
    run(tool(name).args(arguments), "").unwrap_or_else(|findings| panic!("{name}: {findings}"))
}

/// The validator of manifests, `validate.py`.
pub(crate) fn validator() -> Command {
    let mut python = tool("kubernetes-validate");
    python.arg(root().join("tests/deploy/validate.py"));
    python
}

/// Runs it with `input`. What it says, as an error if it ends with one.
pub(crate) fn run(command: &mut Command, input: &str) -> Result<String, String> {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = piped.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = running.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A tool that ends without having read everything has its reasons.
    let writing = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = running.wait_with_output().expect("the output of a tool");
    writing.join().expect("the input is written");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(stdout)
    } else {
        Err(format!("{stdout}{}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// The text of a file of the workspace.
pub(crate) fn read(path: &str) -> String {
    read_file(&root().join(path))
}

/// The text of a file.
pub(crate) fn read_file(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file of that name with that text, for a tool that wants one.
pub(crate) fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}
