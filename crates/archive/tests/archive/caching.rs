//! Requests that an archive saves, and the lifetimes of cached objects.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::http::Method;
use bytes::Bytes;
use futures_util::future::join_all;
use tinsel_archive::{Archive, ArchiveOptions};

use crate::{
    bucket::{Bucket, Refusal},
    id, object,
};

/// A clock that a test sets, in seconds.
#[derive(Clone, Default)]
struct Clock(Arc<AtomicU64>);

impl Clock {
    fn install(&self, options: &mut ArchiveOptions) {
        let seconds = Arc::clone(&self.0);
        options.steady = Arc::new(move || Duration::from_secs(seconds.load(Ordering::Relaxed)));
        options.found_ttl = Duration::from_secs(300);
        options.absent_ttl = Duration::from_secs(10);
    }

    fn set(&self, seconds: u64) {
        self.0.store(seconds, Ordering::Relaxed);
    }
}

/// A bucket with one object, which an archive without cache has written.
async fn bucket_with_an_object() -> (Bucket, Clock, Archive) {
    let bucket = Bucket::start(Refusal::Nothing).await;
    bucket.archive().put(id(1), object("one")).await.unwrap();
    let clock = Clock::default();
    let archive = bucket.archive_with(|options| clock.install(options));
    (bucket, clock, archive)
}

#[tokio::test]
async fn an_object_is_cached_until_its_time() {
    let (bucket, clock, archive) = bucket_with_an_object().await;
    for (seconds, reads) in [(0, 1), (299, 1), (300, 2), (599, 2), (600, 3)] {
        clock.set(seconds);
        assert_eq!(archive.get(id(1)).await, Ok(Some(object("one"))));
        assert_eq!(bucket.requests(&Method::GET), reads, "after {seconds} seconds");
    }
}

#[tokio::test]
async fn absence_is_cached_for_a_short_time() {
    let (bucket, clock, archive) = bucket_with_an_object().await;
    for (seconds, reads) in [(0, 1), (9, 1), (10, 2)] {
        clock.set(seconds);
        assert_eq!(archive.get(id(2)).await, Ok(None));
        assert_eq!(bucket.requests(&Method::GET), reads, "after {seconds} seconds");
    }
}

#[tokio::test]
async fn a_write_and_a_deletion_update_the_cache() {
    let (bucket, _, archive) = bucket_with_an_object().await;
    assert_eq!(archive.get(id(2)).await, Ok(None));
    archive.put(id(2), object("two")).await.unwrap();
    assert_eq!(archive.get(id(2)).await, Ok(Some(object("two"))));
    assert_eq!(bucket.requests(&Method::GET), 1);
    archive.delete(id(2)).await.unwrap();
    assert_eq!(archive.get(id(2)).await, Ok(None));
    assert_eq!(bucket.requests(&Method::GET), 2);
}

#[tokio::test]
async fn concurrent_reads_of_a_match_share_one_request() {
    let (bucket, _, archive) = bucket_with_an_object().await;
    let reads = join_all((0..50).map(|_| archive.get(id(1)))).await;
    assert!(reads.iter().all(|read| *read == Ok(Some(object("one")))));
    assert_eq!(bucket.requests(&Method::GET), 1);
}

#[tokio::test]
async fn a_read_that_began_before_a_deletion_is_not_cached() {
    let (bucket, _, archive) = bucket_with_an_object().await;
    bucket.state().reads.forget_permits(1000);
    let reading = tokio::spawn({
        let archive = archive.clone();
        async move { archive.get(id(1)).await }
    });
    while bucket.running_max() == 0 {
        tokio::task::yield_now().await;
    }
    archive.delete(id(1)).await.unwrap();
    bucket.state().reads.add_permits(1000);
    assert_eq!(reading.await.unwrap(), Ok(Some(object("one"))));
    assert_eq!(archive.get(id(1)).await, Ok(None));
}

#[tokio::test]
async fn a_cancelled_deletion_leaves_nothing_in_the_cache() {
    let (bucket, _, archive) = bucket_with_an_object().await;
    assert_eq!(archive.get(id(1)).await, Ok(Some(object("one"))));
    let deleted = async {
        while !bucket.names().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    // The bucket deletes the object before it answers, and the call ends without the answer.
    tokio::select! {
        biased;
        () = deleted => {}
        ended = archive.delete(id(1)) => panic!("{ended:?}"),
    }
    assert_eq!(archive.get(id(1)).await, Ok(None));
}

#[tokio::test]
async fn the_cache_is_bounded_by_bytes() {
    let bucket = Bucket::start(Refusal::Nothing).await;
    let large = Bytes::from(vec![0; 600]);
    for number in [1, 2] {
        bucket.archive().put(id(number), large.clone()).await.unwrap();
    }
    for (cache_bytes, reads) in [(10_000, 2), (1000, 3), (0, 4)] {
        let archive = bucket.archive_with(|options| options.cache_bytes = cache_bytes);
        let before = bucket.requests(&Method::GET);
        for number in [1, 2, 1, 2] {
            assert_eq!(archive.get(id(number)).await, Ok(Some(large.clone())));
        }
        let read = bucket.requests(&Method::GET) - before;
        assert!(read >= reads, "{cache_bytes} bytes: {read}");
        assert_eq!(read > 2, cache_bytes < 10_000, "{cache_bytes} bytes: {read}");
    }
}

#[tokio::test]
async fn requests_over_the_limit_wait() {
    let bucket = Bucket::start(Refusal::Nothing).await;
    let archive = bucket.archive_with(|options| options.requests_max = 2);
    let permits = &bucket.state().reads;
    permits.forget_permits(permits.available_permits());
    let two_run = async {
        while bucket.running_max() < 2 {
            tokio::task::yield_now().await;
        }
        permits.add_permits(8);
    };
    let (reads, ()) = tokio::join!(join_all((0..8).map(|number| archive.get(id(number)))), two_run);
    assert!(reads.iter().all(|read| *read == Ok(None)));
    assert_eq!(bucket.requests(&Method::GET), 8);
    assert_eq!(bucket.running_max(), 2);
}
