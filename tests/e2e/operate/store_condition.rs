//! The settings and the condition of Redis: what a server refuses, logs, counts and reports to operators.

use tinsel_harness::{Api, Choice, Operator, Process, RedisServer, TestMatch, created, soon, tinsel, until};
use tinsel_proto::v1::{CheckStoreRequest, ExamineMatchRequest};

/// The arguments of a Redis that deletes keys when it is full.
const EVICTING: &str = "--appendonly no --maxmemory 100mb --maxmemory-policy volatile-lru";

#[test]
fn a_redis_that_evicts_keys_is_refused_at_startup() {
    let redis = RedisServer::start_with(EVICTING);
    let exit = Process::run(
        &["--listen", "127.0.0.1:0", "--store", &redis.url(), "--log", "off"],
        &[],
    );
    assert_eq!((exit.code, exit.stderr.lines().count()), (Some(2), 1), "{exit:?}");
    for part in [
        "the store cannot be used",
        "evicts_keys",
        "volatile-lru",
        "noeviction",
        "store_allow_eviction",
    ] {
        assert!(exit.stderr.contains(part), "{exit:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_is_found_to_evict_keys_after_startup_ends_the_server() {
    let mut redis = RedisServer::start_with(EVICTING);
    redis.kill();
    let mut server = Process::start(&redis, &[]);
    redis.restart();
    let ending = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(2), "{log:#?}");
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
    let line: serde_json::Value = serde_json::from_str(&server.line_with("admin listener started")).unwrap();
    let admin = format!("http://{}", line["address"].as_str().unwrap());
    let doctor = tokio::task::spawn_blocking(move || tinsel(&["doctor", "--store", "--admin", &admin]));
    let doctor = doctor.await.unwrap();
    assert_eq!((doctor.code, doctor.stdout.lines().count()), (Some(1), 2), "{doctor:?}");
    assert!(doctor.stdout.starts_with("evicts_keys of 127.0.0.1:"), "{doctor:?}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn problems_of_the_archive_are_refused_at_startup_and_reported_later() {
    use std::{fs, os::unix::fs::PermissionsExt};

    let folder = std::env::temp_dir().join(format!("tinsel-public-archive-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    let archive = ["--archive", folder.to_str().unwrap(), "--admin-listen", "127.0.0.1:0"];
    allow(0o755);
    let redis = RedisServer::start();
    let url = redis.url();
    let arguments = [
        &archive[..],
        &["--listen", "127.0.0.1:0", "--store", &url, "--log", "off"],
    ]
    .concat();
    let exit = Process::run(&arguments, &[]);
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert!(exit.stderr.contains("archive_public"), "{exit:?}");

    allow(0o700);
    let server = Process::start(&redis, &archive);
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
    fs::remove_dir(&folder).unwrap();
    assert_eq!(problem().await.as_deref(), Some("archive_unavailable"));
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
    let examine = ExamineMatchRequest {
        match_id: table.match_id.clone(),
        recent: 5,
        presentation: false,
    };
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
