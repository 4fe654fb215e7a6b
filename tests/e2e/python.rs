//! A client in another language, written from the protos alone.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tinsel_harness::{Replica, root};

/// The Python of a virtual environment with what `play.py` needs; made once, and again when the requirements change.
fn python() -> PathBuf {
    let requirements = root().join("tests/python/requirements.txt");
    let wanted = fs::read_to_string(&requirements).expect("the requirements");
    let folder = root().join("target/python");
    let (python, stamp) = (folder.join("bin/python"), folder.join("requirements.txt"));
    if python.exists() && fs::read_to_string(&stamp).is_ok_and(|had| had == wanted) {
        return python;
    }
    eprintln!("making a Python environment in {}", folder.display());
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&folder);
    run(&mut make, "python3 with venv is needed (apt-get install python3-venv)");
    eprintln!("installing {}", requirements.display());
    let mut install = Command::new(&python);
    install.args([
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--quiet",
        "--requirement",
    ]);
    run(
        install.arg(&requirements),
        "pip installs the requirements, which needs PyPI the first time",
    );
    fs::copy(&requirements, &stamp).expect("a stamp");
    python
}

fn run(command: &mut Command, needed: &str) -> String {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{needed}: {error}"));
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "{needed}: {}\n{stdout}\n{stderr}",
        output.status
    );
    stdout.into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_in_python_plays_a_match_from_the_protos_alone() {
    let replica = Replica::on_redis().await;
    let address = replica.address().to_string();
    let printed = tokio::task::spawn_blocking(move || {
        let script = root().join("tests/python/play.py");
        let protos: &Path = &root().join("proto");
        let mut play = Command::new(python());
        run(play.arg(script).arg(address).arg(protos), "play.py plays a match")
    });
    let printed = printed.await.unwrap();
    let (_, ranking) = printed.split_once("ranking:\n").expect("a ranking");
    assert_eq!(ranking.lines().count(), 8, "{printed}");
    assert!(ranking.contains("Python: "), "{printed}");
    assert!(printed.contains("refused, as it should be"), "{printed}");
}
