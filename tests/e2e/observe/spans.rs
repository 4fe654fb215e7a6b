//! The attributes of each span.

use std::collections::BTreeMap;

use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use tinsel_catalog::{GameId, action_name};
use tinsel_engine::Hides;
use tinsel_harness::{
    ANY_GAME, Api, Choice, Collector, Http1, Process, RedisServer, SpanValues, TestMatch, created, creating,
    put_damaged, redis, refused, revision_of, some_bad_action, soon, stored_game,
};
use tinsel_proto::v1::{GameAction, WatchMatchRequest};
use tinsel_store::{Redis, RedisOptions};
use tokio::io::AsyncReadExt;
use tonic::Request;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// A server on this Redis that sends all its spans.
async fn traced(collector: &Collector, redis: &RedisServer) -> (Process, Api) {
    let endpoint = collector.serve().await;
    let options = ["--otlp-endpoint", &endpoint, "--traces-per-thousand", "1000"];
    let server = Process::start(redis, &options);
    let api = Api::connect(&server.url()).await;
    (server, api)
}

fn store_of(redis: &RedisServer) -> Redis {
    Redis::connect(&redis.url(), RedisOptions::default()).expect("an address")
}

/// A match of a game in which all actions are public, with its players.
async fn in_the_open(api: &Api) -> TestMatch {
    let snowball_war = &GameId::SnowballWar.testkit().setups()[0];
    TestMatch::of_players(&[api], &creating(snowball_war, "")).await
}

/// The next decision and its seat.
async fn next(table: &TestMatch, api: &Api) -> (usize, GameAction) {
    for seat in table.players() {
        if let Some(action) = table.choice(api, seat, Choice::Default).await {
            return (seat, action);
        }
    }
    panic!("no decision is pending");
}

/// The only span of this name for which `is` holds.
#[track_caller]
fn only(spans: &[Span], name: &str, is: impl Fn(&Span) -> bool) -> Span {
    let found: Vec<_> = spans.iter().filter(|span| span.name == name && is(span)).collect();
    let [span] = found[..] else {
        panic!("{} spans {name} of {spans:#?}", found.len());
    };
    span.clone()
}

