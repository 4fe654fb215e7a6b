//! Requests of an archive to a bucket, and the meaning of the answers.

use axum::http::Method;
use tinsel_archive::ArchiveError;

use crate::{
    SECRET,
    bucket::{Bucket, Refusal},
    id, object, shard,
};

#[tokio::test]
async fn an_object_has_the_documented_name() {
    let bucket = Bucket::start(Refusal::Nothing).await;
    bucket.archive().put(id(1), object("one")).await.unwrap();
    assert_eq!(
        bucket.names(),
        ["some/prefix/matches/017/017-3k9m2qx7vd0h5t8wz1a1.pb.zst"]
    );
}

#[tokio::test]
async fn a_bucket_that_refuses_requests_without_signature_is_private() {
    let bucket = Bucket::start(Refusal::Unsigned).await;
    let archive = bucket.archive();
    assert_eq!(archive.is_public().await, Ok(None), "it contains no object to read");
    archive.put(id(1), object("one")).await.unwrap();
    assert_eq!(archive.is_public().await, Ok(Some(false)));
}

#[tokio::test]
async fn a_bucket_that_refuses_only_lists_without_signature_is_public() {
    let bucket = Bucket::start(Refusal::UnsignedLists).await;
    let archive = bucket.archive();
    archive.put(id(1), object("one")).await.unwrap();
    assert_eq!(archive.is_public().await, Ok(Some(true)));
}

#[tokio::test]
async fn a_bucket_that_refuses_nothing_is_public() {
    let bucket = Bucket::start(Refusal::Nothing).await;
    assert_eq!(bucket.archive().is_public().await, Ok(Some(true)));
}

#[tokio::test]
async fn a_refusal_is_reported_without_the_response_and_not_repeated() {
    let bucket = Bucket::start(Refusal::All(403, "SignatureDoesNotMatch")).await;
    let archive = bucket.archive();
    let refused = [
        archive.put(id(1), object("one")).await,
        archive.get(id(1)).await.map(drop),
        archive.delete(id(1)).await,
        archive
            .expired(shard(17), crate::far_future(), None, 10)
            .await
            .map(drop),
        archive.is_public().await.map(drop),
    ];
    for refused in refused {
        let error = refused.unwrap_err();
        let remedy = "check the credentials, and their permissions to read, write, delete and list";
        let expected = ArchiveError::Refused(format!("HTTP status 403 SignatureDoesNotMatch; {remedy}"));
        assert_eq!(error, expected);
        assert!(
            !error.to_string().contains(SECRET) && !error.to_string().contains("Signature="),
            "{error}"
        );
    }
    assert_eq!(bucket.requests(&Method::PUT), 1);
}

#[tokio::test]
async fn a_missing_bucket_is_a_refusal_and_a_missing_object_is_none() {
    for (code, expected) in [
        (
            "NoSuchBucket",
            Err(ArchiveError::Refused(
                "HTTP status 404 NoSuchBucket; create the bucket, or correct the address of the archive".to_owned(),
            )),
        ),
        ("NoSuchKey", Ok(None)),
    ] {
        let bucket = Bucket::start(Refusal::All(404, code)).await;
        assert_eq!(bucket.archive().get(id(1)).await, expected);
    }
}

#[tokio::test]
async fn a_failure_of_the_server_is_retried_and_then_unavailable() {
    let bucket = Bucket::start(Refusal::First).await;
    bucket.archive().put(id(1), object("one")).await.unwrap();
    assert_eq!(bucket.requests(&Method::PUT), 2);

    let bucket = Bucket::start(Refusal::All(500, "InternalError")).await;
    let error = bucket.archive().put(id(1), object("one")).await.unwrap_err();
    assert_eq!(
        error,
        ArchiveError::Unavailable("HTTP status 500 InternalError".to_owned())
    );
    assert_eq!(bucket.requests(&Method::PUT), 3);
}
