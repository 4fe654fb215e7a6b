//! Collectors that are unreachable, slow, or silent: they must not affect any call.

use std::{collections::BTreeSet, net::Ipv4Addr};

use tinsel_harness::{Api, Choice, Collector, Process, TestMatch, created, redis, until};
use tinsel_proto::v1::ListGamesRequest;
use tokio::net::TcpListener;

async fn server(endpoint: &str) -> (Process, Api) {
    let options = ["--otlp-endpoint", endpoint, "--traces-per-thousand", "1000"];
    let server = Process::start(redis(), &options);
    let api = Api::connect(&server.url()).await;
    (server, api)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_collector_changes_nothing() {
    let nobody = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let endpoint = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let (server, api) = server(&endpoint).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    table.play(&[&api], Choice::Default).await;
    server.end().await;
}

/// Spans that cannot be sent do not accumulate: the server drops some and logs that. Neither calls nor the end of the
/// process wait for them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_never_answers_costs_only_spans() {
    let collector = Collector::silent();
    let (server, api) = server(&collector.serve().await).await;
    until("spans are dropped", async || {
        let table = TestMatch::of_players(&[&api], &created("")).await;
        table.play(&[&api], Choice::Default).await;
        server.wrote("dropped a Span due to queue full")
    })
    .await;
    api.ask(&ListGamesRequest {}, None).await.expect("an answer");
    assert!(!collector.spans().is_empty(), "it listens");
    let log = server.end().await;
    let said = log.iter().any(|line| line.contains("\"dropped_span_count\""));
    assert!(said, "{log:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_collector_receives_all_spans_eventually() {
    const CALLS: usize = 600;
    let collector = Collector::silent();
    let (server, api) = server(&collector.serve().await).await;
    for call in 0..CALLS {
        api.ask(&ListGamesRequest {}, None).await.expect("an answer");
        // The server creates more spans than the collector takes.
        if call % 200 == 0 {
            collector.answer(1);
        }
    }
    collector.answer(CALLS);
    server.end().await;
    // The server may resend a batch if the response is late.
    let told: BTreeSet<_> = collector.spans().into_iter().map(|span| span.span_id).collect();
    assert_eq!(told.len(), CALLS);
}
