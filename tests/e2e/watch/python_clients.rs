//! A client in another language, written from the protos alone.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use tinsel_catalog::GameId;
use tinsel_harness::{Replica, files, root};

/// Runs Python with these arguments, in an environment that can import `generated`, and returns its output.
async fn python(arguments: Vec<String>, generated: Option<PathBuf>) -> String {
    let running = tokio::task::spawn_blocking(move || {
        let python = root().join(".tools/python-clients/bin/python");
        assert!(
            python.exists(),
            "`.ci/tools python-clients` installs what the clients import"
        );
        let mut command = Command::new(python);
        command.args(&arguments).current_dir(root()).stdin(Stdio::null());
        // Python writes no files into the source.
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command.envs(generated.map(|folder| ("PYTHONPATH", folder)));
        let output = command.output().expect("Python runs");
        let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(
            output.status.success(),
            "{arguments:?}: {}\n{stdout}\n{stderr}",
            output.status
        );
        stdout.into_owned()
    });
    running.await.unwrap()
}

/// Runs a client against these servers, and returns its output.
async fn played(script: &str, servers: &[&Replica]) -> String {
    let mut arguments = vec![format!("tests/python/{script}")];
    arguments.extend(servers.iter().map(|server| server.address().to_string()));
    arguments.push("proto".to_owned());
    python(arguments, None).await
}

/// The folder with the modules that the usual generator makes of the protos.
async fn generated() -> PathBuf {
    static GENERATED: tokio::sync::OnceCell<PathBuf> = tokio::sync::OnceCell::const_new();
    let generate = async || {
        let generated = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python");
        fs::create_dir_all(&generated).unwrap();
        let out = generated.display();
        let mut protoc = ["-m", "grpc_tools.protoc"].map(str::to_owned).to_vec();
        protoc.push(format!("-I{}", root().join("proto").display()));
        protoc.extend([format!("--python_out={out}"), format!("--grpc_python_out={out}")]);
        let protos = files("proto", |path| {
            path.extension().is_some_and(|extension| extension == "proto")
        });
        protoc.extend(protos.iter().map(|path| path.display().to_string()));
        python(protoc, None).await;
        generated
    };
    GENERATED.get_or_init(generate).await.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_client_plays_a_match_from_the_protos_alone() {
    let printed = played("play.py", &[&Replica::on_redis().await]).await;
    let (_, ranking) = printed.split_once("ranking:\n").expect("a ranking");
    assert_eq!(ranking.lines().count(), 8, "{printed}");
    assert!(ranking.contains("Python: "), "{printed}");
    assert!(printed.contains("refused, as it should be"), "{printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_client_whose_stream_is_cut_resumes_on_another_server() {
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

/// The C core, on which gRPC in Python is built, drops a response with large headers, and with it the reason.
// E2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_client_reads_the_reason_of_a_request_with_many_invalid_fields() {
    let printed = played("refusal.py", &[&Replica::in_memory().await]).await;
    assert!(printed.starts_with("INVALID_ARGUMENT MALFORMED_REQUEST "), "{printed}");
}

/// One program without knowledge of any game plays all of them by their forms, and a game that only the tests have. In
/// turn, no answer is refused; concurrently, only answers that came too late.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_client_plays_every_game_by_its_forms() {
    let generated = generated().await;
    let replica = Replica::on_redis().await;
    for game in GameId::ALL.iter().chain([&GameId::Toy]) {
        for (order, late) in [
            ("in_turn", &[][..]),
            ("concurrently", &["CONTENDED", "NO_PENDING_DECISION"]),
        ] {
            let script = "tests/python/any_game.py".to_owned();
            let arguments = [
                replica.address().to_string(),
                game.to_string(),
                "1".to_owned(),
                order.to_owned(),
            ];
            let printed = python([script].into_iter().chain(arguments).collect(), Some(generated.clone())).await;
            let counts = printed
                .split_whitespace()
                .skip(1)
                .map(|count| count.split_once('=').expect("a count").0);
            let refusals: Vec<_> = counts.filter(|name| *name != "actions").collect();
            assert!(
                refusals.iter().all(|refusal| late.contains(refusal)),
                "{order}: {printed}"
            );
        }
    }
}
