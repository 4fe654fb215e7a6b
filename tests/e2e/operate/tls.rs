//! TLS of the listeners: handshakes, their errors, limits, and replaced certificates.

use std::net::SocketAddr;

use tinsel_client::{Client, Error, Options, Tls, TlsError};
use tinsel_harness::{Api, Authority, Certified, Mounted, Process, created, redis, refused, soon};
use tinsel_proto::v1::{ListGamesRequest, SetLogFilterRequest};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

const NAMES: &[&str] = &["localhost", "127.0.0.1"];

/// The files of a listener.
fn files<'a>(server: &'a Certified, client_ca: &'a str) -> [(&'a str, &'a str); 3] {
    [
        ("tls.crt", &server.certificate),
        ("tls.key", &server.key),
        ("ca.crt", client_ca),
    ]
}

/// A server with TLS, and with these options.
fn start(mounted: &Mounted, more: &[&str]) -> Process {
    let paths = ["tls.crt", "tls.key"].map(|name| mounted.path(name));
    let tls = ["--tls-certificate", &paths[0], "--tls-key", &paths[1]];
    Process::start(redis(), &[&tls, more].concat())
}

fn trusting(ca: &str) -> Tls {
    Tls {
        ca: Some(ca.into()),
        ..Tls::default()
    }
}

fn showing(ca: &str, client: &Certified) -> Tls {
    Tls {
        identity: Some((client.certificate.clone().into(), client.key.clone().into())),
        ..trusting(ca)
    }
}

fn client(scheme: &str, host: &str, at: SocketAddr, tls: Tls) -> Client {
    let options = Options {
        tls,
        ..Options::default()
    };
    let address = format!("{scheme}://{host}:{}", at.port());
    Client::with_options([address], options).expect("an address")
}

/// Calls a server of players.
async fn call(client: &Client) -> Result<(), Error> {
    client.create_match(created("")).await.map(drop)
}

