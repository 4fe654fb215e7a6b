//! A release of the chart: the configuration of its servers, and alerts that are limited to its own servers.

use serde_json::Value;

use super::{objects, one};
use crate::{
    chart::{LEAST, find, good_values, yaml},
    options::check,
    promql::names,
    tools::read,
};

/// The environment variables of the server container, with placeholders for the values from Secrets.
fn variables(deployment: &Value) -> Vec<(String, String)> {
    let env = deployment["spec"]["template"]["spec"]["containers"][0]["env"]
        .as_array()
        .expect("variables");
    let variables = env.iter().map(|variable| {
        let name = variable["name"].as_str().expect("a name").to_owned();
        let value = match variable["value"].as_str() {
            Some(value) => value.to_owned(),
            None if name == "TINSEL_STORE" => "redis://tinsel:secret@redis/0".to_owned(),
            None => "a-secret-of-some-length".to_owned(),
        };
        (name, value)
    });
    variables.collect()
}

#[tokio::test]
async fn a_server_accepts_the_variables_of_the_chart() {
    for (name, values) in good_values() {
        let deployment = one(&values, "Deployment", "");
        let config = check(&name, variables(&deployment));
        assert_eq!(config.listen.port(), 7400, "{name}");
        // The default address of `tinsel doctor`.
        assert!(config.admin_listen.is_none_or(|at| at.port() == 7401), "{name}");
    }
}

#[test]
fn secrets_are_references() {
    for (name, values) in good_values() {
        let deployment = one(&values, "Deployment", "");
        let env = &deployment["spec"]["template"]["spec"]["containers"][0]["env"];
        for variable in env.as_array().expect("variables") {
            let variable_name = variable["name"].as_str().expect("a name");
            let is_secret = ["KEY", "KEYS", "PASSWORD", "SECRET", "SECRETS", "TOKEN"]
                .iter()
                .any(|end| variable_name.ends_with(end));
            // These contain the path of a file.
            let paths = [
                "TINSEL_ADMIN_TLS_KEY",
                "TINSEL_API_KEYS",
                "TINSEL_STORE_KEY",
                "TINSEL_TLS_KEY",
            ];
            let is_path = paths.contains(&variable_name);
            if is_secret && !is_path {
                assert!(
                    variable["valueFrom"]["secretKeyRef"]["name"].is_string(),
                    "{name}: {variable}"
                );
            }
        }
        assert!(
            !objects(&values).iter().any(|object| object["kind"] == "Secret"),
            "{name} has a Secret"
        );
    }
}

const WITH_RULES: &str = "tokenSecret: {name: tokens}\nmetrics: {prometheusRule: {enabled: true}}";

#[test]
fn the_chart_renders_the_alerts_limited_to_its_release() {
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

mod promtool {
    use serde_json::{Value, json};

    use super::{WITH_RULES, one};
    use crate::{
        alerts::blocks,
        tools::{check, written},
    };

    /// The tests of the alerts with their series `above` moved to this pod in this namespace. For a pod of another release, no
    /// alert is expected.
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
    fn alerts_of_a_release_ignore_other_releases() {
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
        check("promtool", &["test", "rules", &tests.to_string_lossy()]);
    }
}

#[test]
fn dashboards_are_config_maps_for_grafana() {
    let all = objects(&format!(
        "{LEAST}\nmetrics: {{dashboards: {{enabled: true, annotations: {{folder: Games}}}}}}"
    ));
    for (name, dashboard) in crate::queries::dashboards() {
        let end = format!("-{}", name.trim_end_matches(".json"));
        let map = find(&all, "ConfigMap", &end).unwrap_or_else(|| panic!("no dashboard {name}"));
        assert_eq!(map["metadata"]["labels"]["grafana_dashboard"], "1");
        assert_eq!(map["metadata"]["annotations"]["folder"], "Games");
        let text = map["data"][format!("tinsel-{name}")].as_str().expect("a dashboard");
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), dashboard);
    }
}
