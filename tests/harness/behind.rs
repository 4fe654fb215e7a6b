//! What is stored of a match, behind the API.

use std::sync::Arc;

use tinsel_catalog::AnyMatch;
use tinsel_service::testkit::{self, Newer};
use tinsel_store::{MatchId, MatchStore, Replaced, StoreError, Stored, Write};

/// The game of a match that has begun, as it is stored.
pub async fn stored_game<S: MatchStore>(store: &S, match_id: &str) -> Arc<dyn AnyMatch> {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    let game = testkit::game_of(&stored).expect("a record");
    game.expect("a match that has begun")
}

/// The bytes of the game of a match, as they are stored; `None` in the lobby.
pub async fn stored_bytes<S: MatchStore>(store: &S, match_id: &str) -> Option<Vec<u8>> {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    testkit::saved_in(&stored).expect("a record")
}

/// Puts another state of its game into the place of the one that is stored, as one more revision.
pub async fn put_game<S: MatchStore>(store: &S, match_id: &str, game: &Arc<dyn AnyMatch>) {
    put(store, match_id, |stored, nonce| testkit::with_game(stored, game, nonce)).await;
}

/// Puts what a later release could have written into the place of what is stored, as one more revision.
pub async fn put_later_release<S: MatchStore>(store: &S, match_id: &str, newer: Newer) {
    put(store, match_id, |stored, nonce| {
        testkit::of_later_release(stored, newer, nonce)
    })
    .await;
}

/// Puts other bytes, which are as many, into the place of those that stand somewhere in what is stored, as one more
/// revision.
pub async fn put_damaged<S: MatchStore>(store: &S, match_id: &str, of: &str, by: &str) {
    put(store, match_id, |stored, nonce| {
        let mut record = stored.record.to_vec();
        let place = record.windows(of.len()).position(|bytes| bytes == of.as_bytes());
        let place = place.expect("it stands in the record");
        record[place..place + of.len()].copy_from_slice(by.as_bytes());
        Ok(testkit::with_record(record.into(), nonce))
    })
    .await;
}

async fn put<S: MatchStore>(store: &S, match_id: &str, write: impl Fn(&Stored, u64) -> Result<Write, StoreError>) {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    let nonce = stored.version.revision.get();
    let write = write(&stored, nonce).expect("a record");
    let put = store.replace(id(match_id), stored.version, write).await;
    assert!(matches!(put, Ok(Replaced::Written(_))), "{put:?}");
}

fn id(match_id: &str) -> MatchId {
    match_id.parse().expect("the id of a match")
}
