//! A connection is lost while a call waits for its reply.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tinsel_store::{MatchStore, Redis, RedisOptions, StoreError};
use tinsel_store_testkit::{RedisServer, id, shard};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{TcpListener, TcpStream},
};

/// The address of a proxy that closes a connection when a match is read, and the number of such reads.
async fn refusing_reads(server: &RedisServer) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (url, reads) = (
        format!("redis://{}", listener.local_addr().unwrap()),
        Arc::<AtomicUsize>::default(),
    );
    let (to, counted) = (server.port(), Arc::clone(&reads));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (server, counted) = (
                TcpStream::connect(("127.0.0.1", to)).await.unwrap(),
                Arc::clone(&counted),
            );
            tokio::spawn(async move {
                let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                    (client.into_split(), server.into_split());
                let replies = tokio::spawn(async move { copy(&mut from_server, &mut to_client).await });
                let mut bytes = vec![0; 4096];
                while let Ok(length @ 1..) = from_client.read(&mut bytes).await {
                    if bytes[..length].windows(5).any(|word| word == b"HMGET") {
                        counted.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                    to_server.write_all(&bytes[..length]).await.unwrap();
                }
                replies.abort();
            });
        }
    });
    (url, reads)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_sent_again_once() {
    let server = RedisServer::start();
    let (url, reads) = refusing_reads(&server).await;
    let store = Redis::connect(&url, RedisOptions::default()).unwrap();
    store.shards().await.unwrap();
    let read = store.load(id(shard())).await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    assert_eq!(reads.load(Ordering::Relaxed), 2);
}
