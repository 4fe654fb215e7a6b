//! Servers with an `https://` address.

use std::{fs, path::PathBuf};

use tinsel_server::{Config, Server};
use tinsel_store_testkit::Authority;

use crate::run;

/// Runs a command that calls `server`.
async fn called(server: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let arguments: Vec<String> = [&["matches", "--server", server], more]
        .concat()
        .iter()
        .map(ToString::to_string)
        .collect();
    let asked = tokio::task::spawn_blocking(move || {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        run(&arguments)
    });
    asked.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(
    clippy::too_many_lines,
    reason = "the servers and the table of causes belong together"
)]
async fn a_command_calls_an_https_server_or_names_the_cause() {
    let folder = std::env::temp_dir().join(format!("tinsel-cli-tls-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let text = |path: &PathBuf| path.to_str().unwrap().to_owned();
    let (ours, other) = (Authority::new(), Authority::new());
    let (served, mine) = (ours.certify(&["localhost"]), ours.certify(&["player"]));
    let [ca, foreign] = [&ours, &other].map(Authority::pem);
    let [ca, foreign] = [file("ca.pem", &ca), file("foreign.pem", &foreign)];
    let (certificate, key) = (file("mine.pem", &mine.certificate), file("mine.key", &mine.key));
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        tls_certificate: Some(file("served.pem", &served.certificate)),
        tls_key: Some(file("served.key", &served.key)),
        drain_seconds: 1,
        ..Config::default()
    };
    let server = Server::start(&config).await.unwrap();
    let strict = Config {
        tls_client_ca: Some(ca.clone()),
        ..config.clone()
    };
    let strict = Server::start(&strict).await.unwrap();
    let plain = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        ..Config::default()
    };
    let plain = Server::start(&plain).await.unwrap();
    let by_name = |server: &Server| format!("https://localhost:{}", server.address().port());

    let (ca, foreign, certificate, key) = (text(&ca), text(&foreign), text(&certificate), text(&key));
    let with_ca = ["--ca", ca.as_str()];
    let with_pair = ["--client-certificate", &certificate, "--client-key", &key];
    let with_both = [&with_ca[..], &with_pair].concat();
    for (at, more) in [(by_name(&server), &with_ca[..]), (by_name(&strict), &with_both)] {
        let (code, out, err) = called(&at, more).await;
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    }
    for (at, more, code, causes) in [
        (
            by_name(&server),
            &["--ca", foreign.as_str()][..],
            1,
            ["unknown CA", "--ca FILE"],
        ),
        (server.url(), &with_ca, 1, ["wrong name", "127.0.0.1"]),
        (by_name(&plain), &with_ca, 1, ["does not use TLS", "http://"]),
        (
            by_name(&strict),
            &with_ca,
            1,
            ["client certificate", "--client-key FILE"],
        ),
        (
            format!("http://{}", server.address()),
            &[],
            1,
            ["TLS_REQUIRED", "https://"],
        ),
        (
            by_name(&server),
            &["--ca", "/nowhere/ca.pem"],
            2,
            ["/nowhere/ca.pem", "No such file"],
        ),
        (by_name(&server), &["--ca", "/dev/null"], 2, ["CA", "PEM"]),
        (
            by_name(&server),
            &["--client-key", &key],
            2,
            ["--client-certificate", "not provided"],
        ),
    ] {
        let (found, out, err) = called(&at, more).await;
        assert_eq!((found, out.as_str()), (Some(code), ""), "{at} {more:?}: {err}");
        // A busy machine can need more than a second for the first attempt.
        let error = err.trim_start_matches("tinsel: no answer yet; trying again\n");
        assert_eq!(error.lines().count(), 1, "{err}");
        for cause in causes {
            assert!(error.contains(cause), "{at} {more:?}: no {cause} in {err}");
        }
    }
    for server in [server, strict, plain] {
        server.stop().await.unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}
