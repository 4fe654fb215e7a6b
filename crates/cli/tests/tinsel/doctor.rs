//! `tinsel doctor` for operators.

use std::net::TcpListener;

use tinsel_client::Client;
use tinsel_proto::{
    games::grunkle_match::v1::Config,
    v1::{CreateMatchRequest, GameConfig, JoinMatchRequest, TimeControl, game_config, time_control::Control},
};
use tinsel_server::{Secret, Server};

use super::run;

const TOKEN: &str = "the-token-of-the-operators";

/// A server with AdminService.
async fn served(admin_token: Option<&str>) -> Server {
    let config = tinsel_server::Config {
        listen: ([127, 0, 0, 1], 0).into(),
        admin_listen: Some(([127, 0, 0, 1], 0).into()),
        admin_token: admin_token.and_then(Secret::parse),
        drain_seconds: 1,
        ..tinsel_server::Config::default()
    };
    Server::start(&config).await.unwrap()
}

/// A started match with this time for each decision.
async fn begun(server: &Server, seconds: i64) -> String {
    let client = Client::connect([server.url()]).unwrap();
    let created = CreateMatchRequest {
        config: Some(GameConfig {
            game: Some(game_config::Game::GrunkleMatch(Config::default())),
        }),
        time_control: Some(TimeControl {
            control: Some(Control::PerDecision(prost_types::Duration { seconds, nanos: 0 })),
            ..TimeControl::default()
        }),
        ..CreateMatchRequest::default()
    };
    let match_id = client.create_match(created).await.unwrap().match_id;
    for seat in 0..7 {
        let joining = JoinMatchRequest {
            match_id: match_id.clone(),
            display_name: format!("Player {seat}"),
            ..JoinMatchRequest::default()
        };
        client.join_match(joining).await.unwrap();
    }
    match_id
}

type Ran = (Option<i32>, String, String);

/// Runs the command about a match, outside the threads that the server needs.
async fn doctor(server: &Server, match_id: &str, more: &[&str]) -> Ran {
    let admin = format!("http://{}", server.admin_address().unwrap());
    let mut args = vec!["doctor".to_owned(), match_id.to_owned(), "--admin".to_owned(), admin];
    args.extend(more.iter().copied().map(str::to_owned));
    let running = move || run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    tokio::task::spawn_blocking(running).await.unwrap()
}

fn has(text: &str, expected: &[&str]) {
    for expected in expected {
        assert!(text.contains(expected), "{expected} is missing: {text}");
    }
}

const AUDIT: [&str; 4] = ["--operator", "Olga", "--reason", "lost connections"];

#[tokio::test(flavor = "multi_thread")]
async fn a_healthy_match_is_diagnosed_and_every_repair_is_done() {
    let server = served(None).await;
    let match_id = begun(&server, 3600).await;
    let (code, out, err) = doctor(&server, &match_id, &[]).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let well = [
        "Waited for\n",
        "seat 6",
        "due in ",
        "Newest revisions\n",
        "not traced",
        "Nothing is wrong with it, as far as its newest ",
    ];
    has(&out, &well);
    has(
        &out,
        &["Stored: the record at revision 9, the log of revisions 1 to 9; to be looked after: due in "],
    );
    let (code, out, _) = doctor(&server, &match_id, &["--recent", "1"]).await;
    assert_eq!(code, Some(0), "{out}");
    assert!(!out.contains("Player 0 takes"), "{out}");

    for (action, told) in [
        (&["--extend", "3600"][..], "revision 10"),
        (&["--take-default", "2"], "revision 11"),
        (&["--take-defaults", "--at-revision", "12"], "revision 13"),
        (&["--reveal"], "Recorded as revision "),
    ] {
        let (code, out, err) = doctor(&server, &match_id, &[action, &AUDIT].concat()).await;
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        has(
            &out,
            &[
                told,
                "lost connections",
                "operator Olga",
                "Nothing is wrong with it, as far as its newest ",
            ],
        );
        assert_eq!(out.contains("As seat 6 "), action == ["--reveal"], "{out}");
    }
    let stale = [&["--abort", "--at-revision", "1"][..], &AUDIT].concat();
    let (code, _, err) = doctor(&server, &match_id, &stale).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["REVISION_MISMATCH"]);
    let (code, out, err) = doctor(&server, &match_id, &[&["--abort"][..], &AUDIT].concat()).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    has(&out, &["Nobody is waited for.\n", "never to be looked after"]);
    let (code, _, err) = doctor(&server, &match_id, &[&["--abort"][..], &AUDIT].concat()).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["MATCH_OVER"]);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repair_requires_operator_and_reason() {
    let server = served(None).await;
    let match_id = begun(&server, 3600).await;
    let deeds: [&[&str]; 5] = [
        &["--take-defaults"],
        &["--take-default", "2"],
        &["--extend", "9"],
        &["--abort"],
        &["--reveal"],
    ];
    for action in deeds {
        for audit in [&[][..], &AUDIT[..2], &AUDIT[2..]] {
            let (code, out, err) = doctor(&server, &match_id, &[action, audit].concat()).await;
            assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
            let missing = if audit.first() == Some(&"--operator") {
                "--reason"
            } else {
                "--operator"
            };
            has(&err, &[missing, "required"]);
        }
    }
    for wrong in [
        &["--abort", "--reveal"][..],
        &["--extend", "-1"],
        &["--recent", "0"],
        &["--recent", "201"],
    ] {
        let (code, out, err) = doctor(&server, &match_id, &[wrong, &AUDIT].concat()).await;
        assert_eq!((code, out.as_str()), (Some(2), ""), "{wrong:?}: {err}");
    }
    // Without a repair, the arguments for an operator are invalid.
    let (code, _, err) = doctor(&server, &match_id, &AUDIT).await;
    assert_eq!(code, Some(2), "{err}");
    let (_, out, _) = doctor(&server, &match_id, &[]).await;
    has(&out, &["the record at revision 9,"]);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_refused_and_a_missing_server_is_reported() {
    let server = served(Some(TOKEN)).await;
    let match_id = begun(&server, 3600).await;
    for token in [&[][..], &["--admin-token", "another-token"], &["--admin-token", ""]] {
        let (code, out, err) = doctor(&server, &match_id, token).await;
        assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
        has(&err, &["OPERATOR_ONLY"]);
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(!err.contains("another-token"), "{err}");
    }
    let (code, out, err) = doctor(&server, &match_id, &["--admin-token", TOKEN]).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let (code, _, err) = doctor(&server, "nonsense", &["--admin-token", TOKEN]).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["match_id"]);
    server.stop().await.unwrap();

    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let running = move || run(&["doctor", &match_id, "--admin", &url]);
    let (code, out, err) = tokio::task::spawn_blocking(running).await.unwrap();
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_checks_the_store_or_a_match_and_not_both() {
    let server = served(None).await;
    let admin = format!("http://{}", server.admin_address().unwrap());
    let ran = async |first: &'static [&'static str]| {
        let admin = admin.clone();
        let running = move || run(&[first, &["--admin", &admin]].concat());
        tokio::task::spawn_blocking(running).await.unwrap()
    };
    let checked = ran(&["doctor", "--store"]).await;
    assert_eq!(
        checked,
        (Some(0), "No problem of the store found.\n".to_owned(), String::new())
    );
    for wrong in [
        &["doctor"][..],
        &["doctor", "--store", "000-x"],
        &["doctor", "--store", "--abort"],
    ] {
        assert_eq!(ran(wrong).await.0, Some(2), "{wrong:?}");
    }
}
