//! The queries of dashboards and alerts.

use serde_json::Value;
use tinsel_harness::files;

use crate::{
    chart::yaml,
    tools::{read, read_file},
};

/// A query and its source.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) source: String,
    pub(crate) text: String,
}

/// All queries of alerts and dashboards.
pub(crate) fn all() -> Vec<Query> {
    let mut queries = of_alerts();
    queries.extend(of_dashboards());
    queries
}

/// All queries of dashboards.
pub(crate) fn of_dashboards() -> Vec<Query> {
    let dashboards = dashboards().into_iter();
    dashboards
        .flat_map(|(name, dashboard)| of_dashboard(&name, &dashboard))
        .collect()
}

/// All dashboards, by file name.
pub(crate) fn dashboards() -> Vec<(String, Value)> {
    let paths = files("helm/tinsel/dashboards", |_| true);
    let dashboards = paths.iter().map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let dashboard = serde_json::from_str(&read_file(path)).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, dashboard)
    });
    dashboards.collect()
}

/// All alert rules.
pub(crate) fn alerts() -> Vec<Value> {
    let file = yaml(&read("helm/tinsel/alerts.yaml")).remove(0);
    let groups = file["groups"].as_array().expect("groups").clone();
    groups
        .iter()
        .flat_map(|group| group["rules"].as_array().expect("rules").clone())
        .collect()
}

fn of_alerts() -> Vec<Query> {
    let alerts = alerts().into_iter().map(|rule| Query {
        source: format!("alert {}", rule["alert"]),
        text: rule["expr"].as_str().expect("a query").to_owned(),
    });
    alerts.collect()
}

fn of_dashboard(name: &str, dashboard: &Value) -> Vec<Query> {
    let mut queries = Vec::new();
    for panel in dashboard["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().expect("targets") {
            queries.push(Query {
                source: format!("{name}, {}", panel["title"]),
                text: target["expr"]
                    .as_str()
                    .expect("a query")
                    .replace("$__rate_interval", "5m"),
            });
        }
    }
    for variable in dashboard["templating"]["list"].as_array().expect("variables") {
        // label_values(metric{…}, label) lists the values of a label.
        if let Some(asked) = variable["definition"].as_str() {
            let inside = asked
                .strip_prefix("label_values(")
                .and_then(|rest| rest.strip_suffix(')'));
            let (metric, label) = inside
                .and_then(|inside| inside.rsplit_once(','))
                .expect("labels of a metric");
            queries.push(Query {
                source: format!("{name}, variable {}", variable["name"]),
                text: format!("count by ({}) ({metric})", label.trim()),
            });
        }
    }
    queries
}

#[test]
fn dashboards_have_consistent_ids_titles_and_descriptions() {
    let mut uids = Vec::new();
    for (name, dashboard) in dashboards() {
        let uid = dashboard["uid"].as_str().expect("a uid").to_owned();
        assert_eq!(format!("{uid}.json"), format!("tinsel-{name}"));
        uids.push(uid);
        assert!(dashboard["title"].as_str().unwrap().starts_with("Tinsel: "), "{name}");
        let panels = dashboard["panels"].as_array().unwrap();
        for panel in panels {
            let title = panel["title"].as_str().expect("a title");
            let described = panel["description"].as_str().is_some_and(|text| text.ends_with('.'));
            assert!(described, "{name}: {title} has no description");
            assert_eq!(panel["datasource"]["uid"], "${datasource}", "{name}: {title}");
        }
        let ids: std::collections::BTreeSet<_> = panels.iter().map(|panel| panel["id"].to_string()).collect();
        assert_eq!(ids.len(), panels.len(), "{name}: panels with the same id");
    }
    assert_eq!(uids, ["tinsel-matches", "tinsel-redis", "tinsel-service"]);
}
