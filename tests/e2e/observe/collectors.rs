//! Collectors that are away, slow, or silent: nobody who calls may notice.

use std::{collections::BTreeSet, net::Ipv4Addr};

use tinsel_harness::{Api, Choice, Collector, Process, Table, created, redis, until};
use tinsel_proto::v1::ListGamesRequest;
use tokio::net::TcpListener;

async fn server(endpoint: &str) -> (Process, Api) {
    let options = ["--otlp-endpoint", endpoint, "--traces-per-thousand", "1000"];
    let server = Process::start(redis(), &options);
    let api = Api::connect(&server.url()).await;
    (server, api)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_away_changes_nothing() {
    let nobody = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let endpoint = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let (server, api) = server(&endpoint).await;
    let table = Table::of_players(&[&api], &created("")).await;
    table.play(&[&api], Choice::Default).await;
    server.end().await;
}

/// Spans that cannot be sent do not pile up: some are dropped, which is logged, and no call waits for them, nor does the
/// end of the process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_never_answers_costs_spans_and_nothing_else() {
    let collector = Collector::silent();
    let (server, api) = server(&collector.serve().await).await;
    until("spans are dropped", async || {
        let table = Table::of_players(&[&api], &created("")).await;
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
async fn a_collector_that_is_slow_is_told_everything_in_the_end() {
    const CALLS: usize = 600;
    let collector = Collector::silent();
    let (server, api) = server(&collector.serve().await).await;
    for call in 0..CALLS {
        api.ask(&ListGamesRequest {}, None).await.expect("an answer");
        // More spans come in than it takes.
        if call % 200 == 0 {
            collector.answer(1);
        }
    }
    collector.answer(CALLS);
    server.end().await;
    // A batch whose answer was too late may be sent again.
    let told: BTreeSet<_> = collector.spans().into_iter().map(|span| span.span_id).collect();
    assert_eq!(told.len(), CALLS);
}
