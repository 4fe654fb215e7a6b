//! The command as a process: its output, its exit codes, and a match that is played through pipes.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "these are tests; helpers of tests are not covered by allow-unwrap-in-tests"
)]

#[path = "tinsel/doctor.rs"]
mod doctor;
#[path = "tinsel/friends.rs"]
mod friends;
#[path = "tinsel/health.rs"]
mod health;
#[path = "tinsel/kinds.rs"]
mod kinds;
#[path = "tinsel/skirmish.rs"]
mod skirmish;
#[path = "tinsel/tls.rs"]
mod tls;

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Output, Stdio},
};

use tinsel_server::{Config, Server};

fn tinsel(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tinsel"));
    command
        .args(args)
        .env_remove("TINSEL_SERVER")
        .env_remove("TINSEL_ADMIN")
        .env_remove("TINSEL_ADMIN_TOKEN")
        .env_remove("TINSEL_TOKEN");
    command
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = tinsel(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

async fn server() -> Server {
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        drain_seconds: 1,
        ..Config::default()
    };
    Server::start(&config).await.unwrap()
}

/// The last lines list each seat once, the best first.
fn check_ranking(text: &str, seats: usize) {
    let lines: Vec<_> = text.lines().collect();
    let (before, ranking) = lines.split_at(lines.len() - seats);
    let mut ranked: Vec<_> = ranking
        .iter()
        .map(|line| {
            line.split_whitespace()
                .nth(2)
                .and_then(|seat| seat.parse::<usize>().ok())
        })
        .collect();
    ranked.sort_unstable();
    assert_eq!(ranked, (0..seats).map(Some).collect::<Vec<_>>(), "{text}");
    assert!(ranking[0].starts_with("  1.  seat "), "{text}");
    assert!(ranking.iter().all(|line| line.contains(" points")), "{text}");
    assert_eq!(before.last(), Some(&"Final ranking"));
}

#[test]
fn a_demo_is_played_to_its_end() {
    for args in [
        &["demo"][..],
        &["demo", "presents-of-mine", "--watch-seat", "7"],
        &["demo", "presents_of_mine", "--delay-ms", "1"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        for round in 1..=5 {
            assert!(out.contains(&format!("\nRound {round}: ")), "{out}");
        }
        assert_eq!(out.contains("  You select "), args.contains(&"--watch-seat"), "{out}");
        check_ranking(&out, 8);
        assert!(out.contains("  WINNER\n"), "{out}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_is_played_on_a_server_that_is_named() {
    let server = server().await;
    let url = server.url();
    let (code, out, err) = tokio::task::spawn_blocking(move || run(&["demo", "--server", &url]))
        .await
        .unwrap();
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains(&format!(" at {}\n", server.url())), "{out}");
    check_ranking(&out, 8);
    server.stop().await.unwrap();
}

#[test]
fn a_demo_of_grunkle_match_is_played_to_its_end() {
    for args in [
        &["demo", "grunkle-match"][..],
        &["demo", "grunkle_match", "--watch-seat", "6"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        for round in 1..=7 {
            assert!(out.contains(&format!("\nRound {round}: ")), "{out}");
        }
        assert_eq!(out.contains("  You: "), args.contains(&"--watch-seat"), "{out}");
        assert!(out.contains("  Elimination Candidate: "), "{out}");
        check_ranking(&out, 7);
    }
}

#[test]
fn a_demo_of_secret_santa_is_played_to_its_end() {
    let one_deal = r#"{"deals": 1}"#;
    for args in [
        &["demo", "secret-santa", "--seats", "4"][..],
        &[
            "demo",
            "secret_santa",
            "--seats",
            "8",
            "--options",
            one_deal,
            "--watch-seat",
            "6",
        ],
        &["demo", "secret_santa", "--seats", "3", "--options", one_deal],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        for told in [
            "\nDeal 1. ",
            "\nRound 1. ",
            " wins the round.",
            "\nDeal 1 is over.\n",
            "in the room: ",
        ] {
            assert!(out.contains(told), "{told} is missing: {out}");
        }
        assert_eq!(
            out.contains("\nDeal 3 is over.\n"),
            !args.contains(&"--options"),
            "{out}"
        );
        // The output contains the player's own hand and no other hand.
        let hands = out.matches("Your hand: ").count();
        assert_eq!(hands, usize::from(args.contains(&"--watch-seat")), "{out}");
        check_ranking(&out, args[3].parse().unwrap());
    }
}

#[test]
fn a_demo_ends_quietly_when_its_reader_leaves() {
    let mut demo = tinsel(&["demo"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(demo.stdout.take());
    let mut err = String::new();
    demo.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((demo.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn wrong_usage_is_one_line_and_code_2() {
    for (args, told) in [
        (
            &["demo", "chess"][..],
            "tinsel: unknown game \"chess\"; games: grunkle_match, jingle_brawl, presents_of_mine, secret_santa, snowball_war\n",
        ),
        (
            &["demo", "--watch-seat", "8"],
            "tinsel: there is no seat 8; seats are 0 to 7\n",
        ),
        (
            &["demo", "grunkle-match", "--watch-seat", "7"],
            "tinsel: there is no seat 7; seats are 0 to 6\n",
        ),
        (
            &["games", "chess"],
            "tinsel: unknown game \"chess\"; games: grunkle_match, jingle_brawl, presents_of_mine, secret_santa, snowball_war\n",
        ),
        (
            &["play"],
            "tinsel: no match given: name one, or use --code, --new or --quick\n",
        ),
        (
            &["play", "http://127.0.0.1:1"],
            "tinsel: http://127.0.0.1:1 names no match; add /MATCH_ID\n",
        ),
        (
            &["watch"],
            "tinsel: the following required arguments were not provided: <--match <ID>|--code <CODE>>\n",
        ),
        (&["chess"], "tinsel: unrecognized subcommand 'chess'\n"),
        (
            &["watch", "--match", "x", "--server", "::"],
            "tinsel: not the address of a server: \"::\"; give one such as http://127.0.0.1:7400 or https://example.org\n",
        ),
    ] {
        assert_eq!(run(args), (Some(2), String::new(), told.to_owned()), "{args:?}");
    }
    let (code, out, err) = run(&[]);
    assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
}

#[test]
fn games_are_listed_and_described() {
    let (code, out, _) = run(&["games"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("grunkle_match     7      Grunkle Match     "), "{out}");
    assert!(out.contains("presents_of_mine  8      Presents of Mine  "), "{out}");
    assert!(out.contains("secret_santa      3-8    Secret Santa      "), "{out}");
    let (code, out, _) = run(&["games", "presents-of-mine"]);
    assert_eq!(code, Some(0));
    for part in [
        "Options\n",
        "  list_reveal ",
        "Actions\n",
        "  select_presents: ",
        "Refusals\n",
        "  PRESENT_NOT_HELD ",
    ] {
        assert!(out.contains(part), "{part} is missing: {out}");
    }
    let (_, rules, _) = run(&["games", "presents-of-mine", "--rules"]);
    assert!(rules.starts_with("# Presents of Mine"));
}

/// Types lines, and answers every later question with the example in it.
fn type_in(child: &mut Child, first: &[&str]) -> String {
    let mut keyboard = child.stdin.take().unwrap();
    let screen = BufReader::new(child.stdout.take().unwrap());
    let mut first = Some(first);
    let mut seen = String::new();
    for line in screen.lines().map(Result::unwrap) {
        if let Some((_, example)) = line.rsplit_once("such as: ") {
            for line in first.take().unwrap_or_default() {
                writeln!(keyboard, "{line}").unwrap();
            }
            writeln!(keyboard, "{example}").unwrap();
        }
        seen.push_str(&line);
        seen.push('\n');
    }
    seen
}

/// Plays a whole match against bots of the server, typing these lines first.
async fn played_through_pipes(game: &'static str, bots: &'static str, first: &'static [&str]) -> String {
    let server = server().await;
    let url = server.url();
    let playing = tokio::task::spawn_blocking(move || {
        let game = ["play", "--new", "--game", game, "--bots", bots];
        let mut play = tinsel(&[&game[..], &["--server", &url, "--name", "Tess"]].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let seen = type_in(&mut play, first);
        assert_eq!(play.wait().unwrap().code(), Some(0), "{seen}");
        seen
    });
    let seen = playing.await.unwrap();
    server.stop().await.unwrap();
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_through_pipes() {
    let seen = played_through_pipes("presents_of_mine", "7", &["A B", "A A B C D"]).await;
    assert!(
        seen.contains("Not understood: select 5 letters, such as A B C D E; these are 2.\n"),
        "{seen}"
    );
    assert!(seen.contains("Refused: DUPLICATE_PRESENT: "), "{seen}");
    assert_eq!(seen.matches("> Done.\n").count(), 6, "{seen}");
    check_ranking(&seen, 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_grunkle_match_is_played_through_pipes() {
    let seen = played_through_pipes(
        "grunkle-match",
        "6",
        &["?", "garnet 3", "pouch 3, pouch 2", "thief on 3"],
    )
    .await;
    for told in [
        "Write all of it in one line",
        "Not understood: \"garnet\" may be Garnet Pouch or Garnet Replenish or Garnet Thief; write more of the name.\n",
        "Refused: DUPLICATE_BID: ",
        "Refused: MUST_BID: ",
        "  You: garnet pouch 1.\n",
    ] {
        assert!(seen.contains(told), "{told} is missing: {seen}");
    }
    // A winner of a tie votes, too.
    assert!((7..=8).contains(&seen.matches("> Done.\n").count()), "{seen}");
    check_ranking(&seen, 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_secret_santa_is_played_through_pipes() {
    let seen = played_through_pipes("secret_santa", "5", &["?", "frankincense", "decline deal"]).await;
    for told in [
        "Write fruitcake, a value, to, a seat: fruitcake 3 to 2. Or write decline.",
        "Not understood: frankincense is no card; ",
        "Refused: SCOPE_NOT_ALLOWED: ",
        "Deal 1, before the first round: ",
        "  Your hand: ",
        "\nDeal 3 is over.\n",
    ] {
        assert!(seen.contains(told), "{told} is missing: {seen}");
    }
    check_ranking(&seen, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_left_and_taken_up_again_while_others_watch() {
    let server = server().await;
    let url = server.url();
    let playing = tokio::task::spawn_blocking(move || {
        let (code, left, err) = run(&["play", "--new", "--bots", "7", "--server", &url]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{left}");
        assert!(left.contains("The input has ended; the seat is kept.\n"), "{left}");
        let after = |what: &str| {
            left.split_once(what)
                .unwrap()
                .1
                .split_whitespace()
                .next()
                .unwrap()
                .to_owned()
        };
        let (id, token) = (after("--match "), after("TINSEL_TOKEN="));
        let watch = ["watch", "--server", &url, "--match", &id, "--after", "0"];
        let watching = tinsel(&watch).stdout(Stdio::piped()).spawn().unwrap();

        let mut back = tinsel(&["play", &format!("{url}/{id}")]);
        let back = back
            .env("TINSEL_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        check_ranking(&type_in(&mut back.spawn().unwrap(), &["?"]), 8);
        let watched = watching.wait_with_output().unwrap();
        assert!(watched.status.success());
        let watched = String::from_utf8(watched.stdout).unwrap();
        assert!(
            watched.starts_with("[1]\nA match of presents_of_mine is created.\n[2]\nSeat 0 is taken by You.\n"),
            "{watched}"
        );
        check_ranking(&watched, 8);

        let refused = run(&["play", &format!("{url}/{id}")]);
        assert_eq!(refused.0, Some(1));
        assert_eq!(
            refused.2,
            "tinsel: MATCH_OVER: the match has ended or was aborted; create or join another match\n"
        );
    });
    playing.await.unwrap();
    server.stop().await.unwrap();
}

#[test]
fn more_bots_than_seats_are_refused_before_a_match_is_created() {
    // There is no listener at this address, so creating a match first would give another error.
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", unused.local_addr().unwrap());
    drop(unused);
    for bots in ["8", "99", "4294967295"] {
        let (code, out, err) = run(&["play", "--server", &url, "--new", "--bots", bots]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains("--bots must be 0 to 7"), "{err}");
    }
}
