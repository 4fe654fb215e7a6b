//! The concurrency limit of a server, the limits of calls and connections, and how it reports them.

use std::time::Duration;

use tinsel_harness::{Api, Replica, TestMatch, World, created, refused, soon, until};
use tinsel_proto::v1::ListGamesRequest;
use tinsel_server::Config;
use tinsel_service::{Limits, Settings};
use tinsel_store::Memory;
use tokio::{io::AsyncReadExt, net::TcpStream};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use crate::observe::metrics::metrics;

const PATH: &str = "/tinsel.v1.GameService/ListGames";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_at_its_concurrency_limit_still_reports_liveness() {
    let replica = Replica::start(Config {
        calls_max: 2,
        ..Config::default()
    })
    .await;
    let other = Api::connect(&replica.url()).await;
    let holding: Vec<_> = (0..2)
        .map(|_| {
            let api = replica.api().clone();
            // The call that checks for room can take the permit of a call that should hold one; that one retries.
            tokio::spawn(async move {
                while refused(api.ask_without_end(PATH).await).reason == "OVERLOADED" {
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    until("the concurrency limit is reached", || async {
        other
            .ask(&ListGamesRequest {}, None)
            .await
            .is_err_and(|status| refused::<()>(Err(status)).reason == "OVERLOADED")
    })
    .await;
    for service in ["", "liveness", "readiness"] {
        let asked = HealthCheckRequest {
            service: service.to_owned(),
        };
        let answer = HealthClient::new(other.transport())
            .check(asked)
            .await
            .expect("an answer");
        assert_eq!(answer.into_inner().status(), ServingStatus::Serving, "{service:?}");
    }
    for held in holding {
        held.abort();
    }
    // A cancelled call releases its permit.
    until("a free permit", || async {
        other.ask(&ListGamesRequest {}, None).await.is_ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_without_a_message_times_out_and_releases_its_permit() {
    let settings = Settings {
        limits: Limits {
            calls: 1,
            call_time: Duration::from_millis(200),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let world = World::with(Memory::default(), 21, settings).await;
    for _ in 0..3 {
        let refusal = refused(world.api().ask_without_end(PATH).await);
        assert_eq!(refusal.reason, "TIMED_OUT");
        tinsel_harness::check_refusal(&refusal);
    }
    world
        .api()
        .ask(&ListGamesRequest {}, None)
        .await
        .expect("a free permit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_may_last_longer_than_the_timeout_of_calls() {
    let settings = Settings {
        heartbeat: Duration::from_millis(100),
        limits: Limits {
            calls: 1,
            call_time: Duration::from_millis(200),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let world = World::with(Memory::default(), 22, settings).await;
    let table = TestMatch::create(world.api(), &created("")).await;
    let mut stream = world.api().watch(&table.match_id, None, None).await.unwrap();
    // One snapshot and five heartbeats.
    for _ in 0..6 {
        let message = soon("a message", stream.message()).await.expect("no failure");
        assert!(message.is_some(), "the stream was ended as a call");
    }
}

/// A server with these limits of connections, which exports metrics.
async fn with_metrics(config: Config) -> Replica {
    let replica = Replica::start(Config {
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..config
    })
    .await;
    // The test's own connection has a permit once a call on it has succeeded.
    replica.api().ask(&ListGamesRequest {}, None).await.expect("games");
    replica
}

/// Number of refused connections, by limit.
async fn turned_away(replica: &Replica) -> [f64; 2] {
    let metrics = metrics(replica).await;
    ["all", "address"].map(|limit| metrics[&format!("tinsel_connections_refused_total{{limit=\"{limit}\"}}")])
}

async fn open(replica: &Replica) -> f64 {
    metrics(replica).await["tinsel_connections_open"]
}

/// Connects. Returns the connection if it has a permit. Otherwise calls fail with OVERLOADED, but liveness checks
/// succeed.
async fn permitted(replica: &Replica) -> Option<Api> {
    let api = Api::connect(&replica.url()).await;
    let asked = HealthCheckRequest {
        service: "liveness".to_owned(),
    };
    let answer = HealthClient::new(api.transport()).check(asked.clone()).await;
    assert_eq!(answer.expect("an answer").into_inner().status(), ServingStatus::Serving);
    let Err(refusal) = api.ask(&ListGamesRequest {}, None).await else {
        return Some(api);
    };
    assert_eq!(refused::<()>(Err(refusal)).reason, "OVERLOADED");
    let stream = HealthClient::new(api.transport()).watch(asked).await;
    assert_eq!(refused(stream.map(drop)).reason, "OVERLOADED");
    None
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_over_the_limit_is_refused_until_another_one_closes() {
    let replica = with_metrics(Config {
        connections_max: 3,
        ..Config::default()
    })
    .await;
    // The test's own connection is the third.
    let first = permitted(&replica).await.expect("a connection permit");
    let _second = permitted(&replica).await.expect("a connection permit");
    assert!(permitted(&replica).await.is_none());
    assert_eq!((open(&replica).await, turned_away(&replica).await), (3.0, [1.0, 0.0]));
    replica
        .api()
        .ask(&ListGamesRequest {}, None)
        .await
        .expect("an open connection is served");
    drop(first);
    until("a free connection permit", || async { open(&replica).await == 2.0 }).await;
    permitted(&replica).await.expect("a free connection permit");
}

/// Connections over the limit that stay silent also fill the queue of refusals. They are closed after a short time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_connection_over_the_limit_is_closed_after_a_while() {
    let replica = with_metrics(Config {
        connections_max: 1,
        ..Config::default()
    })
    .await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(TcpStream::connect(replica.address()).await.expect("the server listens"));
    }
    until("all were counted", || async {
        turned_away(&replica).await == [40.0, 0.0]
    })
    .await;
    for mut stream in silent {
        // The operating system chooses whether it is closed or reset.
        let heard = soon("the end", stream.read(&mut [0; 1])).await;
        assert!(matches!(heard, Ok(0) | Err(_)), "{heard:?}");
    }
    assert!(permitted(&replica).await.is_none());
    assert_eq!(open(&replica).await, 1.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_a_connection_limit_unless_it_is_a_proxy() {
    let at_most_two = Config {
        address_connections_max: 2,
        ..Config::default()
    };
    let replica = with_metrics(at_most_two.clone()).await;
    let _second = permitted(&replica).await.expect("a connection permit");
    assert!(permitted(&replica).await.is_none());
    assert_eq!(turned_away(&replica).await, [0.0, 1.0]);
    for unlimited in [
        Config {
            trusted_proxies: 1,
            ..at_most_two.clone()
        },
        Config {
            address_connections_max: 0,
            ..at_most_two
        },
    ] {
        let replica = with_metrics(unlimited).await;
        let mut kept = Vec::new();
        for _ in 0..4 {
            kept.push(permitted(&replica).await.expect("a connection permit"));
        }
    }
}
