//! A client in another language, written from the protos alone.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    sync::OnceLock,
};

use tinsel_harness::{Replica, root};

/// The Python of a virtual environment with what the clients need; made once, and again when the requirements change.
fn python() -> &'static PathBuf {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(environment)
}

fn environment() -> PathBuf {
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

/// Runs a client against these servers; what it prints.
async fn played(script: &'static str, servers: &[&Replica]) -> String {
    let addresses: Vec<_> = servers.iter().map(|server| server.address().to_string()).collect();
    let playing = tokio::task::spawn_blocking(move || {
        let folder = root().join("tests/python");
        let mut play = Command::new(python());
        play.arg(folder.join(script)).args(addresses).arg(root().join("proto"));
        // Nothing is written into the source.
        run(play.env("PYTHONDONTWRITEBYTECODE", "1"), script)
    });
    playing.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_in_python_plays_a_match_from_the_protos_alone() {
    let printed = played("play.py", &[&Replica::on_redis().await]).await;
    let (_, ranking) = printed.split_once("ranking:\n").expect("a ranking");
    assert_eq!(ranking.lines().count(), 8, "{printed}");
    assert!(ranking.contains("Python: "), "{printed}");
    assert!(printed.contains("refused, as it should be"), "{printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_in_python_whose_stream_is_cut_resumes_on_another_server() {
    let servers = [&Replica::on_redis().await, &Replica::on_redis().await];
    let printed = played("resume.py", &servers).await;
    for told in [
        "join code: ",
        "cut behind revision 21\n",
        "resumed: revisions 1 to 58 without gap or repeat, 6 decisions of its own\n",
    ] {
        assert!(printed.contains(told), "{told} is missing: {printed}");
    }
}
