//! Names in queries are names that a server exports.

use std::collections::{BTreeMap, BTreeSet};

use tinsel_harness::{ANY_GAME, Http1, METHODS, Replica, Secrets, Table, created, platform_reasons, redis, until};
use tinsel_proto::v1::{CreateMatchRequest, TimeControl, time_control::Control};
use tinsel_server::{Config, StoreAddress};

use crate::{
    promql::{Selector, names},
    queries::{Query, all, of_dashboards},
};

/// Labels that Prometheus adds to whatever it fetches, by its own configuration or its operator's.
const ADDED: &[&str] = &["instance", "job", "namespace", "pod"];

/// The labels of every metric of a server that has done all there is to measure.
async fn exported() -> BTreeMap<String, BTreeSet<String>> {
    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis().url()),
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..Config::default()
    })
    .await;
    Secrets::of_a_match(ANY_GAME, replica.api(), "exported").await;
    let time = prost_types::Duration { seconds: 1, nanos: 0 };
    let deserted = CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(Control::PerDecision(time)),
        }),
        ..created("exported-deserted")
    };
    Table::of_players(&[replica.api()], &deserted).await;
    let found = async || parsed(&text(&replica).await);
    until("a match whose players stay away is looked after", || async {
        found().await.contains_key("tinsel_due_lag_seconds_count")
    })
    .await;
    let exported = found().await;
    replica.stop().await;
    exported
}

async fn text(replica: &Replica) -> String {
    let at = replica.metrics_address().expect("metrics");
    let answer = Http1::ask(at, ("GET", "/metrics"), &[], &[]).await;
    String::from_utf8(answer.body).expect("text")
}

/// The labels of all metrics in a text for Prometheus, which is written as its queries are.
fn parsed(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut metrics = BTreeMap::<_, BTreeSet<_>>::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, _) = line.rsplit_once(' ').expect("a name and a value");
        for Selector { metric, labels } in names(name).selectors {
            let labels = labels.into_iter().map(|(label, _)| label);
            metrics.entry(metric).or_default().extend(labels);
        }
    }
    metrics
}

/// What a query asks for in vain.
fn unknown(query: &Query, exported: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let names = names(&query.text);
    let mut unknown = Vec::new();
    let mut there: BTreeSet<_> = ADDED.iter().map(|label| (*label).to_owned()).collect();
    for selector in &names.selectors {
        let Some(labels) = exported.get(&selector.metric) else {
            unknown.push(selector.metric.clone());
            continue;
        };
        there.extend(labels.iter().cloned());
        for (label, value) in &selector.labels {
            if !labels.contains(label) && !ADDED.contains(&label.as_str()) {
                unknown.push(format!("{}{{{label}}}", selector.metric));
            }
            unknown.extend(unknown_values(label, value));
        }
    }
    let told_apart = names.told_apart.iter().filter(|label| !there.contains(*label));
    unknown.extend(told_apart.map(|label| format!("by ({label})")));
    unknown
}

/// Of labels whose values are known, those that never are.
fn unknown_values(label: &str, value: &str) -> Vec<String> {
    let known: Vec<String> = match label {
        "reason" => platform_reasons().into_iter().map(|reason| reason.name).collect(),
        "rpc_method" => METHODS
            .iter()
            .map(|method| method.path.trim_start_matches('/').to_owned())
            .collect(),
        "phase" => ["LOBBY", "ACTIVE", "FINISHED", "ABORTED"].map(str::to_owned).into(),
        _ => return Vec::new(),
    };
    let unknown = value
        .split('|')
        .filter(|value| !known.iter().any(|known| known == value));
    unknown.map(|value| format!("{label} {value}")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_name_in_a_query_is_one_that_a_server_exports() {
    let exported = exported().await;
    let queries = all();
    let wrong: Vec<_> = queries
        .iter()
        .flat_map(|query| {
            unknown(query, &exported)
                .into_iter()
                .map(move |name| format!("{}: {name}", query.place))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "asked for in vain:\n  {}\n{:#?}",
        wrong.join("\n  "),
        exported
    );

    // And whatever a server tells of itself is to be seen.
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
    assert!(not_asked.is_empty(), "exported, and on no dashboard: {not_asked:?}");
}

/// A metric's name without what a histogram adds.
fn family(name: &str) -> &str {
    let ends = ["_bucket", "_count", "_sum"];
    ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

#[test]
fn a_name_that_no_server_exports_is_found() {
    let exported = parsed(
        "tinsel_streams_open{otel_scope_name=\"tinsel\"} 1\n# a comment\ntinsel_refusals_total{reason=\"X\"} 2\n",
    );
    let asked = |text: &str| {
        let query = Query {
            place: String::new(),
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
}
