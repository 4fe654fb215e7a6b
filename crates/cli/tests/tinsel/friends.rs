//! Meeting other players: lists, join codes, quick matches, and leaving.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::Duration,
};

use tinsel_client::Client;
use tinsel_proto::v1::{MatchPhase, Occupant};

use super::{check_ranking, run, server, tinsel};

/// A running command, with a typing and reading user.
pub(super) struct Terminal {
    child: Child,
    keyboard: Option<ChildStdin>,
    screen: Receiver<String>,
    seen: String,
}

/// No command needs this long for a line, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

impl Terminal {
    pub(super) fn start(args: &[&str]) -> Self {
        let command = tinsel(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = command.unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (shown, screen) = channel();
        std::thread::spawn(move || lines.map(Result::unwrap).try_for_each(|line| shown.send(line)));
        Self {
            keyboard: child.stdin.take(),
            screen,
            child,
            seen: String::new(),
        }
    }

    pub(super) fn write(&mut self, line: &str) {
        writeln!(self.keyboard.as_ref().unwrap(), "{line}").unwrap();
    }

    fn end_input(&mut self) {
        self.keyboard = None;
    }

    /// The next line, or `None` at the end. A command that writes none although it runs fails the test with what it wrote.
    fn line(&mut self) -> Option<String> {
        match self.screen.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.seen.push_str(&line);
                self.seen.push('\n');
                Some(line)
            }
            Err(error) => {
                assert_eq!(error, RecvTimeoutError::Disconnected, "no further line: {}", self.seen);
                None
            }
        }
    }

    /// Reads up to a line with this text, and returns the text after it up to the next space.
    pub(super) fn read_to(&mut self, text: &str) -> String {
        let behind = std::iter::from_fn(|| self.line())
            .find_map(|line| line.split_once(text).map(|(_, behind)| behind.to_owned()));
        assert!(behind.is_some(), "{text} is missing: {}", self.seen);
        behind.unwrap().split_whitespace().next().unwrap_or_default().to_owned()
    }

    /// Reads to the end.
    pub(super) fn end(mut self) -> (Option<i32>, String) {
        while self.line().is_some() {}
        (self.child.wait().unwrap().code(), std::mem::take(&mut self.seen))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Runs a test with a server, outside the threads that the server needs.
pub(super) async fn with_server(test: impl FnOnce(&str) + Send + 'static) {
    let server = server().await;
    let url = server.url();
    tokio::task::spawn_blocking(move || test(&url)).await.unwrap();
    server.stop().await.unwrap();
}

/// The output of `tinsel matches` with these arguments.
fn listed(url: &str, more: &[&str]) -> String {
    let (code, out, err) = run(&[&["matches", "--server", url], more].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    out
}

fn all_leave(players: impl IntoIterator<Item = Terminal>) {
    for mut player in players {
        player.write("leave");
        let (code, seen) = player.end();
        assert_eq!(code, Some(0), "{seen}");
        assert!(seen.ends_with("You have left.\n"), "{seen}");
    }
}

const NOTHING: &str = "No public match waits for players; tinsel play --new creates one.\n";

#[tokio::test(flavor = "multi_thread")]
async fn public_matches_that_wait_for_players_are_listed() {
    with_server(|url| {
        assert_eq!(listed(url, &[]), NOTHING);
        let mut ann = Terminal::start(&[
            "play",
            "--new",
            "--clock",
            "30",
            "--name",
            "Ann",
            "--match-name",
            "tea",
            "--server",
            url,
        ]);
        let id = ann.read_to("of match ").trim_end_matches('.').to_owned();
        ann.read_to("waiting for players");
        let mut zoe = Terminal::start(&["play", "--new", "--private", "--name", "Zoe", "--server", url]);
        zoe.read_to("waiting for players");
        let mut bob = Terminal::start(&["play", "--match", &id, "--name", "Bob", "--server", url]);
        bob.read_to("waiting for players");

        let out = listed(url, &[]);
        assert!(out.starts_with("MATCH "), "{out}");
        // Between them stands the time at which the lobby is deleted.
        let row = |out: &str| {
            let begins = format!("\n{id}  presents_of_mine  2 of 8  30 s each  20");
            out.contains(&begins) && out.ends_with("Z  tea   Ann, Bob\n")
        };
        assert!(row(&out), "{out}");
        assert_eq!(out.lines().count(), 2, "a private match is not listed: {out}");
        assert!(row(&listed(url, &["--game", "presents-of-mine"])));
        assert_eq!(listed(url, &["--game", "grunkle-match"]), NOTHING);

        let mut cid = Terminal::start(&["play", "--new", "--name", "Cid", "--server", url]);
        cid.read_to("waiting for players");
        let short = listed(url, &["--most", "1"]);
        assert!(
            short.ends_with("there are more; --most NUMBER lists more than 1\n"),
            "{short}"
        );
        assert_eq!(short.lines().count(), 3, "{short}");
        all_leave([ann, zoe, bob, cid]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_matches_that_are_played_are_listed() {
    with_server(|url| {
        let nothing = "No public match is active.\n";
        let mut waiting = Terminal::start(&["play", "--new", "--server", url]);
        waiting.read_to("waiting for players");
        assert_eq!(listed(url, &["--active"]), nothing);
        let mut playing = Terminal::start(&["play", "--new", "--bots", "7", "--server", url]);
        playing.read_to("  Type ");
        let active = listed(url, &["--active"]);
        assert!(active.contains("  8 of 8  none   20"), "{active}");
        assert!(active.contains("Z        Player, Bot 1, "), "{active}");
        assert_eq!(active.lines().count(), 2, "{active}");
        all_leave([playing, waiting]);
        assert_eq!(listed(url, &["--active"]), nothing);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_meet_by_a_join_code_and_others_keep_out() {
    with_server(|url| {
        let private = ["--private", "--bots", "6", "--name", "Ann", "--server", url];
        let mut ann = Terminal::start(&[&["play", "--new"], &private[..]].concat());
        let id = ann.read_to("of match ").trim_end_matches('.').to_owned();
        let code = ann.read_to("its join code, which is ").trim_end_matches(';').to_owned();
        for (args, told) in [
            (["play", "--match", id.as_str()], "tinsel: PRIVATE_MATCH: "),
            (["watch", "--match", id.as_str()], "tinsel: PRIVATE_MATCH: "),
            (["play", "--code", "00000-00000"], "tinsel: JOIN_CODE_UNKNOWN: "),
            (["watch", "--code", "00000-00000"], "tinsel: JOIN_CODE_UNKNOWN: "),
        ] {
            let (exit, out, err) = run(&[&args[..], &["--server", url]].concat());
            assert_eq!((exit, out.as_str()), (Some(1), ""), "{err}");
            assert!(err.starts_with(told), "{err}");
        }

        let watch = ["watch", "--code", &code, "--after", "0", "--server", url];
        let mut watching = Terminal::start(&watch);
        watching.read_to("Ann takes a seat.");
        let typed = code.to_uppercase();
        let mut bob = Terminal::start(&["play", "--code", &typed, "--name", "Bob", "--server", url]);
        bob.read_to("  Type ");

        // A bot decides for Ann until she returns; Bob forfeits.
        ann.read_to("  Type ");
        ann.write("bot");
        watching.read_to("A bot decides for Ann until the player returns.");
        ann.read_to("Type back to decide for yourself again.");
        ann.write("back");
        watching.read_to("Ann decides again.");
        bob.write("forfeit");
        watching.read_to("Bob forfeits");
        ann.write("leave");
        let (exit, seen) = ann.end();
        assert_eq!(exit, Some(0), "{seen}");
        assert!(seen.ends_with("You have left.\n"), "{seen}");
        watching.read_to("Ann leaves; a bot decides for the seat.");
        for (exit, seen) in [bob.end(), watching.end()] {
            assert_eq!(exit, Some(0), "{seen}");
            check_ranking(&seen, 8);
            let last = seen.lines().last().unwrap();
            assert!(last.starts_with("  8. ") && last.contains("Bob (forfeited)"), "{seen}");
            assert!(seen.contains("Ann (left), "), "{seen}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_see_a_match_for_players_only_and_its_host_aborts_it() {
    with_server(|url| {
        let new = ["play", "--new", "--players-only", "--bots", "7", "--server", url];
        let mut ann = Terminal::start(&new);
        let id = ann.read_to("of match ").trim_end_matches('.').to_owned();
        ann.read_to("  Type ");
        assert!(!ann.seen.contains("tinsel watch"), "{}", ann.seen);
        let (exit, _, err) = run(&["watch", "--match", &id, "--server", url]);
        assert_eq!(exit, Some(1));
        assert!(err.starts_with("tinsel: PLAYERS_ONLY: "), "{err}");

        ann.write("bot 3");
        ann.read_to("(SEAT_NOT_PLAYER_CONTROLLED)");
        ann.write("?");
        ann.read_to("\"abort\" ends the match for all players;");
        ann.write("abort");
        let (exit, seen) = ann.end();
        assert_eq!(exit, Some(0), "{seen}");
        assert!(seen.contains("\nThe match is aborted.\n"), "{seen}");
        let (exit, seen, _) = run(&["watch", "--match", &id, "--server", url]);
        assert_eq!(exit, Some(0), "{seen}");
        assert!(seen.contains(", for players only: aborted.\n"), "{seen}");

        // After the end, the match can be exported and verified.
        let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/aborted.json");
        let exported = run(&["export", &id, "--out", file, "--server", url]);
        assert_eq!((exported.0, exported.2.as_str()), (Some(0), ""), "{}", exported.1);
        let (exit, out, err) = run(&["verify", file]);
        assert_eq!((exit, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains("replay: 7 decisions, 0 of them defaults"), "{out}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_becomes_the_host() {
    with_server(|url| {
        let mut ann = Terminal::start(&["play", "--new", "--name", "Ann", "--server", url]);
        let id = ann.read_to("of match ").trim_end_matches('.').to_owned();
        let mut bob = Terminal::start(&["play", "--match", &id, "--name", "Bob", "--server", url]);
        ann.read_to("Bob takes a seat.");
        bob.read_to("waiting for players");
        ann.write("host 1");
        for player in [&mut ann, &mut bob] {
            player.read_to("Bob is the host");
        }
        ann.write("abort");
        ann.read_to("Only the host of the match can do that");
        bob.write("?");
        bob.read_to("You are the host: ");
        // The rights go to the next player.
        bob.write("leave");
        assert_eq!(bob.end().0, Some(0));
        ann.read_to("Ann is the host");
        ann.write("start");
        ann.read_to("(SEATS_OPEN)");
        ann.write("abort");
        let (exit, seen) = ann.end();
        assert_eq!(exit, Some(0), "{seen}");
        assert!(seen.contains("\nThe match is aborted.\n"), "{seen}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_with_equal_requests_meet_in_a_quick_match() {
    let server = server().await;
    let url = server.url();
    let client = Client::connect([&url]).unwrap();
    let meeting = tokio::task::spawn_blocking(move || {
        let quick = [
            "play",
            "--quick",
            "--game",
            "grunkle-match",
            "--name",
            "Ann",
            "--server",
            &url,
        ];
        let mut first = Terminal::start(&quick);
        let id = first.read_to("of match ").trim_end_matches('.').to_owned();
        first.read_to("waiting for players");
        let mut second = Terminal::start(&quick);
        assert_eq!(second.read_to("in seat "), "1");
        assert!(second.seen.starts_with("You are Ann 2 in seat 1"), "{}", second.seen);
        assert!(second.seen.contains(&id), "{}", second.seen);
        first.read_to("Ann 2 takes a seat.");

        // A player who leaves the lobby opens the seat again.
        first.write("forfeit");
        first.read_to("(MATCH_NOT_STARTED)");
        first.write("abort");
        first.read_to("Only the host of the match can do that");
        second.write("leave");
        assert_eq!(second.end().0, Some(0));
        first.read_to("Ann 2 leaves; the seat is open again.");

        let others: Vec<_> = (0..6).map(|_| Terminal::start(&quick)).collect();
        for mut player in std::iter::once(first).chain(others) {
            player.read_to("  Type ");
            player.write("leave");
            let (exit, seen) = player.end();
            assert_eq!(exit, Some(0), "{seen}");
        }
        id
    });
    let id = meeting.await.unwrap();
    // All players have left, so bots have played it to its end.
    let shown = client.get_match(&id, None).await.unwrap().r#match.unwrap();
    assert_eq!(shown.phase(), MatchPhase::Finished);
    assert!(shown.seats.iter().all(|seat| seat.occupant() == Occupant::Player));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_pipe_brings_too_early_is_kept_until_it_is_asked_for() {
    with_server(|url| {
        let mut play = tinsel(&["play", "--new", "--bots", "7", "--name", "Tess", "--server", url]);
        let mut child = play.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut keyboard = child.stdin.take().unwrap();
        writeln!(keyboard, "1 1 2 3 4\n1 2 3 4 5\nbot").unwrap();
        drop(keyboard);
        let output = child.wait_with_output().unwrap();
        let seen = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{seen}");
        assert!(seen.contains("Not understood: type each number once."), "{seen}");
        // One for the presents and one for the word `bot`, with or without a new prompt before it.
        assert_eq!(seen.matches("Done.\n").count(), 2, "{seen}");
        assert_eq!(
            seen.matches("Tess selects Average, Bonus, Chain, Diameter and Egg.\n")
                .count(),
            1,
            "{seen}"
        );
        check_ranking(&seen, 8);
        assert!(seen.contains("Tess (substituted)"), "{seen}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returning_player_sees_that_a_bot_plays_the_seat() {
    with_server(|url| {
        let mut ann = Terminal::start(&["play", "--new", "--clock", "600", "--name", "Ann", "--server", url]);
        let id = ann.read_to("of match ").trim_end_matches('.').to_owned();
        let token = ann.read_to("TINSEL_TOKEN=");
        let lobby = ["play", "--match", &id, "--token", &token, "--server", url];
        let (exit, _, err) = run(&["play", "--new", "--token", &token, "--server", url]);
        assert_eq!(exit, Some(2));
        assert!(
            err.starts_with("tinsel: a token requires the match of its seat"),
            "{err}"
        );
        ann.end_input();
        let mut others: Vec<_> = (0..7)
            .map(|other| {
                let name = format!("Other {other}");
                Terminal::start(&["play", "--match", &id, "--name", &name, "--server", url])
            })
            .collect();
        let mut back = Terminal::start(&lobby);
        back.read_to("  Type ");
        back.write("bot");
        back.read_to("Type back to decide for yourself again.");
        back.end_input();
        // The terminal before continues without input until its player must decide; this one answers.
        let mut again = Terminal::start(&lobby);
        again.read_to("Type back to decide for yourself again.");
        again.write("back");
        again.read_to("Done.");
        for other in &mut others {
            other.read_to("  Type ");
            other.write("leave");
        }
        again.read_to("  Type ");
        again.write("leave");
        let (exit, seen) = again.end();
        assert_eq!(exit, Some(0), "{seen}");
        for other in others {
            assert_eq!(other.end().0, Some(0));
        }
    })
    .await;
}
