//! How much a server takes on, and that it says so.

use std::time::Duration;

use tinsel_harness::{Api, Replica, Table, World, created, refused, soon, until};
use tinsel_proto::v1::ListGamesRequest;
use tinsel_server::Config;
use tinsel_service::{Limits, Settings};
use tinsel_store::Memory;
use tokio::{io::AsyncReadExt, net::TcpStream};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use crate::observe::metrics::metrics;

const PATH: &str = "/tinsel.v1.GameService/ListGames";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_takes_on_no_more_calls_still_says_that_it_is_alive() {
    let replica = Replica::start(Config {
        calls_max: 2,
        ..Config::default()
    })
    .await;
    let other = Api::connect(&replica.url()).await;
    let holding: Vec<_> = (0..2)
        .map(|_| {
            let api = replica.api().clone();
            // Whoever looks whether there is room may be in the way of one that holds; then that one tries again.
            tokio::spawn(async move {
                while refused(api.ask_without_end(PATH).await).reason == "OVERLOADED" {
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    until("there is no room for another call", || async {
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
    // What is given up makes room.
    until("there is room again", || async {
        other.ask(&ListGamesRequest {}, None).await.is_ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_whose_message_never_comes_is_ended_and_makes_room() {
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
        .expect("there is room");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_may_last_longer_than_a_call() {
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
    let table = Table::create(world.api(), &created("")).await;
    let mut stream = world.api().watch(&table.match_id, None, None).await.unwrap();
    // A snapshot and five heartbeats.
    for _ in 0..6 {
        let message = soon("a message", stream.message()).await.expect("no failure");
        assert!(message.is_some(), "the stream was ended as a call");
    }
}

/// A server that takes on so many connections, and tells of them.
async fn with_places(config: Config) -> Replica {
    let replica = Replica::start(Config {
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..config
    })
    .await;
    // Its own connection has a place once it is served.
    replica.api().ask(&ListGamesRequest {}, None).await.expect("games");
    replica
}

/// How many connections found no place, by each limit.
async fn turned_away(replica: &Replica) -> [f64; 2] {
    let metrics = metrics(replica).await;
    ["all", "address"].map(|limit| metrics[&format!("tinsel_connections_refused_total{{limit=\"{limit}\"}}")])
}

async fn open(replica: &Replica) -> f64 {
    metrics(replica).await["tinsel_connections_open"]
}

/// Whether a connection that comes has a place; it is told so if not, and what is alive is said to be.
async fn has_place(replica: &Replica) -> Option<Api> {
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
async fn a_server_takes_on_so_many_connections_and_another_when_one_has_left() {
    let replica = with_places(Config {
        connections_max: 3,
        ..Config::default()
    })
    .await;
    // One is the replica's own.
    let first = has_place(&replica).await.expect("a place");
    let _second = has_place(&replica).await.expect("a place");
    assert!(has_place(&replica).await.is_none());
    assert_eq!((open(&replica).await, turned_away(&replica).await), (3.0, [1.0, 0.0]));
    replica
        .api()
        .ask(&ListGamesRequest {}, None)
        .await
        .expect("who is in is served");
    drop(first);
    until("there is a place again", || async { open(&replica).await == 2.0 }).await;
    has_place(&replica).await.expect("a place again");
}

/// So many say nothing that even those who are told that there is no place must wait; and not for long.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_finds_no_place_is_heard_for_a_while_only() {
    let replica = with_places(Config {
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
        // Whether it is closed or reset is for the system to choose.
        let heard = soon("the end", stream.read(&mut [0; 1])).await;
        assert!(matches!(heard, Ok(0) | Err(_)), "{heard:?}");
    }
    assert!(has_place(&replica).await.is_none());
    assert_eq!(open(&replica).await, 1.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_many_connections_unless_they_are_of_a_proxy() {
    let at_most_two = Config {
        address_connections_max: 2,
        ..Config::default()
    };
    let replica = with_places(at_most_two.clone()).await;
    let _second = has_place(&replica).await.expect("a place");
    assert!(has_place(&replica).await.is_none());
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
        let replica = with_places(unlimited).await;
        let mut kept = Vec::new();
        for _ in 0..4 {
            kept.push(has_place(&replica).await.expect("a place"));
        }
    }
}
