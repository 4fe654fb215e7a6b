//! Sanity checks of queries: counters are used with a rate, quantiles match their legends, and windows contain enough scrapes.

use serde_json::Value;

use crate::{
    promql::{applied, names},
    queries::{Query, alerts, all, dashboards},
    tools::read,
};

/// Functions that compute the growth of a counter.
const GROWTH: &[&str] = &["rate", "increase"];

/// Minimum number of scrapes in the window of a query, so that one of them can fail.
const SCRAPES_MIN: u64 = 4;

/// The name of a quantile in legends and texts.
fn called(quantile: &str) -> &'static str {
    match quantile {
        "0.5" => "p50",
        "0.95" => "p95",
        "0.99" => "p99",
        other => panic!("quantile {other} has no name"),
    }
}

fn is_counter(metric: &str) -> bool {
    ["_total", "_count", "_bucket", "_sum"]
        .iter()
        .any(|end| metric.ends_with(end))
}

/// The counters that are used without [`GROWTH`], and the other metrics that are used with it.
fn misused(query: &str) -> Vec<String> {
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
    for Query { source, text } in queries {
        // Dashboard variables query the labels of a metric, not its values.
        if !source.contains("variable") {
            assert_eq!(misused(text), Vec::<String>::new(), "{source}");
        }
    }
}

#[test]
fn only_counters_are_used_with_a_rate() {
    check_counters(&all());
    assert_eq!(
        misused("sum(a_total) + rate(b_total[5m]) + rate(c[5m])"),
        ["c", "a_total"]
    );
}

/// Fails if a quantile of `query` is not of a histogram, or has another name in `text`.
fn check_quantiles(source: &str, query: &str, text: &str) {
    for asked in applied(query, "histogram_quantile") {
        let (quantile, of) = asked.split_once(',').expect("a quantile of something");
        let inside = names(of);
        assert!(inside.grouping.contains("le"), "{source}: not grouped by le");
        let of_buckets = inside
            .selectors
            .iter()
            .all(|selector| selector.metric.ends_with("_bucket"));
        assert!(of_buckets, "{source}: a quantile of a metric without buckets");
        assert!(
            text.contains(called(quantile)),
            "{source}: {quantile} is named {text:?}"
        );
    }
    if !query.contains("histogram_quantile") {
        let quantiles = ["0.5", "0.95", "0.99"];
        let misnamed = quantiles.iter().find(|quantile| text.contains(called(quantile)));
        assert_eq!(misnamed, None, "{source} has no quantile");
    }
}

#[test]
fn quantiles_match_the_texts_that_name_them() {
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
                // If the legend is a label, the description names the quantile.
                let named = if legend.contains("{{") {
                    text(&panel["description"])
                } else {
                    legend
                };
                check_quantiles(&format!("{name}, {}", panel["title"]), &text(&target["expr"]), &named);
            }
        }
    }
}

/// The windows of a query, in seconds.
fn windows(query: &str) -> Vec<u64> {
    // Quoted texts can contain brackets.
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
            other => panic!("{other} is not a unit of time"),
        };
        number.parse::<u64>().expect("a number") * unit
    });
    seconds.collect()
}

/// Fails if a window of a query is too short for [`SCRAPES_MIN`] fetches: the query would then return nothing, alerts
/// would not fire, and KEDA would remove servers.
pub(crate) fn check_windows(queries: &[Query]) {
    for query in queries {
        let shortest = windows(&query.text).into_iter().min();
        assert!(shortest.is_none_or(|window| window >= 30 * SCRAPES_MIN), "{query:?}");
    }
}

#[test]
fn every_window_contains_enough_scrapes() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    let interval = &schema.pointer("/properties/metrics/properties/serviceMonitor/properties/interval/pattern");
    // Its maximum is tested in helm/refused.rs.
    assert_eq!(interval.and_then(Value::as_str), Some("^([1-9]|[12][0-9]|30)s$"));
    check_windows(&all());
}

/// Without errors, an error rate is 0 and not undefined.
#[test]
fn error_rates_are_zero_without_errors() {
    let mut shares = 0;
    for (name, dashboard) in dashboards() {
        for panel in dashboard["panels"].as_array().expect("panels") {
            let query = panel["targets"][0]["expr"].as_str().expect("a query");
            if panel["title"] == "Error rate" {
                assert!(query.contains(" or vector(0)) "), "{name}: {query}");
                shares += 1;
            }
        }
    }
    assert_eq!(shares, 2);
}
