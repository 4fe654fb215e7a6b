//! `tinsel export` and `tinsel verify` as processes.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::too_many_lines,
    reason = "these are tests, with a table; helpers of tests are not covered by allow-unwrap-in-tests"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use futures_util::StreamExt;
use serde_json::{Value, json};
use tinsel_client::{Client, Watched};
use tinsel_proto::v1::{GameConfig, game_config};
use tinsel_server::{Config, Server};

fn tinsel(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tinsel"));
    command
        .args(args)
        .env_remove("TINSEL_SERVER")
        .env_remove("TINSEL_TOKEN");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

async fn server() -> Server {
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        drain_seconds: 1,
        ..Config::default()
    };
    Server::start(&config).await.unwrap()
}

fn usual() -> GameConfig {
    let game = game_config::Game::PresentsOfMine(Default::default());
    GameConfig { game: Some(game) }
}

/// A finished match of eight bots.
async fn played(url: &str) -> String {
    let client = Client::connect([url]).unwrap();
    let host = client.create(usual()).await.unwrap();
    let watch = host.watch(Some(0));
    for _ in 0..8 {
        host.add_bot().await.unwrap();
    }
    let updates = watch.filter(|watched| std::future::ready(matches!(watched, Ok(Watched::Update(_)))));
    assert_eq!(updates.count().await, 58);
    host.match_id().to_owned()
}

/// Paths in a file, the new value (`None` removes it), and the location of the first inconsistency that `verify` must
/// report.
fn touches() -> Vec<(&'static str, Option<Value>, &'static str)> {
    vec![
        ("/match/matchId", Some(json!("017-3k9m2qx7vd0h5t8wz1ab")), "revision 1:"),
        (
            "/match/phase",
            Some(json!("MATCH_PHASE_ABORTED")),
            "match: the match was aborted, but has an outcome",
        ),
        ("/match/displayName", Some(json!("another")), "revision 1:"),
        ("/match/gameId", Some(json!("chess")), "match: unknown game \"chess\""),
        (
            "/match/rulesVersion",
            Some(json!(99)),
            "match: rules_version is 99; this release supports versions 1 to 1; verify the match with a newer release",
        ),
        (
            "/match/phase",
            Some(json!("MATCH_PHASE_ACTIVE")),
            "match: the match has not ended",
        ),
        ("/match/visibility", Some(json!("VISIBILITY_PRIVATE")), "revision 1:"),
        ("/match/startPolicy", Some(json!("START_POLICY_BY_HOST")), "revision 1:"),
        ("/match/revision", Some(json!("59")), "match: its revision is 59"),
        ("/match/config", None, "match: config"),
        ("/match/createTime", Some(json!("2026-01-01T00:00:00Z")), "revision 1:"),
        ("/match/timeControl", Some(json!({"perDecision": "60s"})), "revision 1:"),
        ("/match/seats/7/displayName", Some(json!("Eve")), "revision 10: seat 7"),
        ("/match/seats/3/nonce", Some(json!("AAAA")), "revision 10: seat 3"),
        (
            "/match/seats/0/occupant",
            Some(json!("OCCUPANT_PLAYER")),
            "revision 10: seat 0",
        ),
        (
            "/match/seats/1/control",
            Some(json!("SEAT_CONTROL_LEFT")),
            "revision 58: seat 1",
        ),
        ("/match/playersOnly", Some(json!(true)), "revision 1:"),
        ("/match/substituteInactivePlayers", Some(json!(true)), "revision 1:"),
        (
            "/match/expireTime",
            Some(json!("2026-01-01T00:00:00Z")),
            "match: the match has expire_time",
        ),
        (
            "/match/seats/0/bankLeft",
            Some(json!("1s")),
            "match: seat 0 has bank_left",
        ),
        (
            "/match/seats/7",
            None,
            "match: the game refuses config: Presents of Mine is played by exactly 8 players",
        ),
        (
            "/match/outcome/standings/0/score",
            Some(json!("1000")),
            "revision 58: the match ends here",
        ),
        (
            "/match/outcome/standings/0/rank",
            Some(json!(77)),
            "revision 58: the match ends here",
        ),
        ("/match/outcome", None, "match: outcome"),
        (
            "/match/fairness/seedCommitment",
            Some(json!("AAAA")),
            "match: the server seed",
        ),
        (
            "/match/fairness/serverSeed",
            Some(json!("AAAA")),
            "match: the server seed",
        ),
        (
            "/match/fairness/historySalt",
            Some(json!("AAAA")),
            "match: history_salt",
        ),
        (
            "/match/fairness/historySalt",
            Some(json!("A".repeat(43) + "=")),
            "revision 1: the commitment",
        ),
        ("/match/fairness/historySalt", None, "match: history_salt"),
        ("/match", None, "match: the match is missing"),
        ("/entries", None, "revision 1: the revision is missing"),
        ("/entries/0", None, "revision 1: found revision 2 here"),
        ("/entries/57", None, "revision 58: the revision is missing"),
        (
            "/entries/20/revision",
            Some(json!("22")),
            "revision 21: found revision 22 here",
        ),
        (
            "/entries/20/time",
            Some(json!("2026-01-01T00:00:00Z")),
            "revision 21: the commitment",
        ),
        (
            "/entries/20/decision/seat",
            Some(json!(31)),
            "revision 21: the decision of seat 31 is refused",
        ),
        (
            "/entries/20/decision/byDefault",
            Some(json!(true)),
            "revision 21: a decision is either",
        ),
        ("/entries/20/decision/action", None, "revision 21: a decision is either"),
        ("/entries/20/decision", None, "revision 21: an entry without a decision"),
        (
            "/entries/5/decision",
            Some(json!({"seat": 1, "byDefault": true})),
            "revision 6: a decision before",
        ),
        ("/entries/20/events/0/toEveryone", Some(json!(false)), "revision 21:"),
        ("/entries/20/events/0/event", None, "revision 21: event 0"),
        ("/entries/20/events/0", None, "revision 21:"),
        ("/entries/20/events", None, "revision 21: event 0 is missing"),
        (
            "/entries/20/commitment",
            Some(json!("A".repeat(43) + "=")),
            "revision 21: the commitment",
        ),
        ("/entries/20/commitment", None, "revision 21: the commitment"),
        (
            "/entries/20/chainHash",
            Some(json!("A".repeat(43) + "=")),
            "revision 21: the chain hash",
        ),
        ("/entries/57/chainHash", None, "revision 58: the chain hash"),
    ]
}

