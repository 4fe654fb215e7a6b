//! The alerts and their tests.

use serde_json::{Value, json};

use crate::{chart::yaml, queries::alerts, tools::read};

/// The test blocks of tests/deploy/alerts.yaml. The first covers normal operation. A block with the name of an alert covers its
/// threshold; the others are scenarios.
pub(crate) fn blocks() -> Vec<Value> {
    let tests = yaml(&read("tests/deploy/alerts.yaml")).remove(0);
    tests["tests"].as_array().expect("tests").clone()
}

fn minutes(text: &Value) -> u64 {
    let text = text.as_str().expect("a time");
    text.strip_suffix('m')
        .and_then(|minutes| minutes.parse().ok())
        .expect("minutes")
}

#[test]
fn every_alert_is_tested_at_its_threshold_and_has_a_runbook() {
    let blocks = blocks();
    let guide = read("deploy/OPERATIONS.md");
    let readme = read("deploy/README.md");
    for alert in alerts() {
        let name = alert["alert"].as_str().expect("a name").to_owned();
        assert!(
            guide.contains(&format!("\n### {name}\n")),
            "{name} has no section in deploy/OPERATIONS.md"
        );
        let block = blocks.iter().find(|block| block["name"] == name.as_str());
        let block = block.unwrap_or_else(|| panic!("{name} has no test in tests/deploy/alerts.yaml"));
        let tried = block["alert_rule_test"].as_array().expect("alerts");
        let [quiet, fires] = &tried[..] else {
            panic!("{name} has {} tests, not 2", tried.len())
        };
        assert_eq!(
            (&quiet["alertname"], &fires["alertname"]),
            (&alert["alert"], &alert["alert"])
        );
        assert_eq!(quiet["exp_alerts"], json!([]), "{name}");
        assert_eq!(minutes(&fires["eval_time"]), minutes(&quiet["eval_time"]) + 1, "{name}");
        let fired = fires["exp_alerts"].as_array().expect("alerts");
        assert!(!fired.is_empty(), "{name} does not fire");
        // `absent` has no threshold, so no series is below it.
        if name != "TinselDown" {
            let series = block["input_series"].to_string();
            assert!(series.contains("below") && series.contains("above"), "{name}: {series}");
            assert!(!fires.to_string().contains("below"), "{name}");
        }
        for what in ["summary", "runbook"] {
            let sentence = alert["annotations"][what].as_str().unwrap_or_default();
            assert!(sentence.ends_with('.'), "{name}: the {what} is not a sentence");
        }
        let severity = alert["labels"]["severity"].as_str().unwrap_or_default();
        assert!(["critical", "warning"].contains(&severity), "{name} is {severity}");
        let row = format!("\n| `{name}` | {severity} | ");
        assert!(readme.contains(&row), "{name} is not in the table of deploy/README.md");
    }
}

#[test]
fn runbooks_of_alerts_about_matches_name_tinsel_doctor() {
    for name in ["TinselStuck", "TinselOverdue", "TinselStoreUnreadable"] {
        let alert = alerts().into_iter().find(|alert| alert["alert"] == name).expect(name);
        let runbook = alert["annotations"]["runbook"].as_str().unwrap_or_default().to_owned();
        assert!(runbook.contains("tinsel doctor"), "{name}: {runbook}");
    }
}