/// The failure of TLS of a call that must have failed by it.
async fn failure(client: &Client) -> TlsError {
    match soon("a failure", call(client)).await {
        Err(Error::Tls(error)) => error,
        other => panic!("no failure of TLS: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_connection_names_its_cause() {
    let (ours, other) = (Authority::new(), Authority::new());
    let mounted = Mounted::new(&files(&ours.certify(&["localhost"]), ""));
    let (server, plain) = (start(&mounted, &[]), Process::start(redis(), &[]));
    let ca = ours.pem();

    call(&client("https", "localhost", server.address(), trusting(&ca)))
        .await
        .expect("an answer");
    let at = server.address();
    let unknown = failure(&client("https", "localhost", at, trusting(&other.pem()))).await;
    assert_eq!(unknown, TlsError::UnknownCa);
    let wrong = failure(&client("https", "127.0.0.1", at, trusting(&ca))).await;
    assert_eq!(
        wrong,
        TlsError::WrongName {
            name: "127.0.0.1".to_owned()
        }
    );
    let plaintext = failure(&client("https", "localhost", plain.address(), trusting(&ca))).await;
    assert_eq!(plaintext, TlsError::Plaintext);
    let refused = call(&client("http", "localhost", at, Tls::default()))
        .await
        .unwrap_err();
    assert!(refused.is_refused_for("TLS_REQUIRED"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn probes_without_tls_are_answered_and_all_other_calls_are_refused() {
    let authority = Authority::new();
    let mounted = Mounted::new(&files(&authority.certify(NAMES), &authority.pem()));
    let server = start(&mounted, &["--tls-client-ca", &mounted.path("ca.crt")]);
    let api = Api::connect(&server.url()).await;
    let asked = HealthCheckRequest {
        service: "liveness".to_owned(),
    };
    let answer = HealthClient::new(api.transport()).check(asked.clone()).await;
    assert_eq!(answer.expect("an answer").into_inner().status(), ServingStatus::Serving);
    let calls = [
        refused(api.ask(&ListGamesRequest {}, None).await),
        refused(HealthClient::new(api.transport()).watch(asked).await.map(drop)),
    ];
    for refusal in calls {
        assert_eq!(refusal.reason, "TLS_REQUIRED");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_client_ca_only_its_certificates_are_accepted() {
    let (ours, other) = (Authority::new(), Authority::new());
    let mounted = Mounted::new(&files(&ours.certify(NAMES), &ours.pem()));
    let [certificate, key, ca] = ["tls.crt", "tls.key", "ca.crt"].map(|name| mounted.path(name));
    let of_operators = [
        ["--admin-listen", "127.0.0.1:0"],
        ["--admin-tls-certificate", &certificate],
        ["--admin-tls-key", &key],
        ["--admin-tls-client-ca", &ca],
        ["--tls-client-ca", &ca],
    ];
    let server = start(&mounted, &of_operators.concat());
    let line: serde_json::Value = serde_json::from_str(&server.line_with("admin listener started")).unwrap();
    let admin = line["address"].as_str().unwrap().parse().unwrap();
    let (trusted, mine, foreign) = (ours.pem(), ours.certify(&["player"]), other.certify(&["player"]));
    let filter = SetLogFilterRequest {
        filter: "info".to_owned(),
    };
    for (tls, accepted) in [
        (trusting(&trusted), false),
        (showing(&trusted, &foreign), false),
        (showing(&trusted, &mine), true),
    ] {
        let player = client("https", "localhost", server.address(), tls.clone());
        let operator = client("https", "localhost", admin, tls);
        let answers = [
            soon("an answer", call(&player)).await,
            soon("an answer", operator.set_log_filter(None, filter.clone()))
                .await
                .map(drop),
        ];
        for answer in answers {
            match (answer, accepted) {
                (Ok(()), true) | (Err(Error::Tls(TlsError::ClientCertificate)), false) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_certificate_is_used_by_new_connections_and_an_invalid_one_is_not() {
    let (first, second) = (Authority::new(), Authority::new());
    let mut mounted = Mounted::new(&files(&first.certify(NAMES), ""));
    let server = start(&mounted, &[]);
    let connect = |authority: &Authority| client("https", "localhost", server.address(), trusting(&authority.pem()));
    let early = connect(&first);
    call(&early).await.expect("an answer");

    let renewed = second.certify(NAMES);
    mounted.replace(&files(&renewed, ""));
    server.hang_up();
    let _ = server.line_with("file reloaded");
    call(&connect(&second)).await.expect("an answer");
    assert_eq!(failure(&connect(&first)).await, TlsError::UnknownCa);
    call(&early).await.expect("an open connection stays open");

    let others_key = first.certify(NAMES).key;
    mounted.replace(&files(
        &Certified {
            key: others_key,
            ..renewed
        },
        "",
    ));
    server.hang_up();
    let warning = server.line_with("file not reloaded");
    let parts = [
        "\"level\":\"WARN\"",
        "TLS certificate",
        "tls_key must be the private key of tls_certificate",
    ];
    for part in parts {
        assert!(warning.contains(part), "{part} is not in {warning}");
    }
    call(&connect(&second)).await.expect("the previous certificate remains");
}

/// Connections count from accept, and one without a handshake does not delay others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_without_a_handshake_counts_and_delays_no_other() {
    let authority = Authority::new();
    let mounted = Mounted::new(&files(&authority.certify(NAMES), ""));
    let server = start(&mounted, &["--address-connections-max", "2"]);
    let mut silent = TcpStream::connect(server.address()).await.unwrap();
    silent.write_all(&[22, 3, 1]).await.unwrap();
    let connect = || client("https", "localhost", server.address(), trusting(&authority.pem()));
    let second = connect();
    call(&second).await.expect("an answer");
    let options = Options {
        deadline: std::time::Duration::from_millis(200),
        ..connect().options().clone()
    };
    let address = format!("https://localhost:{}", server.address().port());
    let third = call(&Client::with_options([address], options).unwrap()).await;
    let Err(Error::Unavailable { last, .. }) = third else {
        panic!("{third:?}");
    };
    assert_eq!(last.reason, "OVERLOADED");
    drop(second);
    // The shutdown closes it without a timeout.
    server.end().await;
    let mut rest = Vec::new();
    drop(silent.read_to_end(&mut rest).await);
}
