//! The memory of an idle watch stream, compared with a bare tonic stream.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{StreamExt, stream};
use tinsel_catalog::GameId;
use tinsel_proto::v1::{WatchMatchRequest, match_service_client::MatchServiceClient};
use tinsel_store_testkit::RedisServer;
use tokio::task::JoinHandle;

use crate::{
    children::{self, Child},
    floor, matches,
};

const STREAMS: usize = 10_000;
const MATCHES: usize = 100;
/// Number of streams on each connection; a server allows 250.
const STREAMS_PER_CONNECTION: usize = 200;
/// Number of streams that are opened concurrently.
const AT_ONCE: usize = 100;

/// Opens all streams, waits until each has sent a heartbeat, and prints the memory per stream.
pub async fn measure() {
    let redis = RedisServer::start();
    let streams = STREAMS.to_string();
    let options = ["--heartbeat-seconds", "3", "--streams-max", &streams];
    let tinsel = children::start_tinsel(&redis.url(), &options).await;
    let tables = matches::seat(&tinsel, GameId::ALL[0], MATCHES).await;
    let ids: Vec<_> = tables.iter().map(|table| table.id().to_owned()).collect();
    let ours = growth(&tinsel.server, async |channel, number| {
        let asked = WatchMatchRequest {
            match_id: ids[number % ids.len()].clone(),
            position: None,
            ..WatchMatchRequest::default()
        };
        let opened = MatchServiceClient::new(channel).watch_match(asked).await;
        opened.expect("a stream").into_inner().boxed()
    })
    .await;
    drop(tinsel);

    let rival = floor::Rival::start(&redis.url()).await;
    let floor = growth(&rival.server, async |channel, _| floor::watch(channel).await).await;
    println!(
        "bench idle_streams streams={STREAMS} bytes_per_stream={ours} floor_bytes_per_stream={floor} matches={MATCHES} \
         connections={}",
        STREAMS / STREAMS_PER_CONNECTION
    );
}

/// The growth of the server's resident memory for each stream in bytes, including its share of a connection.
async fn growth<S, M>(server: &Child, open: impl AsyncFn(tonic::transport::Channel, usize) -> S) -> usize
where
    S: futures_util::Stream<Item = Result<M, tonic::Status>> + Send + Unpin + 'static,
    M: Send,
{
    let before = server.resident_bytes();
    let endpoint = server.endpoint();
    let mut channels = Vec::new();
    for _ in 0..STREAMS / STREAMS_PER_CONNECTION {
        channels.push(endpoint.connect().await.expect("a connection"));
    }
    let heard = Arc::new(AtomicUsize::new(0));
    let opening = stream::iter(0..STREAMS).map(|number| {
        let (channel, heard) = (channels[number / STREAMS_PER_CONNECTION].clone(), Arc::clone(&heard));
        let opening = open(channel, number);
        async move { (opening.await, heard) }
    });
    let listening = opening
        .buffer_unordered(AT_ONCE)
        .map(|(stream, heard)| listen(stream, heard));
    let listening: Vec<JoinHandle<()>> = listening.collect().await;
    // The state and one heartbeat.
    while heard.load(Ordering::Relaxed) < 2 * STREAMS {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let after = server.resident_bytes();
    assert!(
        listening.iter().all(|stream| !stream.is_finished()),
        "a stream has ended"
    );
    for stream in listening {
        stream.abort();
    }
    after.saturating_sub(before) / STREAMS
}

/// Counts the first two messages of a stream, and holds it open.
fn listen<S, M>(mut stream: S, heard: Arc<AtomicUsize>) -> JoinHandle<()>
where
    S: futures_util::Stream<Item = Result<M, tonic::Status>> + Send + Unpin + 'static,
    M: Send,
{
    tokio::spawn(async move {
        let mut messages = 0;
        while let Some(message) = stream.next().await {
            message.expect("the stream continues");
            messages += 1;
            if messages <= 2 {
                heard.fetch_add(1, Ordering::Relaxed);
            }
        }
    })
}
