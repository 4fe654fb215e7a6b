//! Servers that are unreachable or do not answer.

use std::{net::TcpListener, time::Duration};

use futures_util::future::join_all;
use tinsel_archive::{Archive, ArchiveError, ArchiveOptions};

use crate::{far_future, id, object, settings, shard};

/// An archive with a short timeout.
fn impatient(listener: &TcpListener, requests_max: usize) -> Archive {
    let options = ArchiveOptions {
        settings: settings(&format!("http://{}", listener.local_addr().unwrap())),
        timeout: Duration::from_millis(100),
        requests_max,
        ..ArchiveOptions::default()
    };
    Archive::open("s3://bucket", options).unwrap()
}

/// Checks that every call fails because the archive does not respond.
async fn check_unavailable(archive: &Archive) {
    let failures = [
        archive.put(id(1), object("one")).await,
        archive.get(id(1)).await.map(drop),
        archive.delete(id(1)).await,
        archive.expired(shard(17), far_future(), None, 10).await.map(drop),
        archive.is_public().await.map(drop),
    ];
    for failure in failures {
        assert!(matches!(failure, Err(ArchiveError::Unavailable(_))), "{failure:?}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_unavailable() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    check_unavailable(&impatient(&silent, 32)).await;
}

#[tokio::test]
async fn a_server_that_refuses_connections_is_unavailable() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let archive = impatient(&closed, 32);
    drop(closed);
    check_unavailable(&archive).await;
}

#[tokio::test]
async fn calls_that_wait_for_others_end_like_those() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let archive = impatient(&silent, 1);
    // Ten calls for each of five matches: some wait for a permit, others for the read of another call.
    let reads = join_all((0..50).map(|number| archive.get(id(number % 5)))).await;
    assert!(
        reads
            .iter()
            .all(|read| matches!(read, Err(ArchiveError::Unavailable(_)))),
        "{reads:?}"
    );
}
