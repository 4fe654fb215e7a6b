//! Queries use only metrics, labels and label values that a server exports.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::DirBuilder,
    os::unix::fs::DirBuilderExt,
};

use tinsel_harness::{ANY_GAME, Http1, RedisServer, Replica, Secrets, TestMatch, created, until};
use tinsel_proto::v1::{CreateMatchRequest, TimeControl, time_control::Control};
use tinsel_server::{Config, StoreAddress};
use tokio::sync::OnceCell;
use tonic::Code;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

use crate::{
    promql::{Selector, names},
    queries::{Query, all, of_dashboards},
};

/// Labels that Prometheus or its operator adds to every scraped series.
const ADDED: &[&str] = &["instance", "job", "namespace", "pod"];

/// The metric that Prometheus itself records for each target.
const OF_PROMETHEUS: &str = "up";

/// Label values that are too costly to provoke here: of a full Redis, of one without permissions, of one that has lost its data,
/// and of one with invalid answers.
const RARE: &[(&str, &str, &str)] = &[
    ("db_client_operation_duration_seconds", "outcome", "corrupt"),
    ("db_client_operation_duration_seconds", "outcome", "full"),
    ("db_client_operation_duration_seconds", "outcome", "not_marked"),
    ("db_client_operation_duration_seconds", "outcome", "not_permitted"),
    ("db_client_operation_duration_seconds", "outcome", "refused"),
];

/// The labels of a metric, with their values.
type Labels = BTreeMap<String, BTreeSet<String>>;

/// All metrics of a server that has run every measured operation, by name. Measured once.
async fn exported() -> &'static BTreeMap<String, Labels> {
    static EXPORTED: OnceCell<BTreeMap<String, Labels>> = OnceCell::const_new();
    EXPORTED.get_or_init(measured).await
}

async fn measured() -> BTreeMap<String, Labels> {
    let mut redis = RedisServer::start();
    let archive = std::env::temp_dir().join(format!("tinsel-exported-{}", std::process::id()));
    DirBuilder::new().mode(0o700).create(&archive).expect("a folder");
    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis.url()),
        archive: archive.to_str().map(str::to_owned),
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..Config::default()
    })
    .await;
    Secrets::of_a_match(ANY_GAME, replica.api(), "exported").await;
    let time = prost_types::Duration { seconds: 1, nanos: 0 };
    let deserted = CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(Control::PerDecision(time)),
            ..TimeControl::default()
        }),
        ..created("exported-deserted")
    };
    let deserted = TestMatch::of_players(&[replica.api()], &deserted).await;
    let mut health = HealthClient::new(replica.api().transport());
    health.check(HealthCheckRequest::default()).await.expect("an answer");
    drop(health.watch(HealthCheckRequest::default()).await.expect("a stream"));
    let found = async || parsed(&text(&replica).await);
    until("a match of inactive players is processed", || async {
        found().await.contains_key("tinsel_due_lag_seconds_count")
    })
    .await;
    redis.kill();
    replica
        .api()
        .ask(&deserted.getting(), None)
        .await
        .expect_err("no Redis");
    let exported = found().await;
    replica.stop().await;
    std::fs::remove_dir_all(archive).expect("the folder");
    exported
}

async fn text(replica: &Replica) -> String {
    let at = replica.metrics_address().expect("metrics");
    let answer = Http1::ask(at, ("GET", "/metrics"), &[], &[]).await;
    String::from_utf8(answer.body).expect("text")
}

/// Parses the metrics of a scrape; the exposition format has the syntax of selectors.
fn parsed(text: &str) -> BTreeMap<String, Labels> {
    let mut metrics = BTreeMap::<_, Labels>::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, _) = line.rsplit_once(' ').expect("a name and a value");
        for Selector { metric, labels } in names(name).selectors {
            let of_metric = metrics.entry(metric).or_default();
            for (label, value) in labels {
                of_metric.entry(label).or_default().insert(value);
            }
        }
    }
    metrics
}

/// The alerts about Redis exclude this operation, and tests/deploy/alerts.yaml contains its load.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_server_measures_no_operation_of_the_store_but_scans() {
    let redis = RedisServer::start();
    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis.url()),
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..Config::default()
    })
    .await;
    let operations = async || {
        let mut labels = parsed(&text(&replica).await)
            .remove("db_client_operation_duration_seconds_count")
            .unwrap_or_default();
        labels.remove("db_operation_name").unwrap_or_default()
    };
    until("the first scans", || async { !operations().await.is_empty() }).await;
    assert_eq!(operations().await, BTreeSet::from(["due".to_owned()]));
    replica.stop().await;
}

