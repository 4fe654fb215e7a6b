//! A bucket on a real S3 server: Moto, which `.ci/tools moto` installs. Moto accepts every signature, and none.

use std::sync::OnceLock;

use tinsel_archive::{Archive, ArchiveError};
use tinsel_store_testkit::Moto;

use crate::{check_contract, id, object, patient, settings};

/// The server of all tests.
fn server() -> &'static Moto {
    static MOTO: OnceLock<Moto> = OnceLock::new();
    MOTO.get_or_init(Moto::start)
}

fn create(bucket: &str) {
    server().create(bucket);
}

fn open(url: &str) -> Archive {
    Archive::open(url, patient(settings(&server().url()))).unwrap()
}

#[tokio::test]
async fn an_archive_in_a_bucket_keeps_the_contract() {
    create("contract");
    check_contract(&open("s3://contract/some/prefix"), &open("s3://contract/some/prefix/")).await;
}

#[tokio::test]
async fn a_bucket_that_needs_no_signature_is_public() {
    create("public");
    let archive = open("s3://public");
    assert_eq!(archive.is_public().await, Ok(Some(true)));
    archive.put(id(1), object("one")).await.unwrap();
    assert_eq!(archive.is_public().await, Ok(Some(true)));
}

#[tokio::test]
async fn prefixes_of_one_bucket_are_independent() {
    create("prefixes");
    open("s3://prefixes/one").put(id(1), object("one")).await.unwrap();
    for (url, expected) in [
        ("s3://prefixes/one", Some(object("one"))),
        ("s3://prefixes/other", None),
        ("s3://prefixes", None),
    ] {
        assert_eq!(open(url).get(id(1)).await, Ok(expected), "{url}");
    }
}

#[tokio::test]
async fn a_missing_bucket_is_a_refusal() {
    let archive = open("s3://missing");
    let text = "HTTP status 404 NoSuchBucket; create the bucket, or correct the address of the archive";
    let refused = Err(ArchiveError::Refused(text.to_owned()));
    assert_eq!(archive.get(id(1)).await, refused);
    assert_eq!(archive.put(id(1), object("one")).await.map(|()| None), refused);
}

#[tokio::test]
async fn a_bucket_that_keeps_versions_is_found() {
    create("versions");
    let archive = open("s3://versions");
    assert!(!archive.check().await.keeps_versions);
    server().keep_versions("versions");
    assert!(archive.check().await.keeps_versions);
}
