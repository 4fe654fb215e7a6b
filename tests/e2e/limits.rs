//! How much a server takes on, and that it says so.

use std::time::Duration;

use tinsel_harness::{Api, Replica, Table, World, created, refused, soon, until};
use tinsel_proto::v1::ListGamesRequest;
use tinsel_server::Config;
use tinsel_service::{Limits, Settings};
use tinsel_store::Memory;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

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
        let answer = HealthClient::new(other.channel())
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
