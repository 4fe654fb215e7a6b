//! Health checks, and the shutdown of a server.

use tinsel_harness::{
    Api, Process, RedisServer, Replica, SecuredRedis, TestMatch, created, redis, refused, soon, tinsel, until,
};
use tinsel_proto::v1::watch_match_response::Message;
use tinsel_server::{Config, StoreAddress};
use tokio::sync::mpsc::Sender;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Response, Status, Streaming};
use tonic_health::pb::{
    HealthCheckRequest, HealthCheckResponse, health_check_response::ServingStatus, health_client::HealthClient,
};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, ServerReflectionResponse, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};

async fn health(api: &Api, service: &str) -> ServingStatus {
    let asked = HealthCheckRequest {
        service: service.to_owned(),
    };
    let answer = HealthClient::new(api.transport()).check(asked).await;
    answer.map_or(ServingStatus::ServiceUnknown, |answer| answer.into_inner().status())
}

/// The services that reflection lists.
async fn listed(api: &Api) -> Vec<String> {
    let (_asking, mut answers) = reflecting(api).await.expect("reflection");
    let answer = answers.message().await.expect("a stream").expect("an answer");
    match answer.message_response {
        Some(MessageResponse::ListServicesResponse(list)) => {
            list.service.into_iter().map(|service| service.name).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// A reflection stream that has sent one request and stays open until both of its halves are dropped.
async fn reflecting(api: &Api) -> Result<Reflecting, Status> {
    let asked = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let (asking, to_ask) = tokio::sync::mpsc::channel(1);
    asking.send(asked).await.expect("the stream is open");
    let mut reflection = ServerReflectionClient::new(api.transport());
    let answer = reflection.server_reflection_info(ReceiverStream::new(to_ask)).await?;
    Ok((asking, answer.into_inner()))
}

type Reflecting = (Sender<ServerReflectionRequest>, Streaming<ServerReflectionResponse>);

/// An open stream of health updates.
async fn watching_health(api: &Api, service: &str) -> Result<Streaming<HealthCheckResponse>, Status> {
    let service = service.to_owned();
    let answer = HealthClient::new(api.transport())
        .watch(HealthCheckRequest { service })
        .await;
    answer.map(Response::into_inner)
}

async fn becomes(api: &Api, service: &str, status: ServingStatus) {
    let what = format!("{service:?} becomes {status:?}");
    until(&what, || async { health(api, service).await == status }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_follows_the_store_and_liveness_does_not() {
    let mut redis = RedisServer::start_durable();
    let replica = Replica::on(&redis).await;
    let api = replica.api();
    for service in ["", "readiness", "liveness"] {
        becomes(api, service, ServingStatus::Serving).await;
    }
    redis.kill();
    for service in ["", "readiness"] {
        becomes(api, service, ServingStatus::NotServing).await;
    }
    assert_eq!(health(api, "liveness").await, ServingStatus::Serving);
    redis.restart();
    for service in ["", "readiness", "liveness"] {
        becomes(api, service, ServingStatus::Serving).await;
    }
    // A store that hangs counts as unreachable.
    redis.pause();
    becomes(api, "readiness", ServingStatus::NotServing).await;
    assert_eq!(health(api, "liveness").await, ServingStatus::Serving);
    redis.resume();
    becomes(api, "readiness", ServingStatus::Serving).await;
}

// B7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_listed_service_has_a_health_and_an_unknown_one_may_come_later() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let services = listed(api).await;
    assert!(
        services.iter().any(|service| service == "tinsel.v1.MatchService"),
        "{services:?}"
    );
    for service in &services {
        becomes(api, service, ServingStatus::Serving).await;
    }
    let mut streams = Vec::new();
    for service in services.iter().map(String::as_str).chain(["nothing"]) {
        let mut stream = watching_health(api, service).await.expect("a stream");
        let first = stream.message().await.expect("a message").expect("open").status();
        let expected = if service == "nothing" {
            ServingStatus::ServiceUnknown
        } else {
            ServingStatus::Serving
        };
        assert_eq!(first, expected, "{service}");
        streams.push(stream);
    }
    let stopping = tokio::spawn(replica.stop());
    for mut stream in streams {
        while stream.message().await.expect("a graceful end").is_some() {}
    }
    stopping.await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_redis_is_alive_and_not_ready() {
    let mut redis = RedisServer::start();
    let url = redis.url();
    redis.kill();
    let replica = Replica::start(Config {
        store: StoreAddress::Redis(url),
        ..Config::default()
    })
    .await;
    becomes(replica.api(), "readiness", ServingStatus::NotServing).await;
    assert_eq!(health(replica.api(), "liveness").await, ServingStatus::Serving);
    assert_eq!(health(replica.api(), "nothing").await, ServingStatus::ServiceUnknown);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_not_ready_while_the_store_refuses_writes_for_any_reason() {
    let redis = RedisServer::start_with("--appendonly no --enable-protected-configs yes");
    let replica = Replica::on(&redis).await;
    let api = replica.api();
    for code in ["OOM", "READONLY", "NOREPLICAS", "MISCONF"] {
        becomes(api, "readiness", ServingStatus::Serving).await;
        redis.refuse_writes(code);
        becomes(api, "readiness", ServingStatus::NotServing).await;
        let told = blocking(&replica.url()).await;
        assert!(told.contains(code), "{told}");
        redis.accept_writes();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_cause_of_not_ready_is_logged_before_the_first_is_repeated() {
    let redis = RedisServer::start_with("--appendonly no --enable-protected-configs yes");
    let server = Process::start(&redis, &[]);
    for (code, cause) in [("OOM", "out of memory"), ("READONLY", "read-only replica")] {
        redis.refuse_writes(code);
        let line = server.line_with(&format!("\"cause\":\"the store refuses writes: {cause} ({code})"));
        assert!(
            line.contains("\"level\":\"WARN\"") && line.contains("\"message\":\"readiness\""),
            "{line}"
        );
    }
}

/// The output of `tinsel health` for a server that is not ready.
async fn blocking(url: &str) -> String {
    let url = url.to_owned();
    let told = tokio::task::spawn_blocking(move || tinsel(&["health", "--server", &url]));
    let told = told.await.unwrap();
    assert_eq!(told.code, Some(1), "{told:?}");
    told.stderr
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cause_of_not_ready_is_logged_and_printed_without_secrets() {
    let redis = RedisServer::start();
    redis.tell("CONFIG SET requirepass the-right-one");
    let at = redis.url().replace("redis://", "");
    let tls = SecuredRedis::start();
    let plain_to_tls = tls.url().replace("rediss://", "redis://");
    for (store, cause) in [
        (format!("redis://{at}"), "a password is required"),
        (format!("redis://:the-wr0ng-one@{at}"), "wrong password or unknown user"),
        ("redis://redis..invalid:6379/".to_owned(), "unknown host name"),
        ("redis://127.0.0.1:1/".to_owned(), "connection refused"),
        (plain_to_tls, "if it expects TLS, use the scheme rediss"),
        (format!("rediss://:the-right-one@{at}"), "TLS (scheme redis or rediss"),
        (tls.url(), "invalid TLS certificate"),
    ] {
        let server = Process::on(&store, &[]);
        let line = server.line_with("\"message\":\"readiness\"");
        assert!(line.contains("\"level\":\"WARN\"") && line.contains(cause), "{line}");
        let told = blocking(&server.url()).await;
        assert!(
            told.contains("readiness: not serving: ") && told.contains(cause),
            "{told}"
        );
        for secret in ["wr0ng", "right-one", "127.0.0.1", "invalid:", "p@ss", "word@"] {
            assert!(
                !line.contains(secret) && !told.contains(secret),
                "{secret} in {line} {told}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_reports_draining_to_health_checks_and_streams_and_exits_with_code_0() {
    let mut server = Process::start(redis(), &["--drain-seconds", "30"]);
    let api = Api::connect(&server.url()).await;
    becomes(&api, "", ServingStatus::Serving).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    let mut moves = api.watch(&table.match_id, Some(10), None).await.unwrap();
    let asked = HealthCheckRequest::default();
    let mut statuses = HealthClient::new(api.transport())
        .watch(asked)
        .await
        .unwrap()
        .into_inner();
    let first = soon("a status", statuses.message()).await.unwrap().unwrap();
    assert_eq!(first.status(), ServingStatus::Serving);
    server.terminate();
    let second = soon("a status", statuses.message()).await.unwrap().unwrap();
    assert_eq!(second.status(), ServingStatus::NotServing);
    assert_eq!(soon("the end", statuses.message()).await.unwrap(), None);
    let said = soon("the goodbye", moves.message()).await.unwrap().unwrap();
    match said.message.unwrap() {
        Message::Draining(draining) => assert_eq!(draining.resume_after_revision, 10),
        other => panic!("no goodbye: {other:?}"),
    }
    assert_eq!(soon("the end", moves.message()).await.unwrap(), None);
    let ending = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    let ends_with = |text: &str| log.last().is_some_and(|line| line.contains(text));
    assert!(ends_with("\"message\":\"stopped\""), "{log:#?}");
    assert!(
        !log.iter().any(|line| line.contains("calls were cut")),
        "a health watch must not hold the server: {log:#?}"
    );
}

/// Streams that the server does not drain: the client of one reads nothing, and reflection has no drain.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_that_never_end_do_not_delay_the_shutdown() {
    let mut server = Process::start(redis(), &["--drain-seconds", "3600"]);
    let api = Api::connect(&server.url()).await;
    let (asking, mut reflected) = reflecting(&api).await.unwrap();
    soon("an answer", reflected.message()).await.unwrap().unwrap();
    let table = TestMatch::of_players(&[&api], &created("")).await;
    let narrow = Api::connect_by(Api::endpoint(&server.url()).initial_stream_window_size(16)).await;
    let stalled = narrow.watch(&table.match_id, None, None).await.unwrap();
    server.terminate();
    let ending = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    assert!(
        !log.iter().any(|line| line.contains("remaining calls cancelled")),
        "{log:#?}"
    );
    drop((asking, reflected, stalled));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_of_health_and_reflection_count_for_their_address_and_checks_do_not() {
    let replica = Replica::start(Config {
        caller_streams_max: 2,
        ..Config::default()
    })
    .await;
    let api = replica.api();
    let table = TestMatch::create(api, &created("")).await;
    let (first, second) = (watching_health(api, "").await.unwrap(), reflecting(api).await.unwrap());
    let full = |refused: tinsel_harness::Refusal| {
        assert_eq!(refused.reason, "TOO_MANY_STREAMS");
        assert_eq!(refused.metadata["limit"], "2");
        tinsel_harness::check_refusal(&refused);
    };
    full(refused(watching_health(api, "").await.map(drop)));
    full(refused(reflecting(api).await.map(drop)));
    full(refused(api.watch(&table.match_id, None, None).await.map(drop)));
    becomes(api, "", ServingStatus::Serving).await;
    drop(first);
    until("the permit of the health stream", || async {
        watching_health(api, "").await.is_ok()
    })
    .await;
    drop(second);
    until("both permits", || async {
        let (one, other) = (reflecting(api).await, watching_health(api, "").await);
        one.is_ok() && other.is_ok()
    })
    .await;
}
