//! The traces that a server exports to a collector.

use std::collections::BTreeSet;

use opentelemetry_proto::tonic::{
    common::v1::{AnyValue, KeyValue, any_value::Value},
    trace::v1::{Span, Status as SpanStatus, span},
};
use tinsel_catalog::GameId;
use tinsel_harness::{
    ACTION_KINDS, ANY_GAME, Api, Choice, Collector, Process, SEALED_KINDS, Secrets, SpanValues, TestMatch, created,
    creating, redis, refused, revision_of, some_bad_action, soon, usual_setups,
};
use tinsel_proto::v1::{
    Audit, ExamineMatchRequest, RepairMatchRequest, TakeDefaults, match_service_client::MatchServiceClient,
    repair_match_request::Repair,
};
use tonic::Request;

/// A span without the kind of its action, which is one of the kinds in the protos.
fn without_action(mut span: Span) -> Span {
    span.attributes.retain(|attribute| {
        let Some(Value::StringValue(kind)) = attribute.value.as_ref().and_then(|any| any.value.as_ref()) else {
            return true;
        };
        let is_kind = attribute.key == "tinsel.action";
        assert!(!is_kind || ACTION_KINDS.contains(kind), "{kind} is no kind of action");
        !is_kind
    });
    span
}

/// All texts of a span: its name, its state, its status, its attributes, events and links.
fn texts(span: &Span) -> Vec<String> {
    let mut texts = vec![format!("{span:?}"), span.name.clone(), span.trace_state.clone()];
    texts.extend(span.status.iter().map(|status| status.message.clone()));
    texts.extend(span.events.iter().map(|event| event.name.clone()));
    let of_events = span.events.iter().flat_map(|event| &event.attributes);
    let of_links = span.links.iter().flat_map(|link| &link.attributes);
    for KeyValue { key, value, .. } in span.attributes.iter().chain(of_events).chain(of_links) {
        texts.push(key.clone());
        if let Some(AnyValue {
            value: Some(Value::StringValue(text)),
        }) = value
        {
            texts.push(text.clone());
        }
    }
    texts
}

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_continues_the_trace_of_its_caller() {
    let collector = Collector::default();
    let endpoint = collector.serve().await;
    let options = ["--otlp-endpoint", &endpoint, "--traces-per-thousand", "1000"];
    let mut server = Process::start(redis(), &options);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    let action = table.choice(&api, 0, Choice::Default).await.unwrap();
    let submit = |action| {
        let mut request = Request::new(table.submitting("a-secret-name", action));
        let bearer = format!("Bearer {}", table.token(0));
        request.metadata_mut().insert("authorization", bearer.parse().unwrap());
        let parent = format!("00-{TRACE}-{CALLER}-01");
        request.metadata_mut().insert("traceparent", parent.parse().unwrap());
        request
    };
    let mut client = MatchServiceClient::new(api.transport());
    client.submit_action(submit(action)).await.unwrap();
    refused(client.submit_action(submit(some_bad_action(ANY_GAME))).await);
    server.terminate();
    let ending = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");

    let spans = collector.spans();
    let names: Vec<_> = spans.iter().map(|span| span.name.as_str()).collect();
    let mine: Vec<_> = spans.iter().filter(|span| hex(&span.trace_id) == TRACE).collect();
    let calls: Vec<_> = mine.iter().filter(|span| hex(&span.parent_span_id) == CALLER).collect();
    assert_eq!(calls.len(), 2, "{names:?}");
    for call in &calls {
        assert_eq!(call.name, "tinsel.v1.MatchService/SubmitAction");
        assert!(!call.failed(), "a refusal is no failure of the server: {call:?}");
    }
    // Each is the parent of the next, from the call to the command.
    for path in [
        &["action", "load", "store.load", "HMGET"][..],
        &["action", "engine"],
        &["action", "commit", "store.replace", "EVALSHA"],
    ] {
        let mut parents: Vec<_> = calls.iter().map(|call| call.span_id.clone()).collect();
        for name in path {
            let below = mine
                .iter()
                .filter(|span| span.name == *name && parents.contains(&span.parent_span_id));
            parents = below.map(|span| span.span_id.clone()).collect();
            assert!(!parents.is_empty(), "no {name} of {path:?} below the call: {names:?}");
        }
    }
    let told = format!("{spans:?}");
    for secret in ["a-secret-name", "Bearer"] {
        assert!(!told.contains(secret), "{secret} is in a span");
    }
}

/// The number that a span has as an attribute.
fn number(span: &Span, key: &str) -> Option<i64> {
    let attribute = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::IntValue(number) => Some(*number),
        _ => None,
    }
}

/// The text that a span has as an attribute.
fn text<'a>(span: &'a Span, key: &str) -> Option<&'a str> {
    let attribute = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

