//! Checks of archives that accept matches, and of archives that do not.

use std::{fs, net::TcpListener, time::Duration};

use axum::http::Method;
use tinsel_archive::{Archive, ArchiveOptions, ArchiveProblemKind, ArchiveReport};

use crate::{
    SECRET,
    bucket::{Bucket, Refusal},
    far_future, id, new_folder, object, patient, settings, shard,
};

/// Checks that an archive has exactly this problem, and that its sentence contains the remedy and no credentials.
async fn check_problem(archive: &Archive, kind: ArchiveProblemKind, remedy: &str) {
    let problems = archive.check().await.problems;
    let [problem] = &problems[..] else {
        panic!("{problems:?}");
    };
    assert_eq!(problem.kind, kind, "{problem:?}");
    assert!(problem.sentence.contains(remedy), "{problem:?}");
    assert!(!problem.sentence.contains(SECRET) && !problem.sentence.contains("Signature="));
}

#[tokio::test]
async fn an_archive_that_accepts_matches_has_no_problem_and_keeps_no_probe() {
    let bucket = Bucket::start(Refusal::Unsigned).await;
    let archive = bucket.archive();
    archive.put(id(1), object("one")).await.unwrap();
    assert_eq!(archive.check().await.problems, []);
    assert_eq!(bucket.names().len(), 1);
    assert_eq!(bucket.requests(&Method::DELETE), 1);
    let listed = archive.expired(shard(17), far_future(), None, 9).await.unwrap();
    assert_eq!(listed.ids, [id(1)]);

    let (folder, path) = new_folder();
    fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let archive = Archive::open(&path, patient(Vec::new())).unwrap();
    assert_eq!(archive.check().await.problems, []);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    assert_eq!(Archive::in_memory(ArchiveOptions::default()).check().await.problems, []);
}

#[tokio::test]
async fn checks_of_several_servers_at_once_find_no_problem() {
    let bucket = Bucket::start(Refusal::Unsigned).await;
    let archives: Vec<_> = (0..4).map(|_| bucket.archive()).collect();
    let checks = archives.iter().map(Archive::check);
    let found = futures_util::future::join_all(checks).await;
    assert_eq!(found, vec![ArchiveReport::default(); 4]);
}

#[tokio::test]
async fn a_bucket_that_refuses_one_kind_of_request_is_found() {
    use ArchiveProblemKind::{Full, Refuses, Unreachable};

    let permissions = "permissions to read, write, delete and list";
    for (method, status, code, kind, remedy) in [
        (&Method::PUT, 403, "AccessDenied", Refuses, permissions),
        (&Method::DELETE, 403, "AccessDenied", Refuses, permissions),
        (&Method::GET, 403, "AccessDenied", Refuses, permissions),
        (&Method::PUT, 400, "ExpiredToken", Refuses, "check the credentials"),
        (&Method::PUT, 404, "NoSuchBucket", Refuses, "create the bucket"),
        (&Method::PUT, 400, "InvalidRequest", Refuses, "check the address"),
        (&Method::PUT, 507, "XMinioStorageFull", Full, "free space"),
        (&Method::PUT, 403, "QuotaExceeded", Full, "raise its quota"),
        (&Method::PUT, 500, "InternalError", Unreachable, "HTTP status 500"),
    ] {
        let bucket = Bucket::start(Refusal::Method(method, status, code)).await;
        let archive = bucket.archive();
        let problems = archive.check().await.problems;
        let public = problems
            .iter()
            .position(|problem| problem.kind == ArchiveProblemKind::Public);
        assert_eq!(public.is_some(), method != Method::GET, "{problems:?}");
        let probed = problems.iter().find(|problem| problem.kind == kind);
        let probed = probed.unwrap_or_else(|| panic!("{method} {code}: {problems:?}"));
        assert!(probed.sentence.contains(remedy), "{probed:?}");
        assert!(!probed.sentence.contains(SECRET) && !probed.sentence.contains("Signature="));
    }
}

#[tokio::test]
async fn an_archive_that_does_not_answer_is_unreachable() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = ArchiveOptions {
        settings: settings(&format!("http://{}", silent.local_addr().unwrap())),
        timeout: Duration::from_millis(100),
        ..ArchiveOptions::default()
    };
    let archive = Archive::open("s3://bucket", options).unwrap();
    check_problem(&archive, ArchiveProblemKind::Unreachable, "no response within 100ms").await;
}

#[tokio::test]
async fn an_endpoint_without_tls_is_refused_with_its_setting() {
    let bucket = Bucket::start(Refusal::Nothing).await;
    let archive = bucket.archive_with(|options| options.settings.retain(|(key, _)| key != "AWS_ALLOW_HTTP"));
    check_problem(&archive, ArchiveProblemKind::Refuses, "AWS_ALLOW_HTTP=true").await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_others_may_enter_or_that_cannot_be_written_is_found_with_its_mode() {
    use std::os::unix::fs::PermissionsExt;

    // Not below the folder of the build, which can be private.
    let folder = std::env::temp_dir().join(format!("tinsel-archive-check-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    let path = folder.to_str().unwrap();
    let archive = Archive::open(path, patient(Vec::new())).unwrap();
    allow(0o755);
    let public = format!("{path} (mode 0755) can be entered by all accounts of the machine; set its mode to 0700");
    check_problem(&archive, ArchiveProblemKind::Public, &public).await;
    allow(0o700);
    fs::create_dir_all(folder.join("probe/obstacle")).unwrap();
    check_problem(&archive, ArchiveProblemKind::Refuses, &format!("{path} (mode 0700): ")).await;
    fs::remove_dir_all(folder.join("probe")).unwrap();
    assert_eq!(archive.check().await.problems, []);
    fs::remove_dir(&folder).unwrap();
    check_problem(&archive, ArchiveProblemKind::Unreachable, "No such file or directory").await;
}
