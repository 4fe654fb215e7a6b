//! Access to stored matches without the API.

use std::sync::Arc;

use tinsel_catalog::AnyMatch;
use tinsel_service::testkit::{self, Newer};
use tinsel_store::{MatchId, MatchStore, Replaced, StoreError, Stored, Write};

/// The stored game of an active or finished match.
pub async fn stored_game<S: MatchStore>(store: &S, match_id: &str) -> Arc<dyn AnyMatch> {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    let game = testkit::game_of(&stored).expect("a record");
    game.expect("a match that has begun")
}

/// The stored bytes of the game of a match; `None` in the lobby.
pub async fn stored_bytes<S: MatchStore>(store: &S, match_id: &str) -> Option<Vec<u8>> {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    testkit::saved_in(&stored).expect("a record")
}

/// Replaces the stored state of the game, as one more revision.
pub async fn put_game<S: MatchStore>(store: &S, match_id: &str, game: &Arc<dyn AnyMatch>) {
    put(store, match_id, |stored, nonce| testkit::with_game(stored, game, nonce)).await;
}

/// Replaces the stored record by one that a later release could write, as one more revision.
pub async fn put_later_release<S: MatchStore>(store: &S, match_id: &str, newer: Newer) {
    put(store, match_id, |stored, nonce| {
        testkit::of_later_release(stored, newer, nonce)
    })
    .await;
}

/// Replaces the bytes `of` somewhere in the stored record by other bytes of the same length, as one more revision.
pub async fn put_damaged<S: MatchStore>(store: &S, match_id: &str, of: &str, by: &str) {
    put(store, match_id, |stored, nonce| {
        let mut record = stored.record.to_vec();
        let position = record.windows(of.len()).position(|bytes| bytes == of.as_bytes());
        let position = position.expect("the record contains it");
        record[position..position + of.len()].copy_from_slice(by.as_bytes());
        Ok(testkit::with_record(record.into(), nonce))
    })
    .await;
}

async fn put<S: MatchStore>(store: &S, match_id: &str, write: impl Fn(&Stored, u64) -> Result<Write, StoreError>) {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    let nonce = stored.version.revision.get();
    let write = write(&stored, nonce).expect("a record");
    let put = store.replace(id(match_id), stored.version, &write).await;
    assert!(matches!(put, Ok(Replaced::Written(_))), "{put:?}");
}

fn id(match_id: &str) -> MatchId {
    match_id.parse().expect("the id of a match")
}
