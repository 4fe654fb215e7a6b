//! Queries make sense: they ask counters how fast they grow, quantiles are what they are called, and there is enough to look
//! at in the time that they look at.

use serde_json::Value;

use crate::{
    promql::{applied, names},
    queries::{Query, alerts, all, dashboards},
    tools::read,
};

/// What tells how a counter grows.
const GROWTH: &[&str] = &["rate", "increase"];

/// How often Prometheus must have fetched in the time that a query looks at: once may fail.
const FETCHES_MIN: u64 = 4;

/// What a quantile is called.
fn called(quantile: &str) -> &'static [&'static str] {
    match quantile {
        "0.5" => &["half"],
        "0.95" => &["95 of 100"],
        "0.99" => &["99 of 100", "in a hundred"],
        other => panic!("{other} has no name yet"),
    }
}

fn is_counter(metric: &str) -> bool {
    ["_total", "_count", "_bucket", "_sum"]
        .iter()
        .any(|end| metric.ends_with(end))
}

/// The counters that are not asked how they grow, and the others that are.
fn asked_wrongly(query: &str) -> Vec<String> {
    let mut rest = query.to_owned();
    let mut wrong = Vec::new();
    for inside in GROWTH.iter().flat_map(|function| applied(query, function)) {
        rest = rest.replace(inside, "");
        let metrics = names(inside).selectors.into_iter().map(|selector| selector.metric);
        wrong.extend(metrics.filter(|metric| !is_counter(metric)));
    }
    let metrics = names(&rest).selectors.into_iter().map(|selector| selector.metric);
    wrong.extend(metrics.filter(|metric| is_counter(metric)));
    wrong
}

/// Fails if a query uses a counter without [`GROWTH`], or [`GROWTH`] of anything else.
pub(crate) fn check_counters(queries: &[Query]) {
    for Query { place, text } in queries {
        // Variables of dashboards count the labels of a metric, not its values.
        if !place.contains("variable") {
            assert_eq!(asked_wrongly(text), Vec::<String>::new(), "{place}");
        }
    }
}

#[test]
fn counters_are_asked_how_they_grow_and_nothing_else_is() {
    check_counters(&all());
    assert_eq!(
        asked_wrongly("sum(a_total) + rate(b_total[5m]) + rate(c[5m])"),
        ["c", "a_total"]
    );
}

/// Fails where a quantile of `query` is of no histogram, or is called something else in `told`.
fn check_quantiles(place: &str, query: &str, told: &str) {
    for asked in applied(query, "histogram_quantile") {
        let (quantile, of) = asked.split_once(',').expect("a quantile of something");
        let inside = names(of);
        assert!(inside.told_apart.contains("le"), "{place}: buckets are not told apart");
        let of_buckets = inside
            .selectors
            .iter()
            .all(|selector| selector.metric.ends_with("_bucket"));
        assert!(of_buckets, "{place}: a quantile of what has no buckets");
        let is_called = called(quantile).iter().any(|name| told.contains(name));
        assert!(is_called, "{place}: {quantile} is called {told:?}");
    }
    if !query.contains("histogram_quantile") {
        let quantiles = ["0.5", "0.95", "0.99"];
        let misnamed = quantiles
            .iter()
            .flat_map(|quantile| called(quantile))
            .find(|name| told.contains(*name));
        assert_eq!(misnamed, None, "{place} has no quantile");
    }
}

#[test]
fn quantiles_are_what_they_are_called() {
    for rule in alerts() {
        let (name, query) = (rule["alert"].to_string(), rule["expr"].as_str().expect("a query"));
        check_quantiles(
            &name,
            query,
            rule["annotations"]["summary"].as_str().expect("a sentence"),
        );
    }
    for (name, dashboard) in dashboards() {
        for panel in dashboard["panels"].as_array().expect("panels") {
            for target in panel["targets"].as_array().expect("targets") {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let legend = text(&target["legendFormat"]);
                // Where the legend says of which game it is, the description says what.
                let told = if legend.contains("{{") {
                    text(&panel["description"])
                } else {
                    legend
                };
                check_quantiles(&format!("{name}, {}", panel["title"]), &text(&target["expr"]), &told);
            }
        }
    }
}

/// The times that a query looks back over, in seconds.
fn windows(query: &str) -> Vec<u64> {
    // What stands in quotes may have brackets, too.
    let unquoted: String = query.split('"').step_by(2).collect();
    let parts = unquoted
        .split('[')
        .skip(1)
        .map(|part| part.split(']').next().unwrap_or_default());
    let seconds = parts.map(|window| {
        let (number, unit) = window.split_at(window.len() - 1);
        let unit = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            other => panic!("{other} is no unit of time"),
        };
        number.parse::<u64>().expect("a number") * unit
    });
    seconds.collect()
}

/// Fails if a window of a query is too short for [`FETCHES_MIN`] fetches: the query would then return nothing, alerts
/// would not fire, and KEDA would remove servers.
pub(crate) fn check_windows(queries: &[Query]) {
    for query in queries {
        let shortest = windows(&query.text).into_iter().min();
        assert!(shortest.is_none_or(|window| window >= 30 * FETCHES_MIN), "{query:?}");
    }
}

#[test]
fn prometheus_fetches_often_enough_for_every_query() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    let interval = &schema.pointer("/properties/metrics/properties/serviceMonitor/properties/interval/pattern");
    // Its maximum is tested in helm/refused.rs.
    assert_eq!(interval.and_then(Value::as_str), Some("^([1-9]|[12][0-9]|30)s$"));
    check_windows(&all());
}

/// A share of nothing that failed is nothing, and not unknown.
#[test]
fn shares_are_shown_where_nothing_has_failed() {
    let mut shares = 0;
    for (name, dashboard) in dashboards() {
        for panel in dashboard["panels"].as_array().expect("panels") {
            let query = panel["targets"][0]["expr"].as_str().expect("a query");
            if panel["title"] == "Failed" {
                assert!(query.contains(" or vector(0)) "), "{name}: {query}");
                shares += 1;
            }
        }
    }
    assert_eq!(shares, 2);
}
