//! What a server tells Prometheus.

use std::collections::BTreeMap;

use tinsel_catalog::GameId;
use tinsel_harness::{ANY_GAME, Http1, Replica, Secrets, redis, until};
use tinsel_proto::v1::ListGamesRequest;
use tinsel_server::{Config, StoreAddress};

async fn measured() -> Replica {
    Replica::start(Config {
        store: StoreAddress::Redis(redis().url()),
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..Config::default()
    })
    .await
}

async fn metrics(replica: &Replica) -> BTreeMap<String, f64> {
    parsed(&text(replica).await)
}

/// All metrics in a text for Prometheus, by their names with labels as that writes them; without what is said of the scope
/// of each.
pub(crate) fn parsed(text: &str) -> BTreeMap<String, f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let values = lines.filter_map(|line| {
        let (name, value) = line.rsplit_once(' ')?;
        let own = |label: &&str| !label.starts_with("otel_scope_");
        let name = match name.trim_end_matches('}').split_once('{') {
            None => name.to_owned(),
            Some((name, labels)) => {
                let labels: Vec<_> = labels.split(',').filter(own).collect();
                if labels.is_empty() {
                    name.to_owned()
                } else {
                    format!("{name}{{{}}}", labels.join(","))
                }
            }
        };
        Some((name, value.parse().expect("a number")))
    });
    values.collect()
}

async fn text(replica: &Replica) -> String {
    let answer = fetch(replica, "/metrics").await;
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.body).expect("text")
}

async fn fetch(replica: &Replica, path: &str) -> Http1 {
    let at = replica.metrics_address().expect("metrics");
    Http1::ask(at, ("GET", path), &[], &[]).await
}

#[track_caller]
pub(crate) fn assert_counted(metrics: &BTreeMap<String, f64>, name: &str, expected: f64) {
    let counted = metrics.get(name).copied();
    assert_eq!(counted, Some(expected), "{name} in {metrics:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_is_counted_under_names_that_stay() {
    let replica = measured().await;
    let api = replica.api();
    Secrets::of_a_match(ANY_GAME, api, "counted").await;
    let metrics = metrics(&replica).await;
    let game = ANY_GAME.as_str();
    for phase in ["LOBBY", "ACTIVE", "FINISHED"] {
        let name = format!("tinsel_matches_total{{game=\"{game}\",phase=\"{phase}\"}}");
        assert_counted(&metrics, &name, 1.0);
    }
    let calls = |method: &str, code: &str| {
        let labels = [
            ("rpc_method", format!("tinsel.v1.MatchService/{method}")),
            ("rpc_response_status_code", code.to_owned()),
            ("rpc_system_name", "grpc".to_owned()),
        ];
        let labels: Vec<_> = labels
            .iter()
            .map(|(name, value)| format!("{name}=\"{value}\""))
            .collect();
        format!("rpc_server_call_duration_seconds_count{{{}}}", labels.join(","))
    };
    assert_counted(&metrics, &calls("CreateMatch", "OK"), 1.0);
    assert_counted(&metrics, &calls("GetMatch", "UNAUTHENTICATED"), 1.0);
    let refusal = "tinsel_refusals_total{domain=\"tinsel.v1\",reason=\"TOKEN_INVALID\"}";
    assert_counted(&metrics, refusal, 1.0);
    let written = format!("tinsel_writes_total{{game=\"{game}\",outcome=\"written\"}}");
    assert!(metrics.get(&written).is_some_and(|count| *count > 1.0), "{metrics:#?}");
    let writes = "db_client_operation_duration_seconds_count{db_operation_name=\"replace\",db_system_name=\"redis\",outcome=\"written\"}";
    assert_eq!(metrics.get(writes), metrics.get(&written), "{metrics:#?}");
    assert!(
        metrics.contains_key("tinsel_delivery_lag_seconds_count"),
        "{metrics:#?}"
    );
    assert_counted(&metrics, "tinsel_store_regressions_total", 0.0);
    replica.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_limits_refuse_is_counted_as_well() {
    let replica = Replica::start(Config {
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        caller_calls_burst: 1,
        caller_calls_per_second: 1,
        ..Config::default()
    })
    .await;
    for _ in 0..3 {
        // Whether one was taken meanwhile depends on the time; that not all are does not.
        let _ = replica.api().ask(&ListGamesRequest {}, None).await;
    }
    let metrics = metrics(&replica).await;
    let refused = metrics.get("tinsel_refusals_total{domain=\"tinsel.v1\",reason=\"RATE_LIMITED\"}");
    assert!(refused.is_some_and(|count| *count >= 1.0), "{metrics:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_are_counted_while_they_are_open() {
    let replica = measured().await;
    let table = tinsel_harness::Table::create(replica.api(), &tinsel_harness::created("")).await;
    let stream = replica.api().watch(&table.match_id, None, None).await.unwrap();
    let open = async || metrics(&replica).await["tinsel_streams_open"].to_bits();
    assert_eq!(open().await, 1.0_f64.to_bits());
    drop(stream);
    until("no stream is open", || async { open().await == 0.0_f64.to_bits() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_are_counted_until_they_are_answered_or_given_up() {
    const NAME: &str = "tinsel_calls_active{rpc_method=\"tinsel.v1.GameService/ListGames\",rpc_system_name=\"grpc\"}";
    let replica = measured().await;
    let active = async || metrics(&replica).await.get(NAME).copied().map(f64::to_bits);
    replica.api().ask(&ListGamesRequest {}, None).await.unwrap();
    assert_eq!(active().await, Some(0.0_f64.to_bits()));
    let api = replica.api().clone();
    let endless = tokio::spawn(async move { api.ask_without_end("/tinsel.v1.GameService/ListGames").await });
    until("a call is not answered yet", || async {
        active().await == Some(1.0_f64.to_bits())
    })
    .await;
    endless.abort();
    until("it is given up", || async { active().await == Some(0.0_f64.to_bits()) }).await;
    replica.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_clients_send_labels_are_few() {
    let replica = measured().await;
    for path in [
        "/tinsel.v1.MatchService/Nothing",
        "/tinsel.v1.\"}/x",
        "/tinsel.nonsense/y",
    ] {
        replica
            .api()
            .ask_bytes(path, [].as_slice().into(), None)
            .await
            .unwrap_err();
    }
    let metrics = metrics(&replica).await;
    let methods = metrics
        .keys()
        .filter(|name| name.starts_with("rpc_server_call_duration_seconds_count"));
    assert_eq!(
        methods.collect::<Vec<_>>(),
        [
            "rpc_server_call_duration_seconds_count{rpc_method=\"_OTHER\",rpc_response_status_code=\"UNIMPLEMENTED\",rpc_system_name=\"grpc\"}"
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_of_a_match_of_any_game_is_in_a_metric() {
    let replica = measured().await;
    let mut secrets = Vec::new();
    for game in GameId::ALL {
        secrets.push(Secrets::of_a_match(*game, replica.api(), "in-metrics").await);
    }
    let text = text(&replica).await;
    for secrets in &secrets {
        secrets.check_not_in(text.lines());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_are_nowhere_else_and_nothing_else_is_there() {
    let replica = measured().await;
    assert_eq!(fetch(&replica, "/").await.status, 404);
    assert!(Replica::in_memory().await.metrics_address().is_none());
}
