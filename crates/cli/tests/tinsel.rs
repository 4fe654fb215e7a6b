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
#[path = "tinsel/pictures.rs"]
mod pictures;
#[path = "tinsel/stores.rs"]
mod stores;
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

/// The last lines list each player once, the best first.
fn check_ranking(text: &str, seats: usize) {
    let lines: Vec<_> = text.lines().collect();
    let (before, ranking) = lines.split_at(lines.len() - seats);
    assert!(before.last().unwrap().starts_with("Final ranking"), "{text}");
    let placed = |line: &&str| {
        let (rank, player) = line.trim_start().split_once(". ").unwrap_or(("1", line));
        let (player, _) = player.split_once(',').unwrap_or((player, ""));
        (rank.parse::<usize>().unwrap(), player.to_owned())
    };
    let placed: Vec<_> = ranking.iter().map(placed).collect();
    assert!(placed[0].0 == 1 && placed.is_sorted_by_key(|(rank, _)| *rank), "{text}");
    let players: std::collections::BTreeSet<_> = placed.iter().map(|(_, player)| player).collect();
    assert_eq!(players.len(), seats, "{text}");
}

/// The games, with the arguments for a short match, its number of seats, and a sentence of it.
const GAMES: [(&str, &[&str], usize, &str); 5] = [
    ("presents-of-mine", &[], 8, "Round 5"),
    ("grunkle_match", &[], 7, "garnet"),
    ("jingle_brawl", &["--seats", "3"], 3, "gift"),
    (
        "secret_santa",
        &["--seats", "3", "--options", r#"{"deals": 1}"#],
        3,
        "Deal 1 begins.",
    ),
    ("snowball_war", &[], 2, "snowman"),
];

#[test]
fn a_demo_of_every_game_is_played_to_its_end() {
    for (game, args, seats, told) in GAMES {
        let (code, out, err) = run(&[&["demo", game], args].concat());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains(told), "{out}");
        check_ranking(&out, seats);
    }
}

#[test]
fn a_demo_shows_what_a_seat_sees_if_it_is_named() {
    for (args, shown) in [
        (&["demo", "--watch-seat", "7", "--delay-ms", "1"][..], true),
        (&["demo"], false),
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert_eq!(out.contains("\nHugo selects "), shown, "{out}");
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
            "tinsel: the following required arguments were not provided: <MATCH|--match <ID>|--code <CODE>>\n",
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

/// Types lines, and answers every question with Enter, which takes the default.
fn type_in(child: &mut Child, first: &[&str]) -> String {
    let mut keyboard = child.stdin.take().unwrap();
    let screen = BufReader::new(child.stdout.take().unwrap());
    let mut first = Some(first);
    let mut seen = String::new();
    for line in screen.lines().map(Result::unwrap) {
        if line.starts_with("  Type ") {
            for line in first.take().unwrap_or_default() {
                writeln!(keyboard, "{line}").unwrap();
            }
            writeln!(keyboard).unwrap();
        }
        seen.push_str(&line);
        seen.push('\n');
    }
    seen
}

/// Plays a whole match against bots of the server, typing these lines first.
async fn played_through_pipes(
    game: &'static str,
    args: &'static [&str],
    seats: usize,
    first: &'static [&str],
) -> String {
    let server = server().await;
    let url = server.url();
    let playing = tokio::task::spawn_blocking(move || {
        let bots = (seats - 1).to_string();
        let game = ["play", "--new", "--game", game, "--bots", &bots];
        let mut play = tinsel(&[&game[..], &["--server", &url, "--name", "Tess"], args].concat())
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
async fn every_game_is_played_through_pipes_by_its_defaults() {
    for (game, args, seats, _) in GAMES {
        let seen = played_through_pipes(game, args, seats, &[]).await;
        assert!(
            !seen.contains("Refused: ") && !seen.contains("Not understood: "),
            "{seen}"
        );
        check_ranking(&seen, seats);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_input_is_explained_and_asked_again() {
    let lines = &["? kaboom", "1 2", "1 1 2 3 4", "1 2 3 4 5"];
    let seen = played_through_pipes("presents_of_mine", &[], 8, lines).await;
    for told in [
        "  Kaboom Present is not possible: It enters the game in round 2.\n",
        "> Not understood: type 5 numbers of the list, such as 1 2 3 4 5.\n",
        "> Not understood: type each number once.\n",
        "\nTess selects Average, Bonus, Chain, Diameter and Egg.\n",
    ] {
        assert!(seen.contains(told), "{told} is missing: {seen}");
    }
    assert_eq!(seen.matches("Done.\n").count(), 6, "{seen}");
    check_ranking(&seen, 8);
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
            .env("TINSEL_TOKEN", &token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        check_ranking(&type_in(&mut back.spawn().unwrap(), &["?"]), 8);
        let watched = watching.wait_with_output().unwrap();
        assert!(watched.status.success());
        let watched = String::from_utf8(watched.stdout).unwrap();
        assert!(
            watched.starts_with("[1]\nThe match is created.\n[2]\nPlayer takes a seat.\n"),
            "{watched}"
        );
        check_ranking(&watched, 8);

        let mut again = tinsel(&["play", &format!("{url}/{id}"), "--rematch"]);
        let again = again
            .env("TINSEL_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let again = type_in(&mut again.spawn().unwrap(), &["?"]);
        assert!(again.starts_with("You are Player in seat 1 of match "), "{again}");
        check_ranking(&again, 8);

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
