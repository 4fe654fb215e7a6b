//! The format and content of log lines.

use std::fs;

use tinsel_client::Refusal;
use tinsel_harness::{
    ANY_GAME, Api, Choice, Process, RedisServer, Replica, TestMatch, created, put_damaged, redis, refused,
    some_bad_action, soon,
};
use tinsel_proto::v1::{LeaveMatchRequest, SetLogFilterRequest, match_service_client::MatchServiceClient};
use tinsel_store::{Redis, RedisOptions};
use tokio::task::spawn_blocking;

/// A file for this test run only.
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

/// Makes a call that is refused. Returns the refusal.
async fn have_refused(server: &Process) -> Refusal {
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    let bad = table.submitting("", some_bad_action(ANY_GAME));
    refused(api.ask(&bad, Some(table.token(0))).await)
}

fn refusals(lines: &[serde_json::Value]) -> Vec<&serde_json::Value> {
    let refused = lines.iter().filter(|line| line["message"] == "call refused");
    refused.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_lines_of_a_process_have_its_instance() {
    let mut instances = Vec::new();
    for _ in 0..2 {
        let lines = ended(Process::start(redis(), &[])).await;
        let instance = lines[0]["instance"].as_str().unwrap().to_owned();
        assert!(lines.len() > 1 && lines.iter().all(|line| line["instance"] == *instance));
        instances.push(instance);
    }
    assert_ne!(instances[0], instances[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_filter_is_reloaded_while_the_server_runs() {
    let path = file("filter.toml");
    fs::write(&path, "log = \"info\"").unwrap();
    let server = Process::start(redis(), &["--config", &path]);
    have_refused(&server).await;
    fs::write(&path, "log = \"nonsense=nonsense\"").unwrap();
    server.hang_up();
    let line = server.line_with("log filter not changed");
    assert!(line.contains("log must be a filter"), "{line}");
    fs::write(&path, "log = \"info,tinsel_service=debug\"").unwrap();
    server.hang_up();
    let line = server.line_with("log filter changed");
    assert!(line.contains("tinsel_service=debug"), "{line}");
    have_refused(&server).await;
    let lines = ended(server).await;
    assert_eq!(refusals(&lines).len(), 1, "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_sets_the_log_filter_and_an_invalid_filter_is_refused() {
    let server = Process::start(redis(), &["--admin-listen", "127.0.0.1:0"]);
    let operators = server.operators().await;
    let choose = async |filter: &str| {
        let filter = filter.to_owned();
        operators.ask(&SetLogFilterRequest { filter }, None).await
    };
    have_refused(&server).await;
    let chosen = choose("info,tinsel_service=debug").await.unwrap();
    assert_eq!(chosen.filter, "info,tinsel_service=debug");
    have_refused(&server).await;
    for wrong in [
        "debgu",
        "hello world",
        "tinsel_service=debug",
        "info=nonsense",
        &"x".repeat(501),
    ] {
        let refusal = refused(choose(wrong).await);
        assert_eq!(refusal.reason, "MALFORMED_REQUEST", "{wrong}");
        assert!(refusal.message.contains("tinsel_service=debug,info"), "{refusal:?}");
    }
    assert_eq!(choose("").await.unwrap().filter, "info");
    have_refused(&server).await;
    let lines = ended(server).await;
    let of_moves = refusals(&lines)
        .into_iter()
        .filter(|line| line["reason"] != "MALFORMED_REQUEST");
    assert_eq!(of_moves.count(), 1, "{lines:#?}");
}

/// The number of calls that the full store refuses.
const REFUSED: u64 = 60;

// E5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_warning_that_every_call_repeats_is_counted_until_the_server_ends() {
    let redis = RedisServer::start();
    let server = Process::start(&redis, &[]);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    let action = table.choice(&api, 0, Choice::Default).await.unwrap();
    redis.tell("CONFIG SET maxmemory 1");
    for _ in 0..REFUSED {
        let refusal = refused(table.submit(&api, 0, action.clone()).await);
        assert_eq!(refusal.reason, "STORE_REFUSES_WRITES");
    }
    let lines = ended(server).await;
    let warning = "call failed: store refuses writes";
    let written = lines.iter().filter(|line| line["message"] == warning).count();
    let reports = lines.iter().filter(|line| line["of"] == warning);
    let left_out: u64 = reports.map(|line| line["lines"].as_u64().unwrap()).sum();
    assert!(left_out > 0, "{lines:#?}");
    assert_eq!(u64::try_from(written).unwrap() + left_out, REFUSED, "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_names_the_trace_it_belongs_to() {
    // No collector listens there, and the test needs none.
    let traced = [
        "--otlp-endpoint",
        "http://127.0.0.1:1",
        "--log",
        "info,tinsel_service=debug",
    ];
    let server = Process::start(redis(), &traced);
    let refusal = have_refused(&server).await;
    let lines = ended(server).await;
    let ids = &refusals(&lines)[0]["openTelemetry"];
    assert_eq!(refusal.trace_id.len(), 32, "{refusal:?}");
    assert_eq!(ids["traceId"], refusal.trace_id, "{lines:#?}");
    assert_eq!(ids["spanId"].as_str().map(str::len), Some(16), "{lines:#?}");
}

const CALLER: [&str; 2] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];

/// There is no collector: lines contain only the IDs that the caller sent, which operators search for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_contains_the_trace_and_span_of_the_caller_without_a_collector() {
    for filter in ["info,tinsel_service=debug", "trace"] {
        let server = Process::start(redis(), &["--log", filter]);
        let api = Api::connect(&server.url()).await;
        let table = TestMatch::of_players(&[&api], &created("")).await;
        let bad = table.submitting("", some_bad_action(ANY_GAME));
        let [trace, span] = CALLER;
        let traced = api.with("traceparent", &format!("00-{trace}-{span}-00"));
        let mut told = Vec::new();
        for api in [&traced, &api] {
            told.push(refused(api.ask(&bad, Some(table.token(0))).await).trace_id);
        }
        let lines = ended(server).await;
        let refusals = refusals(&lines);
        let ids = |line: &serde_json::Value| {
            ["traceId", "spanId"].map(|name| line["openTelemetry"][name].as_str().unwrap_or_default().to_owned())
        };
        assert_eq!(ids(refusals[0]), CALLER, "{lines:#?}");
        // Without a trace of the caller, a call has IDs of its own.
        let own = ids(refusals[1]);
        assert_eq!(own.each_ref().map(String::len), [32, 16], "{own:?}");
        assert!(own.iter().all(|id| id.bytes().any(|digit| digit != b'0')), "{own:?}");
        assert!(own != CALLER, "{own:?}");
        assert_eq!(
            told,
            [CALLER[0], &own[0]],
            "the refusals have the trace IDs of the lines"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn responses_and_the_end_of_a_stream_contain_the_trace_id() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let mut table = TestMatch::create(api, &created("")).await;
    table.join(api, 0).await;
    let [trace, span] = CALLER;
    let parent = format!("00-{trace}-{span}-00");
    let mut getting = tonic::Request::new(table.getting());
    getting.metadata_mut().insert("traceparent", parent.parse().unwrap());
    let answer = MatchServiceClient::new(api.transport()).get_match(getting).await;
    assert_eq!(answer.unwrap().metadata().get("x-trace-id").unwrap(), trace);
    let traced = api.with("traceparent", &parent);
    let mut watching = traced.watch(&table.match_id, None, Some(table.token(0))).await.unwrap();
    let leaving = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    api.ask(&leaving, Some(table.token(0))).await.unwrap();
    let end = loop {
        if let Err(status) = soon("the end of the stream", watching.message()).await {
            break refused::<()>(Err(status));
        }
    };
    assert_eq!((end.reason.as_str(), end.trace_id.as_str()), ("SEAT_LEFT", trace));
}

/// Unreadable data can be secret, and errors of decoding quote it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_about_an_unreadable_record_contains_only_the_part_and_the_cause() {
    let server = Process::start(redis(), &["--log", "trace"]);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::create(&api, &created("")).await;
    let store = Redis::connect(&redis().url(), RedisOptions::default()).unwrap();
    put_damaged(&store, &table.match_id, "Public", "Hidden").await;
    let refusal = refused(api.ask(&table.getting(), None).await);
    assert_eq!(refusal.reason, "MATCH_UNREADABLE");
    let lines = ended(server).await;
    let mut failures = lines
        .iter()
        .filter(|line| line["message"] == "call failed: server error");
    let cause = failures
        .next()
        .and_then(|line| line["error"].as_str())
        .unwrap_or_default();
    assert!(cause.ends_with("the setup: a value is none of its type"), "{cause}");
    let told = lines.iter().find(|line| line.to_string().contains("Hidden"));
    assert_eq!(told, None);
}
