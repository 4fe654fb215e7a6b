//! A client in another language, written from the protos alone.

use std::process::{Command, Stdio};

use tinsel_harness::{Replica, root};

/// Runs a client against these servers; what it prints.
async fn played(script: &'static str, servers: &[&Replica]) -> String {
    let addresses: Vec<_> = servers.iter().map(|server| server.address().to_string()).collect();
    let playing = tokio::task::spawn_blocking(move || {
        let folder = root().join("tests/python");
        let python = root().join(".tools/python-clients/bin/python");
        assert!(
            python.exists(),
            "`.ci/tools python-clients` installs what the clients import"
        );
        let mut play = Command::new(python);
        play.arg(folder.join(script)).args(addresses).arg(root().join("proto"));
        // Nothing is written into the source.
        play.env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::null());
        let output = play.output().expect("Python runs");
        let (stdout, stderr) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(
            output.status.success(),
            "{script}: {}\n{stdout}\n{stderr}",
            output.status
        );
        stdout.into_owned()
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
