//! A connection is lost while a call waits for its reply.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use futures_util::StreamExt;
use redis::{AsyncTypedCommands, Client};
use tinsel_store::{MatchStore, Redis, RedisOptions, StoreError};
use tinsel_store_testkit::{RedisServer, id, shard};
use tokio::{
    io::{self, AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The address of a proxy that loses the replies to the first `times` commands with this word, each with its connection,
/// and the number of such commands.
async fn losing_replies(server: &RedisServer, word: &'static str, times: usize) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (url, sent) = (
        format!("redis://{}", listener.local_addr().unwrap()),
        Arc::<AtomicUsize>::default(),
    );
    let (to, counted) = (server.port(), Arc::clone(&sent));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
            let counted = Arc::clone(&counted);
            let is_lost = move |command: &[u8]| {
                let has_word = command.windows(word.len()).any(|bytes| bytes == word.as_bytes());
                has_word && counted.fetch_add(1, Ordering::Relaxed) < times
            };
            tokio::spawn(pass_on(client, server, is_lost));
        }
    });
    (url, sent)
}

/// Passes commands and replies on, until the server has sent a reply that `is_lost`.
async fn pass_on(mut client: TcpStream, mut server: TcpStream, is_lost: impl Fn(&[u8]) -> bool) -> io::Result<()> {
    let (mut command, mut reply) = ([0; 4096], [0; 4096]);
    let mut loses = false;
    loop {
        tokio::select! {
            length = client.read(&mut command) => match length? {
                0 => return Ok(()),
                length => {
                    loses |= is_lost(&command[..length]);
                    server.write_all(&command[..length]).await?;
                }
            },
            length = server.read(&mut reply) => match length? {
                0 => return Ok(()),
                _ if loses => return Ok(()),
                length => client.write_all(&reply[..length]).await?,
            },
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_sent_again_once() {
    let server = RedisServer::start();
    let (url, reads) = losing_replies(&server, "HMGET", usize::MAX).await;
    let store = Redis::connect(&url, RedisOptions::default()).unwrap();
    store.shards().await.unwrap();
    let read = store.load(id(shard())).await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    assert_eq!(reads.load(Ordering::Relaxed), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_of_shards_that_the_server_receives_twice_is_published() {
    let server = RedisServer::start();
    let (url, writes) = losing_replies(&server, "\r\nNX\r\n", 1).await;
    let store = Redis::connect(&url, RedisOptions::default()).unwrap();
    assert_eq!(store.shards().await.unwrap(), None);
    let client = Client::open(server.url()).unwrap();
    let mut notices = client.get_async_pubsub().await.unwrap();
    notices.psubscribe("*").await.unwrap();
    assert_eq!(store.store_shards(7).await.unwrap(), 7);
    assert_eq!(writes.load(Ordering::Relaxed), 2);
    // The store's notice was published before this one.
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    connection.publish("end", "").await.unwrap();
    let first = notices.on_message().next().await.unwrap();
    assert_ne!(first.get_channel_name(), "end");
}
