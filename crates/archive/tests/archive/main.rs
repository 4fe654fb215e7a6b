//! An archive as the service uses it: in memory, in a folder, and in buckets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cognitive_complexity,
    reason = "tests fail by panicking, and their assertions count as branches"
)]

mod addresses;
mod bucket;
mod buckets;
mod caching;
mod checks;
mod folder;
mod memory;
mod moto;
mod outages;
mod python_clients;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use tinsel_archive::{Archive, ArchiveOptions};
use tinsel_store::{MatchId, Shard};

/// The secret key of every bucket.
const SECRET: &str = "SuperSecretKeyOfTheBucket";

/// The match with this number in shard 17.
fn id(number: u8) -> MatchId {
    let number = char::from(b'0' + number % 10);
    format!("017-3k9m2qx7vd0h5t8wz1a{number}").parse().unwrap()
}

fn shard(number: u16) -> Shard {
    Shard::new(number).unwrap()
}

fn object(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

/// A time after all tests.
fn far_future() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(10_000_000_000)
}

/// The settings of a bucket at this address.
fn settings(endpoint: &str) -> Vec<(String, String)> {
    let settings = [
        ("AWS_ENDPOINT_URL", endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "AccessKey"),
        ("AWS_SECRET_ACCESS_KEY", SECRET),
        // Of other programs: ignored.
        ("REGION", "elsewhere"),
        ("AWS_PROFILE", "elsewhere"),
    ];
    settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec()
}

/// A new folder, and its path as text.
fn new_folder() -> (PathBuf, String) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("archive-{}-{number}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.to_str().unwrap().to_owned();
    (folder, path)
}

/// Checks writing, reading, replacing, deleting and listing.
async fn check_contract(archive: &Archive, replica: &Archive) {
    assert_eq!(archive.get(id(1)).await, Ok(None));
    archive.put(id(1), object("one")).await.unwrap();
    archive.put(id(1), object("one")).await.unwrap();
    for number in 2..=5 {
        archive.put(id(number), object("another")).await.unwrap();
    }
    for reader in [archive, replica] {
        assert_eq!(reader.get(id(1)).await, Ok(Some(object("one"))));
    }
    archive.put(id(2), object("two")).await.unwrap();
    for reader in [archive, replica] {
        assert_eq!(reader.get(id(2)).await, Ok(Some(object("two"))));
    }

    let none = replica
        .expired(shard(17), SystemTime::UNIX_EPOCH, None, 10)
        .await
        .unwrap();
    assert_eq!((none.ids, none.next), (Vec::new(), None));
    let other = replica.expired(shard(18), far_future(), None, 10).await.unwrap();
    assert_eq!((other.ids, other.next), (Vec::new(), None));
    let (mut expired, mut sections, mut position) = (Vec::new(), 0, None);
    loop {
        let section = replica
            .expired(shard(17), far_future(), position.as_ref(), 2)
            .await
            .unwrap();
        assert!(section.ids.len() <= 2);
        expired.extend(section.ids);
        sections += 1;
        position = section.next;
        if position.is_none() {
            break;
        }
    }
    assert_eq!((expired, sections), ((1..=5).map(id).collect(), 3));

    for _ in 0..2 {
        archive.delete(id(1)).await.unwrap();
        assert_eq!(archive.get(id(1)).await, Ok(None));
    }
    let left = replica.expired(shard(17), far_future(), None, 10).await.unwrap();
    assert_eq!(left.ids, (2..=5).map(id).collect::<Vec<_>>());
}

/// Options with which a call waits as long as a slow machine needs.
fn patient(settings: Vec<(String, String)>) -> ArchiveOptions {
    ArchiveOptions {
        settings,
        timeout: Duration::from_secs(60),
        ..ArchiveOptions::default()
    }
}
