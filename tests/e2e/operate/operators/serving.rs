//! The operator address: it is separate, and works whatever players do.

use std::net::{Ipv4Addr, SocketAddr};

use bytes::Bytes;
use tinsel_harness::{
    Call, METHODS, Mounted, Process, Replica, TestMatch, UnderWay, created, redis, refused, soon, until,
};
use tinsel_proto::v1::{
    AdminServiceListMatchesRequest, DeleteMatchRequest, ErasePlayerRequest, ExportPlayerRequest, GetMatchRequest,
    ListGamesRequest, SetLogFilterRequest,
};
use tinsel_server::{Config, OperatorTokenFile};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_stream::StreamExt as _;

use super::*;

const SERVICE: &str = "tinsel.v1.AdminService";

/// A server that also serves operators, with a connection to its operator address.
async fn served(config: Config) -> (Replica, Api) {
    let replica = Replica::start(Config {
        admin_listen: Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))),
        ..config
    })
    .await;
    let address = replica.admin_address().expect("an address for operators");
    let operators = Api::connect(&format!("http://{address}")).await;
    (replica, operators)
}

macro_rules! services {
    ($api:expr, $version:ident) => {{
        use tonic_reflection::pb::$version::{
            ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
            server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
        };
        let api: &Api = $api;
        let asked = ServerReflectionRequest {
            host: String::new(),
            message_request: Some(MessageRequest::ListServices(String::new())),
        };
        let mut client = ServerReflectionClient::new(api.transport());
        let answer = client.server_reflection_info(tokio_stream::iter([asked])).await;
        let mut answers = answer.unwrap().into_inner();
        match answers.next().await.unwrap().unwrap().message_response.unwrap() {
            MessageResponse::ListServicesResponse(list) => {
                let mut names: Vec<_> = list.service.iter().map(|service| service.name.clone()).collect();
                names.sort();
                names
            }
            other => panic!("no services: {other:?}"),
        }
    }};
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_and_operators_are_served_at_separate_addresses() {
    let (replica, operators) = served(Config::default()).await;
    let table = TestMatch::create(replica.api(), &created("")).await;
    let paths = [
        <ExamineMatchRequest as Call>::METHOD.path,
        <RevealMatchRequest as Call>::METHOD.path,
        <RepairMatchRequest as Call>::METHOD.path,
        <DeleteMatchRequest as Call>::METHOD.path,
        <ErasePlayerRequest as Call>::METHOD.path,
        <ExportPlayerRequest as Call>::METHOD.path,
        <AdminServiceListMatchesRequest as Call>::METHOD.path,
    ];
    for path in paths {
        assert!(path.starts_with(&format!("/{SERVICE}/")), "{path}");
        for token in [None, Some(table.host.as_str())] {
            let answer = replica.api().ask_bytes(path, Bytes::new(), token).await;
            assert_eq!(refused(answer).reason, "METHOD_NOT_FOUND", "{path}");
        }
    }
    for method in METHODS {
        let answer = operators.ask_any(*method, Bytes::new(), None).await;
        assert_eq!(refused(answer).reason, "METHOD_NOT_FOUND", "{}", method.path);
    }
    operators.ask(&examining(&table, 0), None).await.expect("a report");

    let reflection = [
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
    ];
    let players = [
        "grpc.health.v1.Health",
        "tinsel.v1.GameService",
        "tinsel.v1.MatchService",
    ];
    let sorted = |services: &[&[&str]]| {
        let mut all: Vec<_> = services.concat().into_iter().map(str::to_owned).collect();
        all.sort();
        all
    };
    let (of_players, of_operators) = (sorted(&[&reflection, &players]), sorted(&[&reflection, &[SERVICE]]));
    assert_eq!(services!(replica.api(), v1), of_players);
    assert_eq!(services!(replica.api(), v1alpha), of_players);
    assert_eq!(services!(&operators, v1), of_operators);
    assert_eq!(services!(&operators, v1alpha), of_operators);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_an_operator_address_serves_no_operators() {
    let replica = Replica::in_memory().await;
    assert_eq!(replica.admin_address(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_configured_operator_token_is_required() {
    let token = "a-token-of-sixteen-characters-or-more";
    let file = Mounted::new(&[("operators.toml", &format!("[olga]\ntoken = '{token}'"))]);
    let (replica, operators) = served(Config {
        operator_tokens: Some(OperatorTokenFile::read(&file.path("operators.toml")).expect("tokens")),
        ..Config::default()
    })
    .await;
    let table = TestMatch::create(replica.api(), &created("")).await;
    let asked = examining(&table, 0);
    assert_eq!(refused(operators.ask(&asked, None).await).reason, "OPERATOR_ONLY");
    let bearer = format!("Bearer {token}");
    operators.ask(&asked, Some(&bearer)).await.expect("a report");
}

/// Calls without messages take all permits for players.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_are_served_at_the_concurrency_limit_of_players() {
    let (replica, operators) = served(Config {
        calls_max: 2,
        ..Config::default()
    })
    .await;
    let table = TestMatch::create(replica.api(), &created("")).await;
    let holding: Vec<_> = (0..2)
        .map(|_| {
            let api = replica.api().clone();
            // The call that checks for room can take the permit of a call that should hold one; that one retries.
            tokio::spawn(async move {
                let path = <GetMatchRequest as Call>::METHOD.path;
                while refused(api.ask_without_end(path).await).reason == "OVERLOADED" {
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    until("the concurrency limit is reached", || async {
        let answer = replica.api().ask(&ListGamesRequest {}, None).await;
        answer.is_err_and(|status| refused::<()>(Err(status)).reason == "OVERLOADED")
    })
    .await;
    operators.ask(&examining(&table, 0), None).await.expect("a report");
    let ending = repairing(&table, "", abort());
    operators.ask(&ending, None).await.expect("repaired");
    holding.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_connected_operators_shuts_down_gracefully() {
    let (replica, operators) = served(Config {
        drain_seconds: 1,
        ..Config::default()
    })
    .await;
    let table = TestMatch::create(replica.api(), &created("")).await;
    operators.ask(&examining(&table, 0), None).await.expect("a report");
    replica.stop().await;
}

/// A connection that has not sent anything.
async fn silent(to: SocketAddr) -> TcpStream {
    TcpStream::connect(to).await.expect("a connection")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operator_calls_that_are_under_way_at_sigterm_are_answered() {
    let arguments = ["--admin-listen", "127.0.0.1:0", "--drain-seconds", "3600"];
    let mut server = Process::start(redis(), &arguments);
    let operators = server.operators().await;
    let table = TestMatch::create(&Api::connect(&server.url()).await, &created("")).await;
    let waiting = UnderWay::<ExamineMatchRequest>::begin(&operators).await;
    // This call is answered after the other has started, so the other is under way.
    operators.ask(&examining(&table, 0), None).await.expect("a report");
    let mut player = silent(server.address()).await;
    server.terminate();
    // No call of a player is left, so the server closes this connection.
    let heard = soon("the end", player.read(&mut [0; 1])).await;
    assert!(matches!(heard, Ok(0) | Err(_)), "{heard:?}");
    waiting.ask(&examining(&table, 0)).await.expect("a report");
    drop(operators);
    let ended = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ended).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_can_connect_at_the_connection_limit_of_players() {
    let (replica, operators) = served(Config {
        connections_max: 1,
        ..Config::default()
    })
    .await;
    // The only permit is used by the test's own connection.
    let table = TestMatch::create(replica.api(), &created("")).await;
    let another = Api::connect(&replica.url()).await;
    assert_eq!(
        refused(another.ask(&ListGamesRequest {}, None).await).reason,
        "OVERLOADED"
    );
    operators.ask(&examining(&table, 0), None).await.expect("a report");
}

/// A web page can make a browser send these requests to any reachable address without a preflight request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_browsers_send_without_preflight_are_refused_at_the_operator_address() {
    let (replica, _operators) = served(Config::default()).await;
    let path = <SetLogFilterRequest as Call>::METHOD.path;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://elsewhere.example\r\nContent-Type: text/plain\r\n\
         Content-Length: 5\r\n\r\n\0\0\0\0\0"
    );
    let mut browser = silent(replica.admin_address().expect("an address")).await;
    browser.write_all(request.as_bytes()).await.expect("it is sent");
    let mut heard = Vec::new();
    drop(soon("the end", browser.read_to_end(&mut heard)).await);
    assert!(!heard.starts_with(b"HTTP/1"), "{}", String::from_utf8_lossy(&heard));
}
