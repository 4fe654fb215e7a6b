//! The queries of KEDA's triggers.

use super::one;
use crate::{exported::check_names, promtool::check_queries, queries::Query, sense};

fn queries() -> Vec<Query> {
    let scaled = one("tokenSecret: {name: tokens}\nkeda: {enabled: true}", "ScaledObject", "");
    let triggers = scaled["spec"]["triggers"].as_array().expect("triggers").iter();
    let queries = triggers.map(|trigger| Query {
        source: format!("trigger {}", trigger["name"]),
        text: trigger["metadata"]["query"].as_str().expect("a query").to_owned(),
    });
    queries.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_in_queries_of_scaling_are_exported() {
    check_names(&queries()).await;
}

#[test]
fn queries_of_scaling_rate_counters_over_long_enough_windows() {
    sense::check_counters(&queries());
    sense::check_windows(&queries());
}

mod promtool {
    #[test]
    fn queries_of_scaling_parse() {
        super::check_queries("scaling", &super::queries());
    }
}
