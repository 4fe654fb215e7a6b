//! The trace of a match in Jaeger.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
};

use serde_json::Value;
use tinsel_catalog::GameId;
use tinsel_harness::{Api, Choice, Http1, Process, TestMatch, creating, redis, revision_of, root, soon, until};

/// A running Jaeger that keeps traces in memory. Killed on drop.
struct Jaeger {
    child: Child,
    otlp: SocketAddr,
    query: SocketAddr,
}

impl Jaeger {
    async fn start() -> Self {
        let binary = root().join(".tools/jaeger/bin/jaeger");
        assert!(binary.exists(), "`.ci/tools jaeger` builds {}", binary.display());
        let [otlp, query] = [free(), free()];
        let any = "127.0.0.1:0";
        let addresses = [
            ("collector.otlp.grpc", otlp.to_string()),
            ("query.http-server", query.to_string()),
            ("admin.http", any.to_owned()),
            ("collector.grpc-server", any.to_owned()),
            ("collector.http-server", any.to_owned()),
            ("collector.otlp.http", any.to_owned()),
            ("query.grpc-server", any.to_owned()),
        ];
        let flags = addresses.map(|(what, address)| format!("--{what}.host-port={address}"));
        let mut jaeger = Command::new(binary);
        jaeger.args(flags).env("SPAN_STORAGE_TYPE", "memory");
        let child = jaeger.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let jaeger = Self {
            child: child.expect("Jaeger starts"),
            otlp,
            query,
        };
        let listens = |address| TcpStream::connect(address).is_ok();
        until("Jaeger listens", || async { listens(otlp) && listens(query) }).await;
        jaeger
    }

    /// The spans of a match with this name, by their IDs.
    async fn spans(&self, name: &str, match_id: &str) -> BTreeMap<String, Span> {
        let tags = format!("%7B%22tinsel.match%22%3A%22{match_id}%22%7D");
        let path = format!("/api/traces?service=tinsel&operation={name}&tags={tags}&limit=1500");
        let answer = Http1::ask(self.query, ("GET", &path), &[], &[]).await;
        let answer: Value = serde_json::from_slice(&answer.body).expect("JSON");
        let traces = answer["data"].as_array().expect("traces").iter();
        let spans = traces.flat_map(|of| {
            let spans = of["spans"].as_array().expect("spans").iter();
            spans.map(|span| {
                Span(
                    span.clone(),
                    of["processes"][span["processID"].as_str().unwrap()].clone(),
                )
            })
        });
        let of_name = spans.filter(|span| span.0["operationName"] == name);
        of_name.map(|span| (span.id(), span)).collect()
    }
}

impl Drop for Jaeger {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its number")
}

/// A span in Jaeger's JSON, and its process.
struct Span(Value, Value);

impl Span {
    fn id(&self) -> String {
        self.0["spanID"].as_str().expect("an id").to_owned()
    }

    fn tag(&self, key: &str) -> Value {
        let mut tags = self.0["tags"].as_array().expect("tags").iter();
        let tag = tags.find(|tag| tag["key"] == key);
        tag.map_or(Value::Null, |tag| tag["value"].clone())
    }

    /// The ID of the linked span.
    fn linked(&self) -> Option<String> {
        let mut references = self.0["references"].as_array()?.iter();
        let link = references.find(|reference| reference["refType"] == "FOLLOWS_FROM")?;
        Some(link["spanID"].as_str()?.to_owned())
    }

    /// The server that recorded the span.
    fn server(&self) -> String {
        let mut tags = self.1["tags"].as_array().expect("tags").iter();
        let tag = tags
            .find(|tag| tag["key"] == "service.instance.id")
            .expect("an instance");
        tag["value"].to_string()
    }
}

/// The actions from the last one back along their links, as far as Jaeger has stored them.
fn back_from(end: u64, actions: &BTreeMap<String, Span>) -> Vec<&Span> {
    let last = actions.values().find(|action| action.tag("tinsel.revision") == end);
    let linked = |action: &&Span| action.linked().and_then(|id| actions.get(&id));
    std::iter::successors(last, linked).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_actions_of_a_match_on_two_servers_are_linked_from_the_last_to_the_first() {
    let jaeger = Jaeger::start().await;
    let endpoint = format!("http://{}", jaeger.otlp);
    let options = ["--otlp-endpoint", &endpoint, "--traces-per-thousand", "1000"];
    let servers = [Process::start(redis(), &options), Process::start(redis(), &options)];
    let apis = [
        &Api::connect(&servers[0].url()).await,
        &Api::connect(&servers[1].url()).await,
    ];
    // The spans of this game contain seats, because its defaults are not secret.
    let asked = creating(&GameId::SnowballWar.testkit().setups()[0], "");
    let table = TestMatch::of_players(&apis, &asked).await;
    let mut watching = apis[1].watch(&table.match_id, Some(1), None).await.expect("a stream");
    table.play(&apis, Choice::Bot(6)).await;
    while soon("a message", watching.message()).await.unwrap().is_some() {}
    let end = revision_of(&table.state(apis[0], None).await);
    for mut server in servers {
        server.terminate();
        let ended = tokio::task::spawn_blocking(move || server.ended());
        soon("the end of the process", ended).await.unwrap();
    }

    // Jaeger stores spans asynchronously.
    until("the match is in Jaeger", || async {
        let actions = jaeger.spans("action", &table.match_id).await;
        let first = back_from(end, &actions).last().map(|first| first.tag("tinsel.outcome"));
        first == Some(Value::from("created"))
    })
    .await;
    let actions = jaeger.spans("action", &table.match_id).await;
    let back = back_from(end, &actions);
    let revisions: Vec<_> = back
        .iter()
        .map(|action| action.tag("tinsel.revision").as_u64().unwrap())
        .collect();
    assert!(
        revisions.is_sorted_by(|later, earlier| later > earlier),
        "{revisions:?}"
    );
    let seats: BTreeSet<_> = back
        .iter()
        .filter_map(|action| action.tag("tinsel.seat").as_u64())
        .collect();
    assert_eq!(seats.len(), table.seats.len(), "every seat has acted: {seats:?}");
    let by: BTreeSet<_> = back.iter().map(|action| action.server()).collect();
    assert_eq!(by.len(), 2, "both servers have written: {by:?}");

    let delivered = jaeger.spans("deliver", &table.match_id).await;
    assert!(!delivered.is_empty());
    for delivery in delivered.values() {
        let brought = delivery.linked().and_then(|id| actions.get(&id)).expect("an action");
        let revision = delivery.tag("tinsel.revision").as_u64();
        assert!(revision <= brought.tag("tinsel.revision").as_u64(), "{:?}", delivery.0);
    }
}
