//! Alerts.

use serde_json::{Value, json};

use crate::{
    chart::{one, yaml},
    promql::names,
    queries::alerts,
    tools::{read, run, tool, written},
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

/// The blocks of tests/charts/alerts.yaml, each of one alert but for the first.
fn blocks() -> Vec<Value> {
    let tests = yaml(&read("tests/charts/alerts.yaml")).remove(0);
    tests["tests"].as_array().expect("tests").clone()
}

fn minutes(text: &Value) -> u64 {
    let text = text.as_str().expect("a time");
    text.strip_suffix('m')
        .and_then(|minutes| minutes.parse().ok())
        .expect("minutes")
}

#[test]
fn every_alert_is_tried_at_its_edges_and_says_what_to_do() {
    let blocks = blocks();
    for alert in alerts() {
        let name = alert["alert"].as_str().expect("a name").to_owned();
        let block = blocks.iter().find(|block| block["name"] == name.as_str());
        let block = block.unwrap_or_else(|| panic!("{name} is not tried in tests/charts/alerts.yaml"));
        let tried = block["alert_rule_test"].as_array().expect("alerts");
        let [quiet, fires] = &tried[..] else {
            panic!("{name} is tried {} times", tried.len())
        };
        assert_eq!(
            (&quiet["alertname"], &fires["alertname"]),
            (&alert["alert"], &alert["alert"])
        );
        assert_eq!(quiet["exp_alerts"], json!([]), "{name}");
        assert_eq!(minutes(&fires["eval_time"]), minutes(&quiet["eval_time"]) + 1, "{name}");
        let fired = fires["exp_alerts"].as_array().expect("alerts");
        assert!(!fired.is_empty(), "{name} does not fire");
        // Of all that there is none of there is nothing below.
        if name != "TinselGone" {
            let series = block["input_series"].to_string();
            assert!(series.contains("below") && series.contains("above"), "{name}: {series}");
            assert!(!fires.to_string().contains("below"), "{name}");
        }
        for what in ["summary", "runbook"] {
            let sentence = alert["annotations"][what].as_str().unwrap_or_default();
            assert!(sentence.ends_with('.'), "{name} has no sentence as its {what}");
        }
        let severity = alert["labels"]["severity"].as_str().unwrap_or_default();
        assert!(["critical", "warning"].contains(&severity), "{name} is {severity}");
    }
}

/// What operators can ask of a match is said where an alert is about matches.
#[test]
fn alerts_about_matches_send_to_the_doctor() {
    for name in ["TinselStuck", "TinselOverdue", "TinselStoreUnreadable"] {
        let alert = alerts().into_iter().find(|alert| alert["alert"] == name).expect(name);
        let runbook = alert["annotations"]["runbook"].as_str().unwrap_or_default().to_owned();
        assert!(runbook.contains("tinsel doctor"), "{name}: {runbook}");
    }
}

const WITH_RULES: &str = "keys: {secret: {name: keys}}\nmetrics: {prometheusRule: {enabled: true}}";

#[test]
fn the_chart_has_the_alerts_as_they_stand_but_for_whom_they_are_about() {
    let rule = one(WITH_RULES, "PrometheusRule", "");
    let own = "job=\"tinsel\",namespace=\"games\",pod=~\"party-tinsel-[a-z0-9]+-[a-z0-9]+\"";
    let text = read("helm/tinsel/alerts.yaml").replace("job=\"tinsel\"", own);
    assert_eq!(rule["spec"], yaml(&text).remove(0));
    for rule in rule["spec"]["groups"][0]["rules"].as_array().expect("rules") {
        let query = rule["expr"].as_str().expect("a query");
        let selectors = names(query).selectors;
        let about_own = selectors
            .iter()
            .filter(|selector| selector.labels.iter().any(|(label, _)| label == "pod"));
        assert_eq!(about_own.count(), selectors.len(), "{query}");
    }
}

/// The tests of alerts with their series `above` those of this pod in this namespace, and whatever is expected of them, or
/// nothing if they are another's.
fn of(namespace: &str, pod: &str, is_own: bool) -> Vec<Value> {
    let of_alerts = blocks().into_iter().filter(|block| block.to_string().contains("above"));
    let moved = of_alerts.map(|mut block| {
        let series = block["input_series"].as_array_mut().expect("series");
        series.retain(|series| series.to_string().contains("above"));
        for series in series {
            let text = series["series"].as_str().expect("a series");
            let labels = format!("namespace=\"{namespace}\",pod=\"{pod}\"");
            series["series"] = text.replace("namespace=\"above\"", &labels).into();
        }
        for tried in block["alert_rule_test"].as_array_mut().expect("alerts") {
            let expected = tried["exp_alerts"].as_array_mut().expect("alerts");
            expected.retain(|alert| is_own && alert["exp_labels"]["namespace"] == "above");
            for alert in expected {
                alert["exp_labels"]["namespace"] = namespace.into();
            }
        }
        block["name"] = format!("{} of {pod} in {namespace}", block["name"]).into();
        block
    });
    moved.collect()
}

#[test]
fn alerts_of_a_release_are_about_that_release_only() {
    let rule = one(WITH_RULES, "PrometheusRule", "");
    let rules = written("own-rules.yaml", &rule["spec"].to_string());
    let tests = [
        of("games", "party-tinsel-6f5d4-x2b7k", true),
        of("games", "party-tinsel-too-6f5d4-x2b7k", false),
        of("games", "another-6f5d4-x2b7k", false),
        of("elsewhere", "party-tinsel-6f5d4-x2b7k", false),
    ];
    assert!(tests.iter().all(|tests| tests.len() > 10));
    let file = json!({
        "rule_files": [rules.file_name().expect("a name").to_string_lossy()],
        "evaluation_interval": "1m",
        "tests": tests.concat(),
    });
    let tests = written("own-alerts.yaml", &file.to_string());
    let said = run(tool("promtool/bin/promtool").args(["test", "rules"]).arg(tests), "");
    assert!(said.is_ok(), "{said:?}");
}
