//! The metrics that a server exports to Prometheus.

use std::collections::BTreeMap;

use tinsel_catalog::GameId;
use tinsel_harness::{ANY_GAME, Http1, RedisServer, Replica, Secrets, TestMatch, created, redis, until};
use tinsel_proto::v1::ListGamesRequest;
use tinsel_server::{Config, StoreAddress};
use tinsel_service::testkit::{self, Newer};
use tinsel_store::{Change, MatchStore, Redis, RedisOptions, Replaced, Stored, UnixMillis, Write};
use tonic::Code;

async fn measured() -> Replica {
    measured_on(redis()).await
}

async fn measured_on(redis: &RedisServer) -> Replica {
    Replica::start(Config {
        store: StoreAddress::Redis(redis.url()),
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..Config::default()
    })
    .await
}

pub(crate) async fn metrics(replica: &Replica) -> BTreeMap<String, f64> {
    parsed(&text(replica).await)
}

/// All metrics of a Prometheus text by name, with their labels in its notation but without the scope.
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
async fn events_are_counted_under_stable_names() {
    let replica = measured().await;
    let api = replica.api();
    Secrets::of_a_match(ANY_GAME, api, "counted").await;
    let metrics = metrics(&replica).await;
    let game = ANY_GAME.as_str();
    for phase in ["LOBBY", "ACTIVE", "FINISHED"] {
        let name = format!("tinsel_match_transitions_total{{game=\"{game}\",phase=\"{phase}\"}}");
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
async fn refusals_by_limits_are_counted() {
    let replica = Replica::start(Config {
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        caller_calls_burst: 1,
        caller_calls_per_second: 1,
        ..Config::default()
    })
    .await;
    for _ in 0..3 {
        // Whether one of these calls succeeded depends on timing, but not all can.
        let _ = replica.api().ask(&ListGamesRequest {}, None).await;
    }
    let metrics = metrics(&replica).await;
    let refused = metrics.get("tinsel_refusals_total{domain=\"tinsel.v1\",reason=\"RATE_LIMITED\"}");
    assert!(refused.is_some_and(|count| *count >= 1.0), "{metrics:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_are_counted_while_they_are_open() {
    let replica = measured().await;
    let table = TestMatch::create(replica.api(), &created("")).await;
    replica.api().watch("no match", None, None).await.unwrap_err();
    let stream = replica.api().watch(&table.match_id, None, None).await.unwrap();
    let open = async || metrics(&replica).await["tinsel_streams_open"].to_bits();
    assert_eq!(open().await, 1.0_f64.to_bits());
    drop(stream);
    until("no stream is open", || async { open().await == 0.0_f64.to_bits() }).await;
    until("its end is counted", || async {
        let ended = metrics(&replica).await.get(&streams_ended(Code::Cancelled)).copied();
        ended.map(f64::to_bits) == Some(1.0_f64.to_bits())
    })
    .await;
    let metrics = metrics(&replica).await;
    let ended = metrics
        .iter()
        .filter(|(name, _)| name.starts_with("tinsel_streams_ended_total"));
    let all: f64 = ended.map(|(_, count)| count).sum();
    assert_eq!(
        all.to_bits(),
        1.0_f64.to_bits(),
        "a refused call is no stream: {metrics:#?}"
    );
}

/// The counter of watch streams that end with this code.
fn streams_ended(code: Code) -> String {
    format!(
        "tinsel_streams_ended_total{{rpc_method=\"tinsel.v1.MatchService/WatchMatch\",rpc_response_status_code=\"{}\",rpc_system_name=\"grpc\"}}",
        tinsel_service::code_name(code)
    )
}

/// Otherwise the first event would be no increase, and no dashboard would show it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counters_start_at_zero_before_the_first_event() {
    let replica = measured().await;
    until("it is ready", || async {
        metrics(&replica).await["tinsel_ready"].to_bits() == 1.0_f64.to_bits()
    })
    .await;
    let metrics = metrics(&replica).await;
    for game in GameId::ALL.iter().map(|game| game.as_str()) {
        for phase in ["LOBBY", "ACTIVE", "FINISHED", "ABORTED"] {
            let name = format!("tinsel_match_transitions_total{{game=\"{game}\",phase=\"{phase}\"}}");
            assert_counted(&metrics, &name, 0.0);
        }
        for outcome in ["written", "conflict", "repeated", "failed"] {
            let name = format!("tinsel_writes_total{{game=\"{game}\",outcome=\"{outcome}\"}}");
            assert_counted(&metrics, &name, 0.0);
        }
    }
    for reason in ["OVERLOADED", "TOO_MANY_STREAMS", "STORE_UNAVAILABLE", "INTERNAL"] {
        let name = format!("tinsel_refusals_total{{domain=\"tinsel.v1\",reason=\"{reason}\"}}");
        assert_counted(&metrics, &name, 0.0);
    }
    for cause in ["corrupt", "newer_release"] {
        assert_counted(&metrics, &unreadable(cause), 0.0);
    }
    assert_counted(&metrics, &streams_ended(Code::Unavailable), 0.0);
}

/// The counter of unreadable records with this cause.
fn unreadable(cause: &str) -> String {
    format!("tinsel_records_unreadable_total{{cause=\"{cause}\"}}")
}

/// Replaces a stored record by this one, and makes the match due.
async fn put(store: &Redis, table: &TestMatch, write: impl Fn(&Stored) -> Write) {
    let id = table.match_id.parse().expect("the id of a match");
    let stored = store.load(id).await.expect("a stored match");
    let write = Write {
        deadline: Change::Set(UnixMillis(1)),
        ..write(&stored)
    };
    let put = store.replace(id, stored.version, &write).await;
    assert!(matches!(put, Ok(Replaced::Written(_))), "{put:?}");
}

fn newer(stored: &Stored) -> Write {
    testkit::of_later_release(stored, Newer::Record, 1).expect("a record")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreadable_records_and_the_end_of_their_streams_are_counted() {
    // Its own Redis, because servers do not process the shards of a newer match.
    let redis = RedisServer::start();
    let replica = measured_on(&redis).await;
    let store = Redis::connect(&redis.url(), RedisOptions::default()).expect("an address");
    let tables = [
        TestMatch::create(replica.api(), &created("is-broken")).await,
        TestMatch::create(replica.api(), &created("is-newer")).await,
    ];
    let mut watching = replica.api().watch(&tables[0].match_id, None, None).await.unwrap();
    watching.message().await.unwrap();
    let broken = |stored: &Stored| Write {
        record: "no record".into(),
        ..newer(stored)
    };
    put(&store, &tables[0], broken).await;
    put(&store, &tables[1], newer).await;

    let failed = loop {
        match watching.message().await {
            Ok(message) => assert!(message.is_some(), "the stream has ended as if all were well"),
            Err(failed) => break failed,
        }
    };
    assert_eq!(failed.code(), Code::DataLoss, "{failed:?}");
    let stuck = |cause: &str| format!("tinsel_matches_stuck{{cause=\"{cause}\"}}");
    for cause in ["corrupt", "newer_release"] {
        until("what cannot be read is stuck", || async {
            let metrics = metrics(&replica).await;
            let is_stuck = metrics.get(&stuck(cause)).copied().map(f64::to_bits) == Some(1.0_f64.to_bits());
            is_stuck && metrics[&unreadable(cause)] >= 1.0
        })
        .await;
    }
    let metrics = metrics(&replica).await;
    assert_counted(&metrics, &streams_ended(Code::DataLoss), 1.0);
    let refusal = "tinsel_refusals_total{domain=\"tinsel.v1\",reason=\"MATCH_UNREADABLE\"}";
    assert_counted(&metrics, refusal, 1.0);
    replica.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_are_counted_until_they_are_answered_or_cancelled() {
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
async fn labels_are_few_whatever_clients_send() {
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
async fn metrics_are_served_at_their_own_address_only() {
    let replica = measured().await;
    assert_eq!(fetch(&replica, "/").await.status, 404);
    assert!(Replica::in_memory().await.metrics_address().is_none());
}
