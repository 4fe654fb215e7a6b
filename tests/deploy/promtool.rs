//! Prometheus parses its configuration, the alerts and all queries, and the alerts fire as `alerts.yaml` states.

use crate::{
    queries::{Query, all},
    tools::{check, written},
};

/// Fails if Prometheus cannot parse one of these queries.
pub(crate) fn check_queries(name: &str, queries: &[Query]) {
    let rules = queries.iter().enumerate().map(|(number, query)| {
        let record = format!("query:{number}");
        serde_json::json!({ "record": record, "expr": query.text, "labels": { "source": query.source.replace('"', "") } })
    });
    let file = serde_json::json!({ "groups": [{ "name": "all", "rules": rules.collect::<Vec<_>>() }] });
    let path = written(&format!("queries-of-{name}.yaml"), &file.to_string());
    check("promtool", &["check", "rules", &path.to_string_lossy()]);
}

#[test]
fn queries_of_dashboards_and_alerts_parse() {
    check_queries("dashboards", &all());
}

#[test]
fn prometheus_accepts_the_alerts() {
    let output = check("promtool", &["check", "rules", "helm/tinsel/alerts.yaml"]);
    assert!(output.contains("SUCCESS"), "{output}");
}

#[test]
fn alerts_fire_when_they_should() {
    check("promtool", &["test", "rules", "tests/deploy/alerts.yaml"]);
}

#[test]
fn prometheus_accepts_the_configuration_of_the_compose_file() {
    check(
        "promtool",
        &["check", "config", "--syntax-only", "deploy/prometheus.yaml"],
    );
}
