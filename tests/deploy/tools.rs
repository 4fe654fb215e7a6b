//! Tools that `.ci/tools` installs. A test that needs a tool is in a module with the tool's name, so that it can be skipped if
//! no registry offers the tool.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tinsel_harness::root;

/// A command that runs a tool of `.tools` in the root of the workspace.
pub(crate) fn tool(name: &str) -> Command {
    let tool = root().join(".tools").join(name).join("bin").join(name);
    assert!(tool.exists(), "{name} is missing: `.ci/tools {name}` installs it");
    let mut command = Command::new(tool);
    command.current_dir(root());
    command
}

/// Runs a tool and returns its output. Fails if the tool does.
#[track_caller]
pub(crate) fn check(name: &str, arguments: &[&str]) -> String {
    run(tool(name).args(arguments), "").unwrap_or_else(|findings| panic!("{name}: {findings}"))
}

/// The validator of Kubernetes manifests, `validate.py`.
pub(crate) fn validator() -> Command {
    let mut python = tool("kubernetes-validate");
    python.arg(root().join("tests/deploy/validate.py"));
    python
}

/// Runs a command with `input` and returns its output.
///
/// # Errors
///
/// The output of a command that fails.
pub(crate) fn run(command: &mut Command, input: &str) -> Result<String, String> {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = piped.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = running.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A tool can exit before it has read all of its input.
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

/// Writes a temporary file.
pub(crate) fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}
