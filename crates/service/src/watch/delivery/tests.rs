use futures_util::FutureExt;
use parking_lot::Mutex;
use tinsel_store::Limits;

use super::*;
use crate::{
    Settings,
    testing::{Replica, add_bot, created, matches},
};

#[tokio::test]
async fn what_is_kept_here_never_takes_a_watcher_back() {
    let matches = matches();
    let created = created(&matches).await;
    let id = created.match_id.parse().unwrap();
    let slot = matches.0.cache.entry(id);
    let older = slot.guess().unwrap();
    add_bot(&matches, &created).await;
    let newer = slot.guess().unwrap();
    // A slow reader comes back with what it read before the bot took its seat.
    slot.remember(&older);

    let watched = WatchedMatch { id, cached: &slot };
    let told = Some(WatchPosition::from(newer.version));
    let found = newest(&matches.0, watched, Some(older.version), told).await.unwrap();
    assert_eq!(found.version, newer.version);
}

/// Everything that is logged while it is there.
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

/// What is logged when a watcher that stands on `told` looks at a match of eight revisions of which so many entries are kept.
/// It finds nothing that follows.
async fn logged(log_entries_max: u32, told: WatchPosition) -> String {
    let kept = Limits {
        log_entries_max,
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

/// Who was told something else than the log has proves that the store has lost it; who only comes late proves nothing.
#[tokio::test]
async fn only_a_log_that_says_something_else_is_a_store_that_has_lost_something() {
    let seen = WatchPosition::from(Version {
        revision: Revision::new(3),
        nonce: 0xfeed,
    });
    let claimed = WatchPosition::of_cursor(&seen.cursor()).unwrap();
    let message = "the store has lost what it had said to be written";
    let whole = logged(100, seen).await;
    assert!(
        whole.contains(message) && whole.contains("seen_revision=3 stored_revision=8"),
        "{whole}"
    );
    // Of eight, the newest six begin with the third.
    let just_whole = logged(6, seen).await;
    assert!(just_whole.contains(message), "{just_whole}");
    for (kept, told) in [(5, seen), (1, seen), (100, claimed), (5, claimed)] {
        assert_eq!(logged(kept, told).await, "", "{kept} kept, {told:?}");
    }
}
