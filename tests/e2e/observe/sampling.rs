//! Which traces are sampled, and of which matches.

use std::collections::BTreeMap;

use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use tinsel_catalog::GameId;
use tinsel_harness::{Api, Choice, Collector, Process, SpanValues, TestMatch, creating, redis, tinsel};
use tinsel_proto::v1::{AddBotRequest, ListGamesRequest};

async fn server(collector: &Collector, per_thousand: &str) -> (Process, Api) {
    let endpoint = collector.serve().await;
    let options = ["--otlp-endpoint", &endpoint, "--traces-per-thousand", per_thousand];
    let server = Process::start(redis(), &options);
    let api = Api::connect(&server.url()).await;
    (server, api)
}

/// Whether a call is sampled, if its caller has sampled it, has not, or has sent no trace.
async fn kept(per_thousand: &str) -> [bool; 3] {
    let collector = Collector::default();
    let (server, api) = server(&collector, per_thousand).await;
    let parent = |trace: &str, flags: &str| api.with("traceparent", &format!("00-{trace}-b7ad6b7169203331-{flags}"));
    let (sampled, not) = ("0af7651916cd43dd8448eb211c803190", "0af7651916cd43dd8448eb211c803191");
    for api in [parent(sampled, "01"), parent(not, "00"), api.clone()] {
        api.ask(&ListGamesRequest {}, None).await.unwrap();
    }
    server.end().await;
    let traces: Vec<String> = collector
        .spans()
        .iter()
        .map(|span| span.trace_id.iter().map(|byte| format!("{byte:02x}")).collect())
        .collect();
    let of = |trace: &str| traces.iter().any(|kept| kept == trace);
    let of_nobody = traces.iter().any(|kept| kept != sampled && kept != not);
    [of(sampled), of(not), of_nobody]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_decision_of_the_caller_holds_and_otherwise_the_sampling_ratio() {
    assert_eq!(kept("0").await, [true, false, false]);
    assert_eq!(kept("1000").await, [true, false, true]);
}

/// Number of calls with a token about each match, and how many of them are actions.
const CALLS: usize = 7;
const ACTIONS: usize = 1;

/// Makes the calls about one match, over both servers; returns its ID. CreateMatch and JoinMatch have no token.
async fn played(number: usize, apis: &[Api; 2]) -> String {
    let usual = &GameId::SnowballWar.testkit().setups()[0];
    let table = TestMatch::of_players(&[&apis[0], &apis[1]], &creating(usual, &format!("sampling-{number}"))).await;
    // Two calls for each seat that may have a pending decision; one of them finds that it has none.
    let mut calls = 0;
    for seat in table.players() {
        calls += 1;
        let Some(action) = table.choice(&apis[seat % 2], seat, Choice::Default).await else {
            continue;
        };
        calls += 2;
        table.submit_accepted(&apis[(seat + 1) % 2], seat, action).await;
        break;
    }
    for call in calls..CALLS {
        table.state(&apis[call % 2], Some(&table.host)).await;
    }
    table.match_id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_calls_with_a_token_about_a_match_are_sampled_or_none_on_any_replica() {
    const MATCHES: usize = 24;
    let collector = Collector::default();
    let ((one, first), (other, second)) = (server(&collector, "500").await, server(&collector, "500").await);
    let apis = [first, second];
    let mut ids = Vec::new();
    for number in 0..MATCHES {
        ids.push(played(number, &apis).await);
    }
    one.end().await;
    other.end().await;

    let spans = collector.spans();
    let count = |id: &str, is: &dyn Fn(&Span) -> bool| {
        let of_match = spans
            .iter()
            .filter(|span| span.text("tinsel.match").as_deref() == Some(id));
        of_match.filter(|span| is(span)).count()
    };
    let calls = |span: &Span| span.kind() == SpanKind::Server;
    let seated = |span: &Span| span.name == "action" && span.text("tinsel.action").is_some();
    let kept: BTreeMap<_, _> = ids
        .iter()
        .map(|id| (id, (count(id, &calls), count(id, &seated))))
        .collect();
    let (whole, none) = ((CALLS, ACTIONS), (0, 0));
    assert!(kept.values().all(|kept| *kept == whole || *kept == none), "{kept:#?}");
    for some in [whole, none] {
        assert!(kept.values().any(|kept| *kept == some), "{kept:#?}");
    }
}

/// If the caller is the command, the server continues its trace, whatever its sampling ratio.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_continues_traces_of_the_command() {
    let collector = Collector::default();
    let (server, api) = server(&collector, "0").await;
    let table = TestMatch::create(&api, &creating(&GameId::SnowballWar.testkit().setups()[0], "")).await;
    for _ in 0..table.seats.len() {
        let asked = AddBotRequest {
            match_id: table.match_id.clone(),
            ..AddBotRequest::default()
        };
        api.ask(&asked, Some(&table.host)).await.unwrap();
    }
    let (url, endpoint, id) = (server.url(), collector.serve().await, table.match_id.clone());
    let watching = move || tinsel(&["watch", "--server", &url, "--match", &id, "--otlp-endpoint", &endpoint]);
    let watched = tokio::task::spawn_blocking(watching).await.unwrap();
    assert_eq!(watched.code, Some(0), "{watched:?}");
    server.end().await;

    let method = "tinsel.v1.MatchService/WatchMatch";
    let of = |service: &str| {
        let spans = collector.spans_of(service).into_iter();
        let found: Vec<_> = spans.filter(|span| span.name == method).collect();
        let [span] = &found[..] else {
            panic!("{service}: {found:#?}")
        };
        span.clone()
    };
    let (asked, answered) = (of("tinsel-cli"), of("tinsel"));
    assert_eq!(asked.kind(), SpanKind::Client);
    assert_eq!(
        (&answered.trace_id, &answered.parent_span_id),
        (&asked.trace_id, &asked.span_id)
    );
    assert_eq!(answered.text("rpc.response.status_code").as_deref(), Some("OK"));
}
