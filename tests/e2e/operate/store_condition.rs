//! The settings and the condition of Redis: what a server refuses, logs, counts and reports to operators.

use tinsel_harness::{
    Api, Choice, Exit, Operator, Process, RedisServer, Refusal, TestMatch, created, documented_acl, refused, tinsel,
    until,
};
use tinsel_proto::v1::{CheckStoreRequest, ExamineMatchRequest, FindingCode};

/// The arguments of a Redis that deletes keys when it is full.
const EVICTING: &str = "--appendonly no --maxmemory 100mb --maxmemory-policy volatile-lru";

const OPERATED: [&str; 4] = ["--admin-listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"];

/// The refusal of a call that creates a match.
async fn refusal(server: &Process) -> Refusal {
    let api = Api::connect(&server.url()).await;
    refused(api.ask(&created(""), None).await)
}

async fn becomes_ready(server: &Process) {
    let api = Api::connect(&server.url()).await;
    until("calls are served", || async {
        api.ask(&created(""), None).await.is_ok()
    })
    .await;
}

/// The address of the server's operators.
fn admin(server: &Process) -> String {
    let line: serde_json::Value = serde_json::from_str(&server.line_with("admin listener started")).unwrap();
    format!("http://{}", line["address"].as_str().unwrap())
}

/// The output of `tinsel` with these arguments.
async fn run(arguments: &[&str]) -> Exit {
    let arguments: Vec<_> = arguments.iter().map(|text| (*text).to_owned()).collect();
    let running =
        tokio::task::spawn_blocking(move || tinsel(&arguments.iter().map(String::as_str).collect::<Vec<_>>()));
    running.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_evicts_keys_is_refused_until_it_is_configured_otherwise() {
    let redis = RedisServer::start_with(EVICTING);
    let server = Process::start(&redis, &OPERATED);
    let refusal = refusal(&server).await;
    assert_eq!(refusal.reason, "STORE_UNAVAILABLE", "{refusal:?}");
    assert!(
        refusal.message.contains("evicts_keys") && !refusal.message.contains("127.0.0.1"),
        "{refusal:?}"
    );
    let health = run(&["health", "--server", &server.url()]).await;
    assert_eq!(health.code, Some(1), "{health:?}");
    let line = server.line_with("store refused");
    for part in ["ERROR", "evicts_keys", "volatile-lru", "noeviction"] {
        assert!(line.contains(part), "no {part}: {line}");
    }
    assert!(server.metric("tinsel_ready", &[]).await < 0.5);
    redis.tell("CONFIG SET maxmemory-policy noeviction");
    becomes_ready(&server).await;
    assert!(server.wrote("store accepted"));
    let lines = server.end().await;
    assert_eq!(
        lines.iter().filter(|line| line.contains("store refused")).count(),
        1,
        "{lines:#?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_a_permission_names_it_and_is_ready_once_it_is_granted() {
    let redis = RedisServer::start();
    redis.tell(&format!(
        "ACL SETUSER few on >pw {} -publish",
        documented_acl().join(" ")
    ));
    let server = Process::on(&redis.url().replace("redis://", "redis://few:pw@"), &OPERATED);
    let refusal = refusal(&server).await;
    assert!(refusal.message.contains("commands_refused"), "{refusal:?}");
    let named = "the server refuses publish (NOPERM)";
    assert!(server.line_with("store refused").contains(named));
    let health = run(&["health", "--server", &server.url()]).await;
    assert!(
        health.code == Some(1) && format!("{health:?}").contains(named),
        "{health:?}"
    );
    let doctor = run(&["doctor", "--store", "--admin", &admin(&server)]).await;
    assert!(doctor.code == Some(1) && doctor.stdout.contains(named), "{doctor:?}");
    let problem = server
        .metric("tinsel_store_problems", &["problem=\"commands_refused\""])
        .await;
    assert!((problem - 1.0).abs() < 0.1);
    redis.tell("ACL SETUSER few +publish");
    becomes_ready(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_store_is_emptied_stops_to_serve_and_never_marks_it_again() {
    let redis = RedisServer::start();
    let server = Process::start(&redis, &OPERATED);
    becomes_ready(&server).await;
    redis.tell("FLUSHALL");
    // Also before the next check.
    assert_eq!(refusal(&server).await.reason, "STORE_UNAVAILABLE");
    assert!(server.line_with("store refused").contains("store_empty"));
    assert_eq!(refusal(&server).await.reason, "STORE_UNAVAILABLE");

    // Nor does one that starts later.
    let later = Process::start(&redis, &[]);
    assert!(later.line_with("store refused").contains("store_empty"));
    let mark = async |more: &[&str]| run(&[&["store", "mark", "--store", &redis.url()], more].concat()).await;
    let unmarked = mark(&[]).await;
    assert!(
        unmarked.code != Some(0) && unmarked.stderr.contains("--after-loss"),
        "{unmarked:?}"
    );
    let marked = mark(&["--after-loss"]).await;
    assert!(
        marked.code == Some(0) && marked.stdout.contains("carries the mark of installation"),
        "{marked:?}"
    );
    assert!(marked.stdout.starts_with(&mark(&[]).await.stdout), "{marked:?}");
    becomes_ready(&later).await;
    let doctor = run(&["doctor", "--store", "--admin", &admin(&server)]).await;
    assert!(doctor.stdout.contains("store_of_another"), "{doctor:?}");
    assert_eq!(refusal(&server).await.reason, "STORE_UNAVAILABLE");
}

/// The mark that is read every ten seconds is still there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_creation_shows_that_shards_have_lost_their_data() {
    let redis = RedisServer::start();
    let server = Process::start(&redis, &OPERATED);
    becomes_ready(&server).await;
    let lost: Vec<_> = (1..1000)
        .map(|shard| format!("tinsel:{{s{shard:03}}}:installation"))
        .collect();
    redis.tell(&format!("UNLINK {}", lost.join(" ")));
    let api = Api::connect(&server.url()).await;
    until("a match belongs into another shard", || async {
        api.ask(&created(""), None).await.is_err()
    })
    .await;
    let line = server.line_with("store refused");
    assert!(line.contains("store_incomplete") && line.contains(": 999,"), "{line}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_required_mark_is_set_by_an_operator_only() {
    let redis = RedisServer::start();
    let server = Process::start(&redis, &["--require-store-mark", "true"]);
    assert!(server.line_with("store refused").contains("store_empty"));
    let marked = run(&["store", "mark", "--store", &redis.url()]).await;
    assert_eq!(marked.code, Some(0), "{marked:?}");
    becomes_ready(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscription_that_is_refused_later_is_logged_once_with_its_cause_and_found_by_the_check() {
    let redis = RedisServer::start();
    redis.tell(&format!("ACL SETUSER few on >pw {}", documented_acl().join(" ")));
    let server = Process::on(&redis.url().replace("redis://", "redis://few:pw@"), &OPERATED);
    becomes_ready(&server).await;
    redis.tell("ACL SETUSER few -subscribe");
    redis.tell("CLIENT KILL TYPE pubsub");
    assert!(
        server
            .line_with("'subscribe' command")
            .contains("redis subscriptions lost")
    );
    for _ in 0..2 {
        let doctor = run(&["doctor", "--store", "--admin", &admin(&server)]).await;
        assert!(
            doctor.stdout.contains("the server refuses subscribe (NOPERM)"),
            "{doctor:?}"
        );
    }
    let lines = server.end().await;
    let causes = lines.iter().filter(|line| line.contains("'subscribe' command"));
    assert_eq!(causes.count(), 1, "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_redis_delays_no_health_check_and_is_diagnosed() {
    let redis = RedisServer::start();
    redis.pause();
    let server = Process::start(&redis, &OPERATED);
    let health = run(&["health", "--server", &server.url(), "--part", "liveness"]).await;
    assert_eq!(health.code, Some(0), "{health:?}");
    let doctor = run(&["doctor", "--store", "--admin", &admin(&server)]).await;
    let expected = format!("unreachable of 127.0.0.1:{}: no answer within 1500 ms", redis.port());
    assert!(doctor.stdout.contains(&expected), "{doctor:?}");
    redis.resume();
    becomes_ready(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_whose_token_secrets_differ_are_reported_and_a_rotation_is_not() {
    let redis = RedisServer::start();
    let [old, new] = ["an old secret of the tests", "a new secret of the tests"];
    let server = |secret: &str, accepted: &str| {
        let secrets = ["--token-secret", secret, "--previous-token-secrets", accepted];
        Process::start(&redis, &[&secrets[..], &OPERATED[..]].concat())
    };
    let differs = async |of: &Process| {
        let problems = of
            .operators()
            .await
            .ask(&CheckStoreRequest {}, None)
            .await
            .unwrap()
            .problems;
        problems.iter().any(|problem| problem.problem == "token_secrets_differ")
    };
    let (one, other) = (server(old, new), server(new, old));
    becomes_ready(&one).await;
    becomes_ready(&other).await;
    assert!(!differs(&one).await);
    let wrong = Process::start(&redis, &["--token-secret", "a wrong secret of the tests"]);
    becomes_ready(&wrong).await;
    until("the wrong secret is found", || async { differs(&one).await }).await;
    drop(wrong.end().await);
    until("the wrong server has left", || async { !differs(&one).await }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn problems_of_a_permitted_redis_are_logged_counted_and_reported_to_operators() {
    let redis = RedisServer::start_with(EVICTING);
    let arguments = [
        "--store-allow-eviction",
        "true",
        "--metrics-listen",
        "127.0.0.1:0",
        "--admin-listen",
        "127.0.0.1:0",
    ];
    let server = Process::start(&redis, &arguments);
    let operators = server.operators().await;
    let problems = operators.ask(&CheckStoreRequest {}, None).await.unwrap().problems;
    let names: Vec<_> = problems.iter().map(|problem| problem.problem.as_str()).collect();
    assert_eq!(names, ["evicts_keys", "not_persistent"]);
    for problem in &problems {
        assert_eq!(problem.node, format!("127.0.0.1:{}", redis.port()));
        assert!(server.wrote(&problem.sentence), "{problem:?}");
    }
    for (problem, found) in [("evicts_keys", 1.0), ("not_persistent", 1.0), ("memory_low", 0.0)] {
        let label = format!("problem=\"{problem}\"");
        let value = server.metric("tinsel_store_problems", &[&label]).await;
        assert!((value - found).abs() < 0.1, "{problem} {value}");
    }
    let node = format!("node=\"127.0.0.1:{}\"", redis.port());
    let limit = server.metric("tinsel_store_memory_limit_bytes", &[&node]).await;
    assert!((limit - f64::from(100 << 20)).abs() < 0.5, "{limit}");
    let line: serde_json::Value = serde_json::from_str(&server.line_with("admin listener started")).unwrap();
    let admin = format!("http://{}", line["address"].as_str().unwrap());
    let doctor = tokio::task::spawn_blocking(move || tinsel(&["doctor", "--store", "--admin", &admin]));
    let doctor = doctor.await.unwrap();
    assert_eq!((doctor.code, doctor.stdout.lines().count()), (Some(1), 2), "{doctor:?}");
    assert!(doctor.stdout.starts_with("evicts_keys of 127.0.0.1:"), "{doctor:?}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn problems_of_the_archive_are_refused_until_they_are_solved_and_reported_later() {
    use std::{fs, os::unix::fs::PermissionsExt};

    let folder = std::env::temp_dir().join(format!("tinsel-public-archive-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    let archive = ["--archive", folder.to_str().unwrap(), "--admin-listen", "127.0.0.1:0"];
    allow(0o755);
    let redis = RedisServer::start();
    let server = Process::start(&redis, &archive);
    assert!(server.line_with("store refused").contains("archive_public"));
    // Callers can be strangers.
    let shown = refusal(&server).await.message;
    assert!(
        shown.contains("its archive is refused") && !shown.contains("public"),
        "{shown}"
    );
    allow(0o700);
    becomes_ready(&server).await;
    let operators = server.operators().await;
    let problem = async || {
        let problems = operators.ask(&CheckStoreRequest {}, None).await.unwrap().problems;
        let of_archive = problems
            .into_iter()
            .find(|problem| problem.problem.starts_with("archive"));
        of_archive.map(|problem| problem.problem)
    };
    assert_eq!(problem().await, None);
    allow(0o755);
    assert_eq!(problem().await.as_deref(), Some("archive_public"));
    allow(0o700);
    fs::create_dir_all(folder.join("probe/obstacle")).unwrap();
    assert_eq!(problem().await.as_deref(), Some("archive_refuses"));
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(problem().await.as_deref(), Some("archive_unreachable"));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_starts_with_an_archive_that_refuses_writes_and_reports_it() {
    use std::{fs, os::unix::fs::PermissionsExt};

    let folder = std::env::temp_dir().join(format!("tinsel-refusing-archive-{}", std::process::id()));
    fs::create_dir_all(folder.join("probe/obstacle")).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
    let redis = RedisServer::start();
    let archive = folder.to_str().unwrap();
    let server = Process::start(&redis, &["--archive", archive, "--metrics-listen", "127.0.0.1:0"]);
    let line: serde_json::Value = serde_json::from_str(&server.line_with("archive problem")).unwrap();
    assert_eq!(line["problem"], "archive_refuses");
    assert!(line["cause"].as_str().unwrap().contains("(mode 0700)"), "{line}");
    for (problem, found) in [("archive_refuses", 1.0), ("archive_full", 0.0)] {
        let label = format!("problem=\"{problem}\"");
        let value = server.metric("tinsel_archive_problems", &[&label]).await;
        assert!((value - found).abs() < 0.1, "{problem} {value}");
    }
    let api = Api::connect(&server.url()).await;
    TestMatch::of_players(&[&api], &created("")).await;
    fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_writes_and_deleted_matches_are_counted() {
    let redis = RedisServer::start();
    let server = Process::start(&redis, &["--metrics-listen", "127.0.0.1:0"]);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    let is_counted = async |name: &str, labels: &[&str]| server.metric(name, labels).await >= 1.0;
    redis.refuse_writes("OOM");
    // Heartbeats are enough: a server that is not ready gets no calls.
    until("the refused heartbeat is counted", || {
        is_counted("tinsel_store_failures_total", &["cause=\"out_of_memory\""])
    })
    .await;
    redis.accept_writes();
    Operator::of(&redis).expire(&table.match_id);
    api.ask(&table.getting(), None).await.unwrap_err();
    assert!(is_counted("tinsel_matches_lost_total", &[]).await);
    assert!(server.line_with("match lost").contains(&table.match_id));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_finished_match_is_counted_and_logged_when_an_operator_examines_it() {
    let redis = RedisServer::start();
    let server = Process::start(
        &redis,
        &["--metrics-listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"],
    );
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    table.play(&[&api], Choice::Default).await;
    let operators = server.operators().await;
    let examine = examining(&table);
    let corrupt = async || {
        server
            .metric("tinsel_records_unreadable_total", &["cause=\"corrupt\""])
            .await
    };
    let head = operators.ask(&examine, None).await.unwrap().stored.unwrap().revision;
    assert!(corrupt().await < 0.5);
    Operator::of(&redis).lose_field(&table.match_id, &format!("e{head}"));
    operators.ask(&examine, None).await.unwrap();
    assert!((corrupt().await - 1.0).abs() < 0.1);
    assert!(server.line_with("damaged match found").contains(&table.match_id));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_with_a_damaged_version_is_counted_logged_and_diagnosed() {
    let redis = RedisServer::start();
    let server = Process::start(
        &redis,
        &["--metrics-listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"],
    );
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::create(&api, &created("")).await;
    Operator::of(&redis).put_field(&table.match_id, "v", b"wr0ng");
    let report = server.operators().await.ask(&examining(&table), None).await.unwrap();
    let codes: Vec<_> = report.findings.iter().map(|finding| finding.code()).collect();
    assert_eq!(codes, [FindingCode::RecordUnreadable]);
    assert_eq!(
        refused(api.ask(&table.getting(), None).await).reason,
        "MATCH_UNREADABLE"
    );
    let corrupt = server.metric("tinsel_records_unreadable_total", &["cause=\"corrupt\""]);
    assert!(corrupt.await > 0.5);
    let line = server.line_with("stored match unreadable");
    assert!(line.contains(&table.match_id) && !line.contains("wr0ng"), "{line}");
}

fn examining(table: &TestMatch) -> ExamineMatchRequest {
    ExamineMatchRequest {
        match_id: table.match_id.clone(),
        recent: 5,
        presentation: false,
    }
}
