//! `tinsel doctor` for operators.

use std::{net::TcpListener, sync::LazyLock};

use tinsel_client::Client;
use tinsel_proto::{
    games::grunkle_match::v1::Config,
    v1::{CreateMatchRequest, GameConfig, JoinMatchRequest, TimeControl, game_config, time_control::Control},
};
use tinsel_server::{OperatorTokenFile, Server};

use super::run;

/// The token of the operator Olga.
const TOKEN: &str = "the-token-of-the-operators";

static TOKENS: LazyLock<OperatorTokenFile> = LazyLock::new(|| {
    let file = std::env::temp_dir().join(format!("tinsel-operators-{}.toml", std::process::id()));
    std::fs::write(&file, format!("[olga]\ntoken = '{TOKEN}'")).unwrap();
    let tokens = OperatorTokenFile::read(file.to_str().unwrap()).unwrap();
    std::fs::remove_file(file).unwrap();
    tokens
});

/// A server with AdminService, which requires a token or not.
async fn served(with_token: bool) -> Server {
    let config = tinsel_server::Config {
        listen: ([127, 0, 0, 1], 0).into(),
        admin_listen: Some(([127, 0, 0, 1], 0).into()),
        operator_tokens: with_token.then(|| TOKENS.clone()),
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
    let server = served(false).await;
    let match_id = begun(&server, 3600).await;
    let (code, out, err) = doctor(&server, &match_id, &[]).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let well = [
        "\nPending decisions\n  SEAT  PLAYER    ACTION",
        "\n  6     Player 6  ",
        "\nNewest revisions\n  REVISION  TIME ",
        "not traced",
        "\nNo errors found in the record and the newest 9 revisions.\n",
    ];
    has(&out, &well);
    has(
        &out,
        &["\nStored: the record at revision 9, the log of revisions 1 to 9; due in "],
    );
    let (code, out, _) = doctor(&server, &match_id, &["--recent", "1"]).await;
    assert_eq!(code, Some(0), "{out}");
    assert!(!out.contains("taken by Player 0"), "{out}");

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
                "No errors found in the record and the newest ",
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
    has(&out, &["No pending decisions.\n", "never due"]);
    let (code, _, err) = doctor(&server, &match_id, &[&["--abort"][..], &AUDIT].concat()).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["MATCH_OVER"]);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repair_requires_a_reason_and_an_operator_or_a_token() {
    let server = served(false).await;
    let match_id = begun(&server, 3600).await;
    let deeds: [&[&str]; 6] = [
        &["--take-defaults"],
        &["--take-default", "2"],
        &["--extend", "9"],
        &["--abort"],
        &["--reveal"],
        &["--delete"],
    ];
    for action in deeds {
        for (audit, missing) in [
            (&[][..], "--reason"),
            (&AUDIT[..2], "--reason"),
            (&AUDIT[2..], "--operator"),
        ] {
            let (code, out, err) = doctor(&server, &match_id, &[action, audit].concat()).await;
            assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
            has(&err, &[missing, "required"]);
        }
    }
    for wrong in [
        &["--abort", "--reveal"][..],
        &["--abort", "--delete"],
        &["--delete", "--at-revision", "9"],
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
async fn a_wrong_token_is_refused_and_a_broken_server_is_reported() {
    let server = served(true).await;
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
    // The name is that of the token.
    let extend = ["--admin-token", TOKEN, "--extend", "9", "--reason", "lost connections"];
    let (code, out, err) = doctor(&server, &match_id, &extend).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    has(&out, &["operator olga"]);
    let (code, _, err) = doctor(&server, &match_id, &[&extend[..], &["--operator", "omar"]].concat()).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["audit.operator"]);
    let (code, _, err) = doctor(&server, "nonsense", &["--admin-token", TOKEN]).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["match_id"]);
    server.stop().await.unwrap();

    let broken = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", broken.local_addr().unwrap());
    std::thread::spawn(move || broken.incoming().for_each(drop));
    let running = move || run(&["doctor", &match_id, "--admin", &url]);
    let (code, out, err) = tokio::task::spawn_blocking(running).await.unwrap();
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    has(&err, &["no answer yet", "no response after"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_checks_the_store_or_a_match_or_lists_matches_and_nothing_else_at_once() {
    let server = served(false).await;
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
        &["doctor", "--store", "--list"],
        &["doctor", "--list", "000-x"],
        &["doctor", "--list", "--phase", "over"],
        &["doctor", "--list", "--created-before", "yesterday"],
        &["doctor", "--list", "--unreadable", "--overdue"],
        &["doctor", "--overdue"],
    ] {
        assert_eq!(ran(wrong).await.0, Some(2), "{wrong:?}");
    }
}

/// Runs the command without a match.
async fn listed(server: &Server, more: &[&'static str]) -> Ran {
    let admin = format!("http://{}", server.admin_address().unwrap());
    let more = more.to_vec();
    let running = move || run(&[&["doctor", "--list", "--admin", &admin], &more[..]].concat());
    tokio::task::spawn_blocking(running).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_matches_are_listed_in_a_table_and_deleted() {
    let server = served(false).await;
    let (code, out, _) = listed(&server, &[]).await;
    assert_eq!((code, out.as_str()), (Some(0), "No match found.\n"));
    let (first, second) = (begun(&server, 3600).await, begun(&server, 3600).await);
    let (code, out, err) = listed(&server, &["--phase", "active", "--created-after", "2026-01-01"]).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let lines: Vec<_> = out.lines().collect();
    let [head, one, two, last] = lines[..] else {
        panic!("{out}")
    };
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let columns = "MATCH GAME PHASE REVISION SEATS CREATED OVERDUE OWNER OR FINDING";
    assert_eq!(words(head), words(columns));
    assert_eq!(head.find("CREATED"), one.find(&words(one)[7]), "{out}");
    // The oldest comes first.
    for (line, match_id) in [(one, &first), (two, &second)] {
        assert_eq!(
            words(line)[..7],
            words(&format!("{match_id} grunkle_match active 9 7 of 7"))
        );
    }
    assert_eq!(last, "2 matches found.");
    let (_, out, _) = listed(&server, &["--most", "1"]).await;
    has(
        &out,
        &[&first, "There are more matches; --most NUMBER lists more than 1."],
    );
    assert!(!out.contains(&second), "{out}");
    for none in [
        &["--phase", "finished"][..],
        &["--created-before", "2026-01-01"],
        &["--overdue"],
        &["--unreadable"],
        &["--owner", "studio"],
    ] {
        let (code, out, _) = listed(&server, none).await;
        assert_eq!((code, out.as_str()), (Some(0), "No match found.\n"), "{none:?}");
    }

    let (code, out, err) = doctor(&server, &first, &[&["--delete"][..], &AUDIT].concat()).await;
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_eq!(
        out,
        format!("Match {first} deleted. Backups and exports can still contain it.\n")
    );
    let (_, out, _) = listed(&server, &[]).await;
    assert!(!out.contains(&first) && out.ends_with("1 match found.\n"), "{out}");
    let (code, _, err) = doctor(&server, &first, &[&["--delete"][..], &AUDIT].concat()).await;
    assert_eq!(code, Some(1), "{err}");
    has(&err, &["MATCH_NOT_FOUND"]);
    server.stop().await.unwrap();
}