/// A server that also serves operators, and a connection to its operator address.
async fn with_operators(endpoint: &str) -> (Process, Api) {
    let options = ["--otlp-endpoint", endpoint, "--traces-per-thousand", "1000"];
    let server = Process::start(redis(), &[&options[..], &["--admin-listen", "127.0.0.1:0"]].concat());
    let operators = server.operators().await;
    (server, operators)
}

fn examining(table: &TestMatch) -> ExamineMatchRequest {
    ExamineMatchRequest {
        match_id: table.match_id.clone(),
        recent: 200,
        presentation: false,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_gets_the_spans_that_wrote_the_newest_revisions() {
    let collector = Collector::default();
    let (server, operators) = with_operators(&collector.serve().await).await;
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    table.play_step(&[&api], Choice::Bot(1)).await;
    let asked = RepairMatchRequest {
        match_id: table.match_id.clone(),
        audit: Some(Audit {
            operator: "Olga".to_owned(),
            reason: "a test".to_owned(),
        }),
        repair: Some(Repair::TakeDefaults(TakeDefaults { seat: None })),
        ..RepairMatchRequest::default()
    };
    let repaired = operators.ask(&asked, None).await.unwrap().revision;
    table.play_step(&[&api], Choice::Bot(1)).await;
    let report = operators.ask(&examining(&table), None).await.unwrap();
    server.end().await;

    let spans = collector.spans();
    let written = |span: &&Span| matches!(text(span, "tinsel.outcome"), Some("written" | "created"));
    let actions = spans.iter().filter(|span| span.name == "action").filter(written);
    let actions: Vec<_> = actions.filter(|span| texts(span).contains(&table.match_id)).collect();
    assert!(report.recent.len() > 20, "{report:?}");
    for recent in &report.recent {
        let revision = recent.entry.as_ref().unwrap().revision;
        let brought = actions
            .iter()
            .filter(|action| number(action, "tinsel.revision") >= i64::try_from(revision).ok());
        let brought = brought.min_by_key(|action| number(action, "tinsel.revision")).unwrap();
        let ids = if recent.action == "sealed" {
            // Defaults that are written together have the same span.
            [String::new(), String::new()]
        } else {
            [&brought.trace_id, &brought.span_id].map(|id| hex(id))
        };
        assert_eq!([&recent.trace_id, &recent.span_id], ids.each_ref(), "{revision}");
        let by_operator = text(brought, "tinsel.action") == Some("operator");
        assert_eq!((repaired..=repaired + 8).contains(&revision), by_operator, "{revision}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_span_contains_a_sealed_action_or_its_seat() {
    let collector = Collector::default();
    let (server, operators) = with_operators(&collector.serve().await).await;
    let api = Api::connect(&server.url()).await;
    let mut tables = Vec::new();
    for number in 0..3 {
        for table in usual_setups(GameId::SecretSanta) {
            let table = TestMatch::of_players(&[&api], &creating(&table, "")).await;
            while !table.is_over(&api).await {
                table.play_step(&[&api], Choice::Random(number)).await;
                operators.ask(&examining(&table), None).await.unwrap();
            }
            tables.push(table.match_id);
        }
    }
    server.end().await;

    let spans = collector.spans();
    let (mut sealed, mut open) = (0, 0);
    for span in &spans {
        // The first text is the whole span, in which a name may be part of another.
        let named = texts(span)
            .into_iter()
            .skip(1)
            .find(|text| SEALED_KINDS.contains(&text.as_str()));
        assert_eq!(named, None, "{span:?}");
        match text(span, "tinsel.action") {
            None => {}
            Some("sealed") => {
                sealed += 1;
                assert_eq!(number(span, "tinsel.seat"), None, "{span:?}");
            }
            Some(_) => {
                open += 1;
                assert!(number(span, "tinsel.seat").is_some(), "{span:?}");
            }
        }
    }
    assert!(
        sealed > 20 && open > 20,
        "{sealed} sealed and {open} open in {tables:?}"
    );
}

/// Number of messages in a watch of the whole match.
async fn count_messages(api: &Api, table: &TestMatch) -> usize {
    let watching = api.watch(&table.match_id, Some(1), None).await;
    let mut watching = watching.expect("a stream");
    let mut told = 0;
    while soon("a message", watching.message()).await.unwrap().is_some() {
        told += 1;
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_on_two_servers_can_be_traced_from_its_first_action_to_all_deliveries() {
    let collector = Collector::default();
    let endpoint = collector.serve().await;
    let options = ["--otlp-endpoint", &endpoint, "--traces-per-thousand", "1000"];
    let servers = [Process::start(redis(), &options), Process::start(redis(), &options)];
    let [one, other] = [
        Api::connect(&servers[0].url()).await,
        Api::connect(&servers[1].url()).await,
    ];
    let table = TestMatch::of_players(&[&one, &other], &created("")).await;
    let apis = [&one, &other];
    let playing = table.play(&apis, Choice::Bot(6));
    let (first, second, _) = tokio::join!(count_messages(&one, &table), count_messages(&other, &table), playing);
    let end = revision_of(&table.state(&one, None).await);
    for mut server in servers {
        server.terminate();
        let ended = tokio::task::spawn_blocking(move || server.ended());
        soon("the end of the process", ended).await.unwrap();
    }

    let spans = collector.spans();
    let of_match = |name| {
        let called = spans.iter().filter(move |span| span.name == name);
        called.filter(|span| texts(span).contains(&table.match_id))
    };
    let wrote = |span: &&Span| texts(span).iter().any(|text| text == "written" || text == "created");
    let mut written: Vec<_> = of_match("action").filter(wrote).collect();
    written.sort_by_key(|span| span.number("tinsel.revision"));
    let last = written.last().and_then(|last| last.number("tinsel.revision"));
    assert_eq!(last, i64::try_from(end).ok(), "of {} actions", written.len());
    for pair in written.windows(2) {
        assert_eq!(pair[1].linked(), [&pair[0].span_id[..]], "{pair:?}");
    }
    let delivered: Vec<_> = of_match("deliver").collect();
    // A stream ends with a heartbeat if the client has all revisions.
    assert!(
        delivered.len() + 2 >= first + second,
        "{} of {first} and {second}",
        delivered.len()
    );
    for delivery in delivered {
        let revision = delivery.number("tinsel.revision");
        let brought = written
            .iter()
            .find(|action| action.number("tinsel.revision") >= revision);
        assert_eq!(delivery.linked(), [&brought.unwrap().span_id[..]], "{delivery:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_of_a_match_of_any_game_is_in_a_span_or_a_line_of_the_server() {
    let collector = Collector::default();
    let endpoint = collector.serve().await;
    let mut options = vec!["--otlp-endpoint", &endpoint, "--traces-per-thousand", "1000"];
    options.extend(["--log", "trace"]);
    let mut server = Process::start(redis(), &options);
    let api = Api::connect(&server.url()).await;
    let mut secrets = Vec::new();
    for game in GameId::ALL {
        secrets.push(Secrets::of_a_match(*game, &api, "in-traces").await);
    }
    server.terminate();
    let ending = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");

    assert!(log.iter().any(|line| line.contains("call refused")), "{log:#?}");
    let spans = collector.spans();
    let submitting = "tinsel.v1.MatchService/SubmitAction";
    for expected in [
        submitting,
        "action",
        "engine",
        "commit",
        "store.load",
        "store.replace",
        "deliver",
    ] {
        let told = spans.iter().any(|span| span.name == expected);
        assert!(told, "no span {expected}, so nothing was heard");
    }
    let kinds = spans.iter().flat_map(|span| &span.attributes);
    let kinds = kinds.filter(|attribute| attribute.key == "tinsel.action");
    let kinds: BTreeSet<_> = kinds.map(|kind| format!("{:?}", kind.value)).collect();
    assert!(kinds.len() > GameId::ALL.len(), "{kinds:?}");
    let texts: Vec<_> = spans
        .into_iter()
        .map(without_action)
        .flat_map(|span| texts(&span))
        .collect();
    for secrets in secrets {
        secrets.check_not_in(texts.iter().chain(&log).map(String::as_str));
    }
}

#[test]
fn a_secret_in_any_part_of_a_span_is_found() {
    let secrets = Secrets::of(ANY_GAME);
    let secret = secrets.iter().next().unwrap().to_owned();
    let value = AnyValue {
        value: Some(Value::StringValue(secret.clone())),
    };
    let attributes = vec![KeyValue {
        key: "key".to_owned(),
        value: Some(value),
        ..KeyValue::default()
    }];
    let event = span::Event {
        attributes: attributes.clone(),
        ..span::Event::default()
    };
    let named = span::Event {
        name: secret.clone(),
        ..span::Event::default()
    };
    let status = SpanStatus {
        message: secret.clone(),
        ..SpanStatus::default()
    };
    let spans = [
        Span {
            name: secret,
            ..Span::default()
        },
        Span {
            attributes,
            ..Span::default()
        },
        Span {
            events: vec![event],
            ..Span::default()
        },
        Span {
            events: vec![named],
            ..Span::default()
        },
        Span {
            status: Some(status),
            ..Span::default()
        },
    ];
    let noticed = |span: &Span| texts(span)[1..].iter().any(|text| secrets.found_in(text).is_some());
    assert!(!noticed(&Span::default()));
    for span in &spans {
        assert!(noticed(span), "{span:?}");
    }
}
