//! A connection is lost while a call waits for its reply.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use futures_util::StreamExt;
use redis::{AsyncTypedCommands, Client};
use tinsel_store::{MatchStore, Notice, Redis, RedisOptions, StoreError};
use tinsel_store_testkit::{RedisServer, created, id, next, reached, shard, until, write, written};
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

/// The address of a proxy whose new connections lead to the server of this port.
async fn leading_to(port: &Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (url, port) = (format!("redis://{}", listener.local_addr().unwrap()), Arc::clone(port));
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let port = u16::try_from(port.load(Ordering::SeqCst)).unwrap();
            tokio::spawn(async move {
                let mut server = TcpStream::connect(("127.0.0.1", port)).await?;
                io::copy_bidirectional(&mut client, &mut server).await
            });
        }
    });
    url
}

/// How the earlier master ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// It is a replica without a link: it answers reads with old states.
    Demoted,
    /// It does not know of the new master, and still takes writes.
    Isolated,
}

// B3
#[tokio::test(flavor = "multi_thread")]
async fn all_connections_to_a_master_that_is_left_behind_are_replaced() {
    for left in [Left::Demoted, Left::Isolated] {
        let start = || RedisServer::start_with("--appendonly no --repl-diskless-sync-delay 0");
        let (before, after) = (start(), start());
        after.tell(&format!("REPLICAOF 127.0.0.1 {}", before.port()));
        let port = Arc::new(AtomicUsize::new(before.port().into()));
        let store = Redis::connect(&leading_to(&port).await, RedisOptions::default()).unwrap();
        let id = id(shard());
        let begun = created(store.create(id, write("begun")).await.unwrap());
        let mut notices = store.watch(id).await.unwrap();
        // Another thread has a connection of its own.
        let elsewhere = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        let there = async || {
            let store = store.clone();
            elsewhere
                .spawn(async move { store.load(id).await.unwrap().version })
                .await
                .unwrap()
        };
        assert_eq!(there().await, begun);
        let direct = Redis::connect(&after.url(), RedisOptions::default()).unwrap();
        until("the replica has the match", async || direct.load(id).await.is_ok()).await;

        after.tell("REPLICAOF NO ONE");
        if left == Left::Demoted {
            before.tell("REPLICAOF 127.0.0.1 1");
        }
        port.store(after.port().into(), Ordering::SeqCst);
        let newest = written(direct.replace(id, begun, &write("at the new master")).await.unwrap());
        assert_eq!(
            there().await,
            begun,
            "{left:?}: the connection still leads to the earlier one"
        );
        until("a heartbeat notices it", async || {
            drop(reached(&store).await);
            store.load(id).await.unwrap().version == newest && there().await == newest
        })
        .await;
        while next(&mut notices).await != Notice::Lost {}
        elsewhere.shutdown_background();
    }
}
