//! Alerts.

use std::collections::BTreeSet;

use crate::{
    chart::{one, yaml},
    queries::alerts,
    tools::{read, run, tool},
};

#[test]
fn prometheus_takes_the_alerts() {
    let said = run(
        tool("promtool/bin/promtool").args(["check", "rules", "helm/tinsel/alerts.yaml"]),
        "",
    );
    assert!(said.as_ref().is_ok_and(|said| said.contains("SUCCESS")), "{said:?}");
}

#[test]
fn alerts_fire_when_they_should() {
    let said = run(
        tool("promtool/bin/promtool").args(["test", "rules", "tests/charts/alerts.yaml"]),
        "",
    );
    assert!(said.is_ok(), "{said:?}");
}

#[test]
fn every_alert_is_tried_and_says_what_to_do() {
    let tests = yaml(&read("tests/charts/alerts.yaml")).remove(0);
    let tried: BTreeSet<_> = tests["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .flat_map(|test| test["alert_rule_test"].as_array().expect("alerts").clone())
        .filter(|tried| tried["exp_alerts"].as_array().is_some_and(|alerts| !alerts.is_empty()))
        .map(|tried| tried["alertname"].as_str().expect("a name").to_owned())
        .collect();
    for alert in alerts() {
        let name = alert["alert"].as_str().expect("a name").to_owned();
        assert!(tried.contains(&name), "{name} is not tried in tests/charts/alerts.yaml");
        for what in ["summary", "runbook"] {
            let sentence = alert["annotations"][what].as_str().unwrap_or_default();
            assert!(sentence.ends_with('.'), "{name} has no sentence as its {what}");
        }
        let severity = alert["labels"]["severity"].as_str().unwrap_or_default();
        assert!(["critical", "warning"].contains(&severity), "{name} is {severity}");
    }
}

#[test]
fn the_chart_has_the_alerts_as_they_stand() {
    let rule = one(
        "keys: {secret: {name: keys}}\nmetrics: {prometheusRule: {enabled: true}}",
        "PrometheusRule",
        "",
    );
    assert_eq!(rule["spec"], yaml(&read("helm/tinsel/alerts.yaml")).remove(0));
}