/// The names and label values of a query that no server exports.
fn unknown(query: &Query, exported: &BTreeMap<String, Labels>) -> Vec<String> {
    let names = names(&query.text);
    let mut unknown = Vec::new();
    let mut there: BTreeSet<_> = ADDED.iter().map(|label| (*label).to_owned()).collect();
    let of_prometheus = Labels::new();
    for selector in &names.selectors {
        let labels = match exported.get(&selector.metric) {
            None if selector.metric == OF_PROMETHEUS => &of_prometheus,
            None => {
                unknown.push(selector.metric.clone());
                continue;
            }
            Some(labels) => labels,
        };
        there.extend(labels.keys().cloned());
        for (label, value) in &selector.labels {
            match labels.get(label) {
                Some(values) => unknown.extend(unknown_values((&selector.metric, label), value, values)),
                None if ADDED.contains(&label.as_str()) => {}
                None => unknown.push(format!("{}{{{label}}}", selector.metric)),
            }
        }
    }
    let grouping = names.grouping.iter().filter(|label| !there.contains(*label));
    unknown.extend(grouping.map(|label| format!("by ({label})")));
    unknown
}

/// The values in a matcher that the label never has. All gRPC status codes are valid.
fn unknown_values((metric, label): (&str, &str), value: &str, exported: &BTreeSet<String>) -> Vec<String> {
    let is_known = |value: &str| match label {
        "rpc_response_status_code" => codes().any(|code| tinsel_service::code_name(code) == value),
        _ => exported.contains(value) || RARE.contains(&(family(metric), label, value)),
    };
    let unknown = value.split('|').filter(|value| !is_known(value));
    unknown.map(|value| format!("{label} {value}")).collect()
}

fn codes() -> impl Iterator<Item = Code> {
    (0..=16).map(Code::from_i32)
}

/// Spans use the same function.
#[test]
fn queries_and_spans_classify_the_same_codes_as_server_errors() {
    let ours = codes().filter(|code| tinsel_service::is_servers_fault(*code));
    let ours: BTreeSet<_> = ours.map(tinsel_service::code_name).collect();
    let mut asked = 0;
    for query in all() {
        for selector in names(&query.text).selectors {
            for (_, value) in selector
                .labels
                .iter()
                .filter(|(label, _)| label == "rpc_response_status_code")
            {
                assert_eq!(value.split('|').collect::<BTreeSet<_>>(), ours, "{}", query.source);
                asked += 1;
            }
        }
    }
    assert!(asked > 3, "{asked}");
}

/// Fails if a query has a name that no server exports.
pub(crate) async fn check_names(queries: &[Query]) {
    let exported = exported().await;
    let unknown = |query: &Query| {
        let names = unknown(query, exported).into_iter();
        names
            .map(|name| format!("{}: {name}", query.source))
            .collect::<Vec<_>>()
    };
    let wrong: Vec<_> = queries.iter().flat_map(unknown).collect();
    assert!(
        wrong.is_empty(),
        "not exported:\n  {}\n{exported:#?}",
        wrong.join("\n  ")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_name_in_a_query_is_one_that_a_server_exports() {
    check_names(&all()).await;
    let exported = exported().await;
    // Each exported metric is on a dashboard.
    let asked: BTreeSet<_> = of_dashboards()
        .iter()
        .flat_map(|query| names(&query.text).selectors)
        .map(|selector| family(&selector.metric).to_owned())
        .collect();
    let not_asked: Vec<_> = exported
        .keys()
        .map(|name| family(name))
        .filter(|name| *name != "target_info" && !asked.contains(*name))
        .collect();
    assert!(not_asked.is_empty(), "exported, but on no dashboard: {not_asked:?}");
}

/// The name of a metric without the suffix of a histogram series.
fn family(name: &str) -> &str {
    let ends = ["_bucket", "_count", "_sum"];
    ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

#[test]
fn a_name_that_no_server_exports_is_found() {
    let exported = parsed(
        "tinsel_streams_open{otel_scope_name=\"tinsel\"} 1\n# a comment\ntinsel_refusals_total{reason=\"OVERLOADED\"} 2\n",
    );
    let asked = |text: &str| {
        let query = Query {
            source: String::new(),
            text: text.to_owned(),
        };
        unknown(&query, &exported)
    };
    assert_eq!(
        asked("sum by (job, reason) (rate(tinsel_refusals_total{reason=\"OVERLOADED\"}[5m]))"),
        Vec::<String>::new()
    );
    assert_eq!(asked("tinsel_streams_opened"), ["tinsel_streams_opened"]);
    assert_eq!(asked("tinsel_streams_open{game=\"x\"}"), ["tinsel_streams_open{game}"]);
    assert_eq!(asked("sum by (seat) (tinsel_streams_open)"), ["by (seat)"]);
    assert_eq!(
        asked("tinsel_refusals_total{reason=~\"OVERLOADED|OVERDONE\"}"),
        ["reason OVERDONE"]
    );
    assert_eq!(asked("up{job=\"tinsel\"}"), Vec::<String>::new());
}
