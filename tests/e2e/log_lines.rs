//! What the lines of a server's log are like.

use std::fs;

use tinsel_harness::{ANY_GAME, Api, Process, Table, created, redis, refused, some_bad_action};
use tokio::task::spawn_blocking;

/// A file that this test run has to itself.
fn file(name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("tinsel-log-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder.join(name).to_str().unwrap().to_owned()
}

async fn ended(mut server: Process) -> Vec<serde_json::Value> {
    server.terminate();
    let (_, lines) = spawn_blocking(move || server.ended()).await.unwrap();
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn have_refused(server: &Process) {
    let api = Api::connect(&server.url()).await;
    let table = Table::of_players(&[&api], &created("")).await;
    let bad = table.submitting("", some_bad_action(ANY_GAME));
    refused(api.ask(&bad, Some(table.token(0))).await);
}

fn refusals(lines: &[serde_json::Value]) -> Vec<&serde_json::Value> {
    let refused = lines.iter().filter(|line| line["message"] == "a call was refused");
    refused.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_filter_is_read_again_while_the_server_runs() {
    let path = file("filter.toml");
    fs::write(&path, "log = \"info\"").unwrap();
    let server = Process::start(redis(), &["--config", &path]);
    have_refused(&server).await;
    fs::write(&path, "log = \"nonsense=nonsense\"").unwrap();
    server.hang_up();
    let line = server.line_with("the log filter stays as it is");
    assert!(line.contains("log must be a filter"), "{line}");
    fs::write(&path, "log = \"info,tinsel_service=debug\"").unwrap();
    server.hang_up();
    let line = server.line_with("the log filter was read again");
    assert!(line.contains("tinsel_service=debug"), "{line}");
    have_refused(&server).await;
    let lines = ended(server).await;
    assert_eq!(refusals(&lines).len(), 1, "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_names_the_trace_it_belongs_to() {
    // Nobody listens there, and nobody has to.
    let traced = [
        "--otlp-endpoint",
        "http://127.0.0.1:1",
        "--log",
        "info,tinsel_service=debug",
    ];
    let server = Process::start(redis(), &traced);
    have_refused(&server).await;
    let lines = ended(server).await;
    let ids = &refusals(&lines)[0]["openTelemetry"];
    assert_eq!(ids["traceId"].as_str().map(str::len), Some(32), "{lines:#?}");
    assert_eq!(ids["spanId"].as_str().map(str::len), Some(16), "{lines:#?}");
}
