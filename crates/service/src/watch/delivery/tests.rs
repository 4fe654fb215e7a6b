use std::num::NonZeroU32;

use futures_util::FutureExt;
use parking_lot::Mutex;
use tinsel_proto::v1::{
    CreateMatchRequest, WatchMatchRequest, watch_match_request::Position, watch_match_response::Message,
};
use tinsel_store::{Limits, Revision};
use tonic::Request;

use super::*;
use crate::{
    Settings,
    testkit::unit::{Replica, add_bot, created, matches, secret_santa},
};

#[tokio::test]
async fn an_outdated_cache_never_reverts_a_watcher() {
    let matches = matches();
    let created = created(&matches).await;
    let id = created.match_id.parse().unwrap();
    let slot = matches.0.cache.entry(id);
    let older = slot.guess().unwrap();
    add_bot(&matches, &created).await;
    let newer = slot.guess().unwrap();
    // A slow reader caches the state that it read before the bot took its seat.
    slot.remember(&older);

    let watched = WatchedMatch { id, cached: &slot };
    let told = Some(WatchPosition::from(newer.version));
    let found = newest(&matches.0, watched, Some(older.version), told).await.unwrap();
    assert_eq!(found.version, newer.version);
}

/// Captures all log output during its lifetime.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The log output when a watcher at `told` reads a match of eight revisions, of which the store keeps
/// `log_entries_min`. No entries follow its position.
async fn logged(log_entries_min: u32, told: WatchPosition) -> String {
    let kept = Limits {
        log_entries_min,
        batch: NonZeroU32::MIN,
        ..Limits::default()
    };
    let matches = &Replica::pair_with(&Settings::default(), kept).0.matches;
    let created = created(matches).await;
    for _ in 0..7 {
        add_bot(matches, &created).await;
    }
    let id = created.match_id.parse().unwrap();
    let slot = matches.0.cache.entry(id);
    let newest = slot.guess().unwrap().version;
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone());
    let found = tracing::subscriber::with_default(subscriber.finish(), || {
        missed(&matches.0, WatchedMatch { id, cached: &slot }, told, newest).now_or_never()
    });
    assert!(matches!(found, Some(Ok(None))), "{found:?}");
    let logged = lines.0.lock().clone();
    String::from_utf8(logged).unwrap()
}

/// A watcher whose revision differs from the log proves that the store lost it; one that is merely late proves nothing.
#[tokio::test]
async fn only_a_log_with_another_nonce_proves_lost_writes() {
    let seen = WatchPosition::from(Version {
        revision: Revision::new(3),
        nonce: 0xfeed,
    });
    let claimed = WatchPosition::of_cursor(&seen.cursor()).unwrap();
    let message = "store lost acknowledged writes: match history diverged";
    let whole = logged(100, seen).await;
    assert!(
        whole.contains(message) && whole.contains("seen_revision=3 stored_revision=8"),
        "{whole}"
    );
    // The newest six of eight begin with the third.
    let just_whole = logged(6, seen).await;
    assert!(just_whole.contains(message), "{just_whole}");
    for (kept, told) in [(5, seen), (1, seen), (100, claimed), (5, claimed)] {
        assert_eq!(logged(kept, told).await, "", "{kept} kept, {told:?}");
    }
}

/// Time is paused, so only a pause of the stream takes any.
#[tokio::test(start_paused = true)]
async fn a_watcher_of_the_latest_catches_up_without_a_pause() {
    let matches = matches();
    let asked = CreateMatchRequest {
        config: Some(secret_santa()),
        seats: Some(4),
        ..CreateMatchRequest::default()
    };
    let created = matches
        .client()
        .create_match(Request::new(asked))
        .await
        .unwrap()
        .into_inner();
    for _ in 0..4 {
        add_bot(&matches, &created).await;
    }
    let asked = WatchMatchRequest {
        match_id: created.match_id,
        latest_only: true,
        position: Some(Position::AfterRevision(1)),
        ..WatchMatchRequest::default()
    };
    let since = Instant::now();
    let mut stream = matches
        .client()
        .watch_match(Request::new(asked))
        .await
        .unwrap()
        .into_inner();
    let mut updates = 0;
    while let Some(told) = stream.message().await.unwrap() {
        updates += u32::from(matches!(told.message, Some(Message::Update(_))));
    }
    // More than a page.
    assert!(updates > 64, "{updates}");
    assert_eq!(since.elapsed(), Duration::ZERO);
}