#[track_caller]
fn check<const N: usize>(span: &Span, expected: [(&str, &str); N]) {
    let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(span.attributes(), BTreeMap::from(expected), "{}", span.name);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_span_of_an_action_contains_match_game_revision_seat_kind_and_attempts() {
    let collector = Collector::default();
    let (server, one) = traced(&collector, redis()).await;
    let (other_server, other) = traced(&collector, redis()).await;
    let table = in_the_open(&one).await;
    let mut written = Vec::new();
    // The cached state of the first server is stale when it writes again.
    for (api, tries) in [(&one, "1"), (&other, "1"), (&one, "2")] {
        let (seat, action) = next(&table, &other).await;
        written.push((table.submit_accepted(api, seat, action).await, tries));
    }
    server.end().await;
    other_server.end().await;

    let spans = collector.spans();
    for (accepted, tries) in written {
        let revision = i64::try_from(accepted.revision).unwrap();
        let is = |span: &Span| {
            let of_match = span.text("tinsel.match").as_ref() == Some(&table.match_id);
            of_match && span.number("tinsel.revision") == Some(revision)
        };
        let action = only(&spans, "action", is);
        let told = [
            ("tinsel.match", table.match_id.as_str()),
            ("tinsel.game", "snowball_war"),
            ("tinsel.revision", &revision.to_string()),
            ("tinsel.seat", &accepted.seat.to_string()),
            ("tinsel.action", &action_name(&accepted.action).expect("a kind")),
            ("tinsel.attempts", tries),
            ("tinsel.outcome", "written"),
        ];
        check(&action, told);
        assert!(!action.failed());
    }
}

/// A trace of the caller, by which the test finds its spans.
fn within(api: &Api, number: usize) -> (Api, Vec<u8>) {
    let trace = format!("{:032x}", 0xfeed_0000 + number);
    let api = api.with("traceparent", &format!("00-{trace}-b7ad6b7169203331-01"));
    let bytes = trace.as_bytes().chunks(2);
    let bytes = bytes.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap());
    (api, bytes.collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_span_of_a_refusal_contains_the_reason_and_seat_and_kind_unless_sealed() {
    let collector = Collector::default();
    let (server, api) = traced(&collector, redis()).await;
    let store = store_of(redis());
    let mut all = Vec::new();
    for (number, game) in GameId::ALL.iter().enumerate() {
        let table = TestMatch::of_players(&[&api], &creating(&game.testkit().setups()[0], "")).await;
        let revision = revision_of(&table.state(&api, None).await);
        let playing = stored_game(&store, &table.match_id).await;
        let sealed = playing.secrecy().hides(Hides::Defaults);
        let bad = some_bad_action(*game);
        let (api, trace) = within(&api, number);
        let refusal = refused(api.ask(&table.submitting("", bad.clone()), Some(table.token(1))).await);
        all.push((table.match_id, game, revision, sealed, bad, refusal, trace));
    }
    server.end().await;

    let spans = collector.spans();
    let mut seals = Vec::new();
    for (match_id, game, revision, sealed, bad, refusal, trace) in all {
        let of_trace = |span: &Span| span.trace_id == trace;
        let action = only(&spans, "action", of_trace);
        let kind = action_name(&bad).expect("a kind");
        let mut told = BTreeMap::from(
            [
                ("tinsel.match", match_id.as_str()),
                ("tinsel.game", game.as_str()),
                ("tinsel.revision", &revision.to_string()),
                ("tinsel.action", if sealed { "sealed" } else { &kind }),
                // The first attempt is validated on the cached state.
                ("tinsel.attempts", "2"),
                ("tinsel.outcome", "refused"),
                ("tinsel.refusal", &refusal.reason),
            ]
            .map(|(key, value)| (key.to_owned(), value.to_owned())),
        );
        if !sealed {
            told.insert("tinsel.seat".to_owned(), "1".to_owned());
        }
        assert_eq!(action.attributes(), told, "{game}");
        let call = only(&spans, "tinsel.v1.MatchService/SubmitAction", of_trace);
        let code = tinsel_service::code_name(refusal.code);
        let told = [
            ("rpc.system.name", "grpc"),
            ("rpc.method", "tinsel.v1.MatchService/SubmitAction"),
            ("rpc.response.status_code", code),
            ("tinsel.match", &match_id),
            ("tinsel.refusal", &refusal.reason),
        ];
        check(&call, told);
        assert!(!call.failed() && !action.failed(), "{game}");
        seals.push(sealed);
    }
    assert!(seals.contains(&true) && seals.contains(&false), "{seals:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_of_calls_the_store_and_its_commands_follow_the_conventions() {
    let collector = Collector::default();
    let (server, api) = traced(&collector, redis()).await;
    let (creates, creation) = within(&api, 100);
    let mut table = TestMatch::create(&creates, &created("")).await;
    let (gets, getting) = within(&api, 101);
    table.state(&gets, Some(&table.host)).await;
    let (joins, joining) = within(&api, 102);
    table.join(&joins, 3).await;
    let (watches, watching) = within(&api, 103);
    let mut told = watches
        .watch(&table.match_id, None, Some(table.token(3)))
        .await
        .unwrap();
    soon("a snapshot", told.message()).await.unwrap().unwrap();
    drop(told);
    server.end().await;

    let spans = collector.spans();
    let of = |trace: &[u8], name: &str| only(&spans, name, |span| span.trace_id == trace);
    let id = table.match_id.as_str();
    let call = of(&creation, "tinsel.v1.MatchService/CreateMatch");
    assert_eq!(call.kind(), SpanKind::Server);
    let told = [
        ("rpc.system.name", "grpc"),
        ("rpc.method", "tinsel.v1.MatchService/CreateMatch"),
        ("rpc.response.status_code", "OK"),
    ];
    check(&call, told);
    let told = [
        ("tinsel.match", id),
        ("tinsel.game", ANY_GAME.as_str()),
        ("tinsel.revision", "1"),
        ("tinsel.attempts", "1"),
        ("tinsel.outcome", "created"),
    ];
    check(&of(&creation, "action"), told);
    let of_store = |outcome| {
        let revision = ("tinsel.revision", "1");
        [
            ("tinsel.store", "redis"),
            ("tinsel.match", id),
            revision,
            ("tinsel.outcome", outcome),
        ]
    };
    check(&of(&creation, "store.create"), of_store("new"));
    check(&of(&getting, "store.load"), of_store("found"));
    let url = redis().url();
    let (_, port) = url.trim_end_matches('/').rsplit_once(':').expect("a port");
    let command = of(&getting, "HMGET");
    assert_eq!(command.kind(), SpanKind::Client);
    let told = [
        ("db.system.name", "redis"),
        ("db.operation.name", "HMGET"),
        ("server.address", "127.0.0.1"),
        ("server.port", port),
    ];
    check(&command, told);
    let written_by = of(&joining, "action").span_id;
    let delivery = of(&watching, "deliver");
    let told = [
        ("tinsel.match", id),
        ("tinsel.revision", "2"),
        ("tinsel.viewer", "seat 3"),
    ];
    check(&delivery, told);
    assert_eq!(delivery.linked(), [written_by]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_store_is_a_server_error_in_all_spans_of_the_call() {
    let collector = Collector::default();
    let mut redis = RedisServer::start();
    let (server, api) = traced(&collector, &redis).await;
    let table = in_the_open(&api).await;
    let (seat, action) = next(&table, &api).await;
    redis.kill();
    let (api, trace) = within(&api, 0);
    let refusal = refused(table.submit(&api, seat, action).await);
    assert_eq!(refusal.reason, "STORE_UNAVAILABLE");
    server.end().await;

    let spans = collector.spans();
    let of = |name: &str| only(&spans, name, |span| span.trace_id == trace);
    let call = of("tinsel.v1.MatchService/SubmitAction");
    let told = [
        ("rpc.system.name", "grpc"),
        ("rpc.method", "tinsel.v1.MatchService/SubmitAction"),
        ("rpc.response.status_code", "UNAVAILABLE"),
        ("error.type", "UNAVAILABLE"),
        ("tinsel.match", &table.match_id),
        ("tinsel.refusal", "STORE_UNAVAILABLE"),
    ];
    check(&call, told);
    let action = of("action");
    let told = [
        ("tinsel.match", table.match_id.as_str()),
        ("tinsel.attempts", "1"),
        ("tinsel.outcome", "failed"),
        ("tinsel.refusal", "STORE_UNAVAILABLE"),
        ("error.type", "STORE_UNAVAILABLE"),
    ];
    check(&action, told);
    assert!(call.failed() && action.failed());
    let mine: Vec<_> = spans.iter().filter(|span| span.trace_id == trace).collect();
    let named = |name: &str| {
        let named: Vec<_> = mine.iter().filter(|span| span.name == name).collect();
        assert!(!named.is_empty(), "no {name} in {mine:#?}");
        named
    };
    for written in named("store.replace") {
        let told = [
            ("tinsel.store", "redis"),
            ("tinsel.match", &table.match_id),
            ("tinsel.outcome", "unavailable"),
            ("error.type", "unavailable"),
        ];
        check(written, told);
        assert!(written.failed());
    }
    for command in named("EVALSHA") {
        assert_eq!(command.text("db.system.name").as_deref(), Some("redis"));
        let script = command.text("db.stored_procedure.name");
        assert_eq!(script.map(|hash| hash.len()), Some(40));
        assert!(command.failed() && command.text("error.type").is_some(), "{command:?}");
    }
}

/// A caller can write any text into the path and into its trace headers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_span_contains_a_text_that_an_unknown_caller_sent() {
    let collector = Collector::default();
    let (server, api) = traced(&collector, redis()).await;
    let (api, trace) = within(&api, 0);
    let api = api.with("tracestate", "made-up-vendor=made-up-state");
    for path in ["/tinsel.v1.MatchService/MadeUp", "/made.up/MadeUp"] {
        let refused = api.ask_bytes(path, b"".as_slice().into(), Some("made-up.token")).await;
        refused.unwrap_err();
    }
    server.end().await;

    let spans = collector.spans();
    let mine: Vec<_> = spans.iter().filter(|span| span.trace_id == trace).collect();
    assert_eq!(mine.len(), 2, "{spans:#?}");
    for call in mine {
        assert_eq!(
            (call.name.as_str(), call.text("rpc.method").as_deref()),
            ("_OTHER", Some("_OTHER"))
        );
        assert_eq!(call.text("rpc.response.status_code").as_deref(), Some("UNIMPLEMENTED"));
        assert!(!call.failed());
    }
    let told = format!("{spans:?}").to_lowercase().replace(['-', '.', '_'], "");
    assert!(!told.contains("madeup"), "{spans:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_checks_create_no_spans() {
    let collector = Collector::default();
    let (server, api) = traced(&collector, redis()).await;
    let (_, trace) = within(&api, 0);
    let parent = "00-000000000000000000000000feed0000-b7ad6b7169203331-01";
    let mut health = HealthClient::new(api.transport());
    let mut asked = Request::new(HealthCheckRequest::default());
    asked.metadata_mut().insert("traceparent", parent.parse().unwrap());
    health.check(asked).await.unwrap();
    let (api, _) = within(&api, 0);
    TestMatch::create(&api, &created("")).await;
    server.end().await;

    let spans = collector.spans();
    let mut roots = spans.iter().filter(|span| span.kind() == SpanKind::Server);
    let root = roots.next().expect("a call");
    assert_eq!(
        (root.name.as_str(), &root.trace_id),
        ("tinsel.v1.MatchService/CreateMatch", &trace)
    );
    assert_eq!(roots.next(), None);
}

/// A message in a gRPC frame: one byte of flags, the length, and the message.
fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap();
    [&[0], length.to_be_bytes().as_slice(), message].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_of_browser_calls_contain_the_status_also_for_long_streams() {
    let collector = Collector::default();
    let (server, api) = traced(&collector, redis()).await;
    let table = TestMatch::create(&api, &created("")).await;
    let headers = |trace: &'static str| [("content-type", "application/grpc-web+proto"), ("traceparent", trace)];
    let (lists, watches) = (
        "00-000000000000000000000000feed0000-b7ad6b7169203331-01",
        "00-000000000000000000000000feed0001-b7ad6b7169203331-01",
    );
    let path = ("POST", "/tinsel.v1.GameService/ListGames");
    Http1::ask(server.address(), path, &headers(lists), &frame(&[])).await;

    let asked = WatchMatchRequest {
        match_id: table.match_id.clone(),
        position: None,
        ..WatchMatchRequest::default()
    };
    let path = ("POST", "/tinsel.v1.MatchService/WatchMatch");
    let asked = frame(&prost::Message::encode_to_vec(&asked));
    let mut stream = Http1::send(server.address(), path, &headers(watches), &asked).await;
    let mut answer = Vec::new();
    // The snapshot contains the match ID, so the stream has started.
    while !String::from_utf8_lossy(&answer).contains(&table.match_id) {
        soon("a snapshot", stream.read_buf(&mut answer)).await.unwrap();
    }
    put_damaged(&store_of(redis()), &table.match_id, "Public", "Hidden").await;
    soon("the end", stream.read_to_end(&mut answer)).await.unwrap();
    assert!(String::from_utf8_lossy(&answer).contains("grpc-status:15"));
    server.end().await;

    let spans = collector.spans();
    let (_, listing) = within(&api, 0);
    let listed = only(&spans, "tinsel.v1.GameService/ListGames", |span| {
        span.trace_id == listing
    });
    let told = [
        ("rpc.system.name", "grpc"),
        ("rpc.method", "tinsel.v1.GameService/ListGames"),
        ("rpc.response.status_code", "OK"),
    ];
    check(&listed, told);
    let (_, watching) = within(&api, 1);
    let watched = only(&spans, "tinsel.v1.MatchService/WatchMatch", |span| {
        span.trace_id == watching
    });
    let told = [
        ("rpc.system.name", "grpc"),
        ("rpc.method", "tinsel.v1.MatchService/WatchMatch"),
        ("rpc.response.status_code", "DATA_LOSS"),
        ("error.type", "DATA_LOSS"),
    ];
    check(&watched, told);
    assert!(watched.failed() && !listed.failed());
}
