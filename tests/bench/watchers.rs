//! The cost of one match with many spectators on one server: CPU of the server per delivered update, and the time from the
//! response of an action to its arrival at the last spectator.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use hdrhistogram::Histogram;
use tinsel_catalog::GameId;
use tinsel_proto::v1::{
    WatchMatchRequest, WatchMatchResponse, match_service_client::MatchServiceClient, watch_match_response::Message,
};
use tinsel_store_testkit::RedisServer;
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::timeout,
};
use tonic::Streaming;

use crate::{children, matches, window};

/// Number of spectators on each connection; a server allows 250 calls on each.
const SPECTATORS_PER_CONNECTION: usize = 200;
/// Only a hung benchmark waits this long.
const PATIENCE: Duration = Duration::from_secs(30);

/// An update has arrived at a spectator.
type Arrival = (u64, Instant);

/// Plays a match of each game to its end with this number of spectators, one action after the other.
pub async fn measure(spectators: usize) {
    let redis = RedisServer::start();
    let streams = (spectators + SPECTATORS_PER_CONNECTION).to_string();
    let tinsel = children::start_tinsel(&redis.url(), &["--streams-max", &streams]).await;
    for game in GameId::ALL.iter().copied() {
        let tables = matches::seat(&tinsel, game, 1).await;
        let mut arrivals = watch(&tinsel.server, tables[0].id(), spectators).await;
        let (mut updates, mut cpu, mut last) = (0, Duration::ZERO, window::histogram());
        while let Some(calls) = matches::due_actions(&tinsel, &tables).await {
            for call in calls {
                let before = tinsel.server.cpu();
                call().await;
                let committed = Instant::now();
                updates += everywhere(&mut arrivals, spectators, committed, &mut last).await;
                cpu += tinsel.server.cpu().saturating_sub(before);
            }
        }
        print((game, spectators), updates, cpu, &last);
    }
}

/// Opens all streams and waits until each has its snapshot.
async fn watch(server: &children::Child, match_id: &str, spectators: usize) -> UnboundedReceiver<Arrival> {
    let (sender, mut arrivals) = unbounded_channel();
    for _ in 0..spectators / SPECTATORS_PER_CONNECTION {
        let channel = server.endpoint().connect().await.expect("a connection");
        for _ in 0..SPECTATORS_PER_CONNECTION {
            let asked = WatchMatchRequest {
                match_id: match_id.to_owned(),
                position: None,
                ..WatchMatchRequest::default()
            };
            let opened = MatchServiceClient::new(channel.clone()).watch_match(asked).await;
            tokio::spawn(report(opened.expect("a stream").into_inner(), sender.clone()));
        }
    }
    for _ in 0..spectators {
        arrivals.recv().await;
    }
    arrivals
}

async fn report(mut stream: Streaming<WatchMatchResponse>, sender: UnboundedSender<Arrival>) {
    while let Some(Ok(message)) = stream.next().await {
        let revision = match message.message {
            Some(Message::Update(update)) => update.revision,
            Some(Message::Snapshot(_)) => 0,
            Some(Message::Heartbeat(_) | Message::Draining(_)) | None => continue,
        };
        if sender.send((revision, Instant::now())).is_err() {
            return;
        }
    }
}

/// Waits until every spectator has the newest revision; returns how many updates that were.
async fn everywhere(
    arrivals: &mut UnboundedReceiver<Arrival>,
    spectators: usize,
    committed: Instant,
    last: &mut Histogram<u64>,
) -> usize {
    let (mut updates, mut newest, mut there, mut latest) = (0, 0, 0, committed);
    while there < spectators {
        let arrival = timeout(PATIENCE, arrivals.recv()).await;
        let (revision, at) = arrival.expect("updates in time").expect("spectators");
        updates += 1;
        (newest, there) = match revision {
            _ if revision > newest => (revision, 1),
            _ if revision == newest => (newest, there + 1),
            _ => (newest, there),
        };
        latest = latest.max(at);
    }
    let late = latest.saturating_duration_since(committed);
    last.saturating_record(late.as_micros() as u64);
    updates
}

fn print((game, spectators): (GameId, usize), updates: usize, cpu: Duration, last: &Histogram<u64>) {
    println!(
        "bench watchers {game} spectators={spectators} actions={} updates={updates} us_per_update={:.2} \
         last_p50_ms={:.2} last_p99_ms={:.2}",
        last.len(),
        cpu.as_secs_f64() * 1e6 / updates as f64,
        last.value_at_quantile(0.5) as f64 / 1000.0,
        last.value_at_quantile(0.99) as f64 / 1000.0,
    );
}