/// Sets a path of a file to `by`, or removes it.
fn touch(sound: &Value, pointer: &str, by: Option<Value>) -> Value {
    let mut touched = sound.clone();
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    let parent = touched.pointer_mut(parent).unwrap();
    match (parent, by) {
        (Value::Array(list), None) => drop(list.remove(last.parse().unwrap())),
        (Value::Array(list), Some(value)) => list[last.parse::<usize>().unwrap()] = value,
        (Value::Object(fields), None) => drop(fields.remove(last).unwrap()),
        (Value::Object(fields), Some(value)) => drop(fields.insert(last.to_owned(), value)),
        (other, _) => panic!("nothing to touch in {other}"),
    }
    assert_ne!(touched, *sound, "{pointer}");
    touched
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_exported_and_checked_and_a_touched_one_is_refused() {
    let server = server().await;
    let url = server.url();
    let id = played(&url).await;
    let path = file("match.json");
    let name = path.to_str().unwrap().to_owned();
    tokio::task::spawn_blocking(move || {
        let (code, out, err) = tinsel(&["export", &id, "--server", &url, "--out", &name]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.starts_with("58 revisions of match "), "{out}");
        let (code, printed, _) = tinsel(&["export", &id, "--server", &url]);
        let written = fs::read_to_string(&name).unwrap();
        assert_eq!(
            (code, &printed),
            (Some(0), &written),
            "printed and written are the same"
        );

        let (code, out, err) = tinsel(&["verify", &name]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains("replay: 48 decisions, 0 of them defaults"), "{out}");

        let (code, out, err) = tinsel(&["export", &id, "--server", &url, "--presentation", "--out", &name]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        let presented: Value = serde_json::from_str(&fs::read_to_string(&name).unwrap()).unwrap();
        let of_entry = |path: &str| presented.pointer(&format!("/entries/57/{path}")).is_some();
        assert!(of_entry("scene/zones/0") && of_entry("events/0/event/sentence/runs/0"));
        let (code, out, err) = tinsel(&["verify", &name]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");

        let sound: Value = serde_json::from_str(&written).unwrap();
        let touched = file("touched.json");
        let touched_name = touched.to_str().unwrap();
        for (pointer, by, told) in touches() {
            fs::write(&touched, touch(&sound, pointer, by).to_string()).unwrap();
            let (code, out, err) = tinsel(&["verify", touched_name]);
            assert_eq!(
                (code, out.as_str(), err.lines().count()),
                (Some(1), "", 1),
                "{pointer}: {err}"
            );
            let expected = format!("tinsel: {touched_name}: {told}");
            assert!(err.starts_with(&expected), "{pointer}: {err} is not {told}");
        }
    })
    .await
    .unwrap();
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_not_ended_or_is_not_there_is_not_exported() {
    let server = server().await;
    let url = server.url();
    let client = Client::connect([url.as_str()]).unwrap();
    let host = client.create(usual()).await.unwrap();
    let id = host.match_id().to_owned();
    tokio::task::spawn_blocking(move || {
        let (code, out, err) = tinsel(&["export", &id, "--server", &url]);
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert_eq!(
            err,
            "tinsel: the match has not ended; only a match that has ended can be exported\n"
        );
        let (code, _, err) = tinsel(&["export", "017-3k9m2qx7vd0h5t8wz1ab", "--server", &url]);
        assert_eq!(code, Some(1));
        assert!(err.starts_with("tinsel: MATCH_NOT_FOUND: "), "{err}");
    })
    .await
    .unwrap();
    server.stop().await.unwrap();
}

/// The export is from before entries had hashes.
#[test]
fn an_export_from_before_the_first_release_is_refused_with_the_cause() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/before_the_first_release.json");
    let name = path.to_str().unwrap();
    let (code, out, err) = tinsel(&["verify", name]);
    let cause = "match: history_salt is missing: it was removed, or a version before the first release exported the \
                 match";
    assert_eq!(
        (code, out, err),
        (Some(1), String::new(), format!("tinsel: {name}: {cause}\n"))
    );
}

#[test]
fn an_invalid_export_is_unreadable_with_code_2() {
    let path = file("nonsense.json");
    let name = path.to_str().unwrap();
    for text in [
        "",
        "nonsense",
        "[]",
        "{\"formatVersion\": \"one\"}",
        "{\"format\": 1}",
        "{} {}",
    ] {
        fs::write(&path, text).unwrap();
        let (code, out, err) = tinsel(&["verify", name]);
        assert_eq!(
            (code, out.as_str(), err.lines().count()),
            (Some(2), "", 1),
            "{text}: {err}"
        );
        assert!(
            err.starts_with(&format!("tinsel: {name}: not an exported match: ")),
            "{err}"
        );
    }
    assert_eq!(tinsel(&["verify", "/nowhere/at/all.json"]).0, Some(2));
    assert_eq!(tinsel(&["verify"]).0, Some(2));
    assert_eq!(tinsel(&["export"]).0, Some(2));
    fs::write(&path, "{\"formatVersion\": 2}").unwrap();
    let (code, _, err) = tinsel(&["verify", name]);
    assert_eq!(
        (code, err),
        (
            Some(1),
            format!(
                "tinsel: {name}: match: format_version is 2, and this release reads 1: a newer release exported \
                 the match, or a version before the first release\n"
            )
        )
    );
}
